/**
 * A translation: a template with the same places, or one for each plural category of the language
 * (`Intl.PluralRules`). `other` is used for the categories that are left out.
 */
export type Entry =
  | string
  | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string })

/** The texts of a language, by their English templates. */
export type Catalogue = Readonly<Record<string, Entry>>

/** Texts by language tag: `{ de: { 'Back at noon.': 'Mittags wieder da.' } }`. */
export type Translations = Readonly<Record<string, Catalogue>>

/** The templates of an entry. */
export const templatesOf = (entry: Entry): string[] =>
  typeof entry === 'string' ? [entry] : Object.values(entry)
