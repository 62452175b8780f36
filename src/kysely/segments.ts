/** One field of an ordering with the value from which reading goes on, in reading direction. */
export interface Term {
  readonly field: string
  readonly ascending: boolean
  readonly nullsLast: boolean
  readonly value: string | null
}

/** What a row of a segment must fulfil, so that an index on the ordering serves it. */
export type Condition =
  | { readonly field: string; readonly operator: '=' | '<' | '>'; readonly value: string }
  | { readonly field: string; readonly operator: 'is null' | 'is not null' }

/**
 * The rows beyond a position as ranges of the ordering, in reading order: those that are equal in all
 * fields but the last come first, then those equal in one field less, and so on. For `created, id` at
 * (`c`, `7`): `created = c and id > 7`, then `created > c`. Each range is one stretch of an index; as
 * one condition with `or` they would be a filter on all rows.
 */
export function segmentsBeyond(terms: readonly Term[], includesPosition: boolean): Condition[][] {
  const segments: Condition[][] = includesPosition ? [terms.map(equalTo)] : []
  for (const [index, term] of [...terms.entries()].toReversed()) {
    const prefix = terms.slice(0, index).map(equalTo)
    for (const condition of beyond(term)) segments.push([...prefix, condition])
  }
  return segments
}

const equalTo = ({ field, value }: Term): Condition =>
  value === null ? { field, operator: 'is null' } : { field, operator: '=', value }

/** What comes after the term's value in its own field: greater values, and nulls where they are last. */
function beyond({ field, ascending, nullsLast, value }: Term): Condition[] {
  if (value === null) return nullsLast ? [] : [{ field, operator: 'is not null' }]

  const further: Condition = { field, operator: ascending ? '>' : '<', value }
  return nullsLast ? [further, { field, operator: 'is null' }] : [further]
}
