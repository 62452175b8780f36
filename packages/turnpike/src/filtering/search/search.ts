import { knownOptions } from '../../errors/known-options.ts'
import type { Condition, FieldCondition } from '../../items/conditions/condition.ts'
import type { Rule } from '../../rules/rule.ts'
import { text } from '../../rules/text.ts'

/** Lets the client search a list: `?search=old man` finds what has both words in these fields. */
export interface Search<Field extends string = string> {
  /**
   * The fields in which a word may be: anywhere in the text, or as a prefix says. `['title',
   * '^code', '=isbn']` finds titles that contain the word, codes that start with it, and the ISBN
   * that is equal to it, all without regard to case. `@` is full text search, on PostgreSQL.
   */
  readonly fields: readonly SearchField<Field>[]
}

/** A field that is searched, with a prefix if the word must not be anywhere in it. */
export type SearchField<Field extends string = string> = Field | `${'^' | '=' | '@'}${Field}`

/** @throws ConfigurationError when it has no fields, or regular expressions. */
export const requireSearch = (search: Search): void => searchOptions.require(search)

/** How a field is searched. */
export interface SearchedField {
  readonly field: string
  readonly operator: Extract<
    FieldCondition['operator'],
    'contains' | 'startsWith' | 'equalsText' | 'fullText'
  >
}

/** `'^code'` → `{ field: 'code', operator: 'startsWith' }`. */
export function searchedField(name: string): SearchedField {
  const operator = operators.get(name.charAt(0))
  return operator === undefined
    ? { field: name, operator: 'contains' }
    : { field: name.slice(1), operator }
}

/** Every term must be found in at least one of the fields. */
export function searchCondition({ fields }: Search, terms: readonly string[]): Condition {
  const searched = fields.map(searchedField)
  return {
    all: terms.map((term) => ({
      any: searched.map(({ field, operator }) => ({
        field,
        operator,
        value: operator === 'fullText' ? phrase(term) : term,
      })),
    })),
  }
}

/** Full text search has a syntax of its own: in quotation marks `or` and `-sea` are words. */
const phrase = (term: string): string => `"${term.replaceAll('"', ' ')}"`

const operators: ReadonlyMap<string, SearchedField['operator']> = new Map([
  ['^', 'startsWith'],
  ['=', 'equalsText'],
  ['@', 'fullText'],
])

const isSearchField = (value: unknown): boolean =>
  text.accepts(value) &&
  !value.startsWith('$') &&
  !lookup.test(value) &&
  text.accepts(searchedField(value).field)

/** The lookups of Django, which a field of Django REST framework may end in. */
const lookup =
  /__(?:i?(?:exact|contains|startswith|endswith|regex)|search|in|isnull|range|[gl]te?|unaccent)$/

const searchFields: Rule<Search['fields']> = {
  expected: "a list of one or more fields, such as ['title', '^code', '=isbn']",
  accepts: (value): value is Search['fields'] =>
    Array.isArray(value) && value.length > 0 && value.every(isSearchField),
  advise(value) {
    if (!Array.isArray(value)) return null
    if (value.some((name) => `${name}`.startsWith('$'))) {
      return (
        'A field with $ would be searched by regular expressions, and one from a client can keep ' +
        'the database busy for minutes: search the field without the $.'
      )
    }
    return value.some((name) => lookup.test(`${name}`))
      ? 'A prefix says how a field is searched, not a lookup after its name: ^ at its start, = as ' +
          'a whole, @ as full text, and without a prefix anywhere in it.'
      : null
  },
}

const searchOptions = knownOptions<Search>('search', { fields: { required: searchFields } })
