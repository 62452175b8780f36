import type { ApiRequest } from '../http/request.ts'
import { preferenceOf } from '../http/syntax/prefer.ts'
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
  /** Null if the list was not counted. */
  readonly count: number | null
  /** Null if there is no count. */
  readonly countIs: CountIs | null
}

const capRule = wholeNumber({ least: 1 })

export const countPolicy: Rule<CountPolicy> = {
  expected: "'exact', 'estimated', 'none' or an object such as { capAt: 10_000 }",
  accepts: (value): value is CountPolicy =>
    ['exact', 'estimated', 'none'].some((policy) => policy === value) ||
    capRule.accepts(Object(value).capAt),
  advise: () => `capAt must be ${capRule.expected}.`,
}

export const isCapped = (policy: CountPolicy): policy is { readonly capAt: number } =>
  typeof policy === 'object' && policy !== null && 'capAt' in policy

/** Whether a page says the meaning of its count. */
export const showsMeaning = (policy: CountPolicy): boolean =>
  policy !== 'exact' && policy !== 'none'

/** The first fields of a page's body: the count, and its meaning unless all counts are exact. */
export const countFields = (policy: CountPolicy, { count, countIs }: ListCount) =>
  showsMeaning(policy) ? { count, count_is: countIs } : { count }

/** A count that a client may choose: `Prefer: count=none` (RFC 7240). */
export type CountPreference = 'exact' | 'estimated' | 'none'

const all: readonly unknown[] = ['exact', 'estimated', 'none'] satisfies CountPreference[]

export const countPreferenceList: Rule<readonly CountPreference[]> = {
  expected: "a list of 'exact', 'estimated' and 'none'",
  accepts: (value): value is readonly CountPreference[] =>
    Array.isArray(value) && value.every((one) => all.includes(one)),
}

/** The count that the client prefers; null if there is none, or it is not offered. */
export function preferredCount(
  { headers }: ApiRequest,
  offered: readonly CountPreference[],
): CountPreference | null {
  if (offered.length === 0) return null
  const preferred = preferenceOf(headers.get('Prefer'), 'count')
  return offered.find((one) => one === preferred) ?? null
}
