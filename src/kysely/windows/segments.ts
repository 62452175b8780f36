/** One field of an ordering, in reading direction, at the position from which reading goes on. */
export interface Term {
  /** Which field of the ordering it is, and value of the position. */
  readonly index: number
  readonly ascending: boolean
  readonly nullsLast: boolean
  /** Whether the value is null. */
  readonly isNull: boolean
}

/** What a row of a segment must fulfil, so that an index on the ordering serves it. */
export type Condition =
  /** The fields, compared one after the other with the values: `(created, id) > (c, 7)`. */
  | { readonly terms: readonly Term[]; readonly operator: '=' | '<' | '>' | '<=' | '>=' }
  | { readonly terms: readonly [Term]; readonly operator: 'is null' | 'is not null' }

export interface SegmentOptions {
  readonly includesPosition: boolean
  /** Whether an index serves a comparison of several fields at once. */
  readonly comparesRows: boolean
}

/**
 * The rows beyond a position as ranges of the ordering, in reading order. Each range is one stretch
 * of an index; as one condition with `or` they would be a filter on all rows.
 *
 * The last field is the primary key, which is never null.
 */
export function segmentsBeyond(
  terms: readonly Term[],
  { includesPosition, comparesRows }: SegmentOptions,
): Condition[][] {
  return comparesRows && isOneRange(terms)
    ? oneRange(terms, includesPosition)
    : byPrefix(terms, includesPosition)
}

/**
 * Whether a comparison of all fields at once finds what is beyond. It finds no null at a place
 * where all fields before are equal, so such a null must come before the position, or after
 * everything else.
 */
const isOneRange = (terms: readonly Term[]): boolean =>
  terms.every(
    ({ ascending, isNull, nullsLast }) =>
      ascending === terms[0]?.ascending && !isNull && (!nullsLast || terms.length <= 2),
  )

function oneRange(terms: readonly Term[], includesPosition: boolean): Condition[][] {
  const [first, ...others] = terms as [Term, ...Term[]]
  const operator = `${first.ascending ? '>' : '<'}${includesPosition ? '=' : ''}` as const
  const range: Condition[][] = [[{ terms, operator }]]
  return first.nullsLast && others.length > 0 ? [...range, [isNull(first)]] : range
}

/**
 * Those that are equal in all fields but the last come first, then those equal in one field less,
 * and so on. For `created, -id` at (`c`, `7`): `created = c and id < 7`, then `created > c`.
 */
function byPrefix(terms: readonly Term[], includesPosition: boolean): Condition[][] {
  const segments: Condition[][] = includesPosition ? [terms.map(equalTo)] : []
  for (const [index, term] of [...terms.entries()].toReversed()) {
    const prefix = terms.slice(0, index).map(equalTo)
    for (const condition of beyond(term)) segments.push([...prefix, condition])
  }
  return segments
}

const isNull = (term: Term): Condition => ({ terms: [term], operator: 'is null' })

const equalTo = (term: Term): Condition =>
  term.isNull ? isNull(term) : { terms: [term], operator: '=' }

/**
 * What comes after the term's value in its own field: greater values, and nulls where they are
 * last.
 */
function beyond(term: Term): Condition[] {
  if (term.isNull) return term.nullsLast ? [] : [{ terms: [term], operator: 'is not null' }]

  const further: Condition = { terms: [term], operator: term.ascending ? '>' : '<' }
  return term.nullsLast ? [further, isNull(term)] : [further]
}
