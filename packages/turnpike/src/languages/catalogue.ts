/**
 * A translation: a template with the same places, or one for each plural category of the language
 * (`Intl.PluralRules`). `other` is used for the categories that are left out.
 */
export type CatalogueEntry =
  | string
  | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string })

/** The texts of a language, by their English templates. */
export type MessageCatalogue = Readonly<Record<string, CatalogueEntry>>

/** Texts by language tag: `{ de: { 'Back at noon.': 'Mittags wieder da.' } }`. */
export type Translations = Readonly<Record<string, MessageCatalogue>>

/** The templates of an entry. */
export const templatesOf = (entry: CatalogueEntry): string[] =>
  typeof entry === 'string' ? [entry] : Object.values(entry)
