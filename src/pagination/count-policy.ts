import { ConfigurationError } from '../errors/configuration-error.ts'

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

/** @throws ConfigurationError when it is no count policy. */
export function requireCountPolicy(policy: CountPolicy): void {
  if (['exact', 'estimated', 'none'].includes(policy as string)) return
  if (isCapped(policy) && Number.isSafeInteger(policy.capAt) && policy.capAt >= 1) return

  throw new ConfigurationError(
    "count must be 'exact', 'estimated', 'none' or { capAt: 10_000 }, with a whole number of at least 1, " +
      `not ${JSON.stringify(policy)}.`,
  )
}

export const isCapped = (policy: CountPolicy): policy is { readonly capAt: number } =>
  typeof policy === 'object' && policy !== null && 'capAt' in policy

/** The beginning of a page's body: what the count says stands there unless all counts are exact. */
export const countFields = (policy: CountPolicy, { count, countIs }: ListCount) =>
  policy === 'exact' || policy === 'none' ? { count } : { count, count_is: countIs }
