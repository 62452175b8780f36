/** Texts in the language of a request. @module */

export type { CatalogueEntry, MessageCatalogue, Translations } from './catalogue.ts'
export { type MessageValue, type MessageValues, TranslatableMessage } from './message.ts'
