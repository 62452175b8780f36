/** Texts in the language of a request. @module */

export type { Catalogue, Entry, Translations } from './catalogue.ts'
export { Message, type Value, type Values } from './message.ts'
