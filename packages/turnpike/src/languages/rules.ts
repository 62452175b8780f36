import { ConfigurationError } from '../errors/configuration-error.ts'
import { listOf } from '../rules/list.ts'
import type { Rule, TextRule } from '../rules/rule.ts'
import { textWhere } from '../rules/text.ts'
import { lookup } from './accept-language.ts'
import { builtInLanguages, hasBuiltIn, isEnglish } from './built-in.ts'
import { type MessageCatalogue, type Translations, templatesOf } from './catalogue.ts'
import { placesOf } from './message.ts'

const isTag = (text: string): boolean => canonical(text) !== null

/** The usual spelling of a tag: `pt-br` → `pt-BR`. Null if it is not a language tag (RFC 5646). */
export function canonical(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** A list of language tags, of which none is repeated. */
export const languageTags: TextRule<readonly string[]> = withoutRepetition(
  listOf(textWhere('a language tag', isTag), {
    of: 'different language tags',
    example: ['en', 'de', 'pt-BR'],
    mayBeEmpty: false,
  }),
)

/* @__NO_SIDE_EFFECTS__ */ function withoutRepetition(
  rule: TextRule<readonly string[]>,
): TextRule<readonly string[]> {
  const isSet = (tags: readonly string[]) => new Set(tags.map(canonical)).size === tags.length
  return {
    ...rule,
    accepts: (value): value is readonly string[] => rule.accepts(value) && isSet(value),
    text: {
      ...rule.text,
      parse(text) {
        const tags = rule.text.parse(text)
        return tags !== undefined && isSet(tags) ? tags : undefined
      },
    },
  }
}

/** Texts by language tag. */
export const translations: Rule<Translations> = {
  expected:
    "an object of texts by language and English text, such as { de: { 'Back at noon.': 'Mittags wieder da.' } }",
  accepts: (value): value is Translations =>
    isRecord(value) &&
    Object.entries(value).every(([tag, catalogue]) => isTag(tag) && isCatalogue(catalogue)),
  show: () => null,
  advise(value) {
    if (!isRecord(value)) return null
    const tag = Object.keys(value).find((name) => !isTag(name))
    if (tag !== undefined) return `${tag} is not a language tag.`
    return Object.entries(value).flatMap(problemsOf)[0] ?? null
  },
}

const isCatalogue = (value: unknown): value is MessageCatalogue =>
  isRecord(value) && Object.entries(value).every(([text, entry]) => problemOf(text, entry) === null)

const problemsOf = ([tag, catalogue]: [string, unknown]): string[] =>
  isRecord(catalogue)
    ? Object.entries(catalogue).flatMap(([text, entry]) => {
        const problem = problemOf(text, entry)
        return problem === null ? [] : [`The text of ${tag} for "${text}" ${problem}.`]
      })
    : [`${tag} must have an object of texts.`]

/** The fault of a translation. Null if there is none. */
export function problemOf(text: string, entry: unknown): string | null {
  if (typeof entry !== 'string' && !(isRecord(entry) && typeof entry.other === 'string')) {
    return "must be a string, or an object by plural category such as { one: '…', other: '…' }"
  }
  const known = placesOf(text)
  const templates = templatesOf(entry as MessageCatalogue[string])
  if (!templates.every((template) => typeof template === 'string')) {
    return 'must have strings by plural category'
  }
  const categories = Object.keys(typeof entry === 'string' ? {} : entry)
  const unknown = categories.find((category) => !pluralCategories.has(category))
  if (unknown !== undefined) return `has the unknown plural category ${unknown}`
  const strange = templates.flatMap(placesOf).find((name) => !known.includes(name))
  return strange === undefined ? null : `has the place {${strange}}, which the English text lacks`
}

const pluralCategories: ReadonlySet<string> = new Set<Intl.LDMLPluralRule>([
  'zero',
  'one',
  'two',
  'few',
  'many',
  'other',
])

/** @throws ConfigurationError when there are no texts in one of the languages. */
export function requireTexts({
  LANGUAGES,
  TRANSLATIONS,
}: {
  LANGUAGES: readonly string[]
  TRANSLATIONS: Translations
}): void {
  const own = Object.keys(TRANSLATIONS)
  const missing = LANGUAGES.find(
    (tag) => !isEnglish(tag) && !hasBuiltIn(tag) && lookup(tag, own) === undefined,
  )
  if (missing === undefined) return
  throw new ConfigurationError(
    `LANGUAGES has ${missing}, which comes without texts: add them to TRANSLATIONS, ` +
      `or leave it out. Languages with texts: en, ${builtInLanguages.join(', ')}.`,
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
