import type { Rule } from '../rules/rule.ts'
import { wholeNumber } from '../rules/whole-number.ts'

/**
 * How a style counts its lists.
 *
 * - `exact`: every item, for each page.
 * - `{ capAt: 10_000 }`: up to that number. Longer lists report it as "at least".
 * - `estimated`: from the database's statistics, without reading the items.
 * - `none`: not at all.
 */
export type CountPolicy = 'exact' | 'estimated' | 'none' | { readonly capAt: number }

/** The meaning of a count: exactly, at least, or about as many items. */
export type CountIs = 'exact' | 'at_least' | 'estimated'

/** The count of a list, as shown on a page. */
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

/** The first fields of a page's body: the count, and its meaning unless all counts are exact. */
export const countFields = (policy: CountPolicy, { count, countIs }: ListCount) =>
  policy === 'exact' || policy === 'none' ? { count } : { count, count_is: countIs }
