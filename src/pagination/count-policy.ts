import type { Rule } from '../rules/rule.ts'
import { wholeNumber } from '../rules/whole-number.ts'

/**
 * How a style counts its lists.
 *
 * - `exact`: every item, for each page.
 * - `{ capAt: 10_000 }`: up to that number. Longer lists have at least as many.
 * - `estimated`: by what the database keeps of its tables, without reading them.
 * - `none`: not at all.
 */
export type CountPolicy = 'exact' | 'estimated' | 'none' | { readonly capAt: number }

/** What a count says: that there are as many items, at least as many, or about as many. */
export type CountIs = 'exact' | 'at_least' | 'estimated'

/** A count as a page has it. */
export interface ListCount {
  /** Null: the list was not counted. */
  readonly count: number | null
  /** Null: there is no count. */
  readonly countIs: CountIs | null
}

const mostCounted = wholeNumber({ least: 1 })

export const countPolicy: Rule<CountPolicy> = {
  expected: "'exact', 'estimated', 'none' or an object such as { capAt: 10_000 }",
  accepts: (value): value is CountPolicy =>
    ['exact', 'estimated', 'none'].some((policy) => policy === value) ||
    mostCounted.accepts(Object(value).capAt),
  advise: () => `capAt must be ${mostCounted.expected}.`,
}

export const isCapped = (policy: CountPolicy): policy is { readonly capAt: number } =>
  typeof policy === 'object' && policy !== null && 'capAt' in policy

/** The beginning of a page's body: what the count says stands there unless all counts are exact. */
export const countFields = (policy: CountPolicy, { count, countIs }: ListCount) =>
  policy === 'exact' || policy === 'none' ? { count } : { count, count_is: countIs }
