/** One field of an ordering, in reading direction, at the position where reading continues. */
export interface Term {
  /** The index of the field in the ordering and of its value in the position. */
  readonly index: number
  readonly ascending: boolean
  readonly nullsLast: boolean
  /** Whether the value is null. */
  readonly isNull: boolean
}

/** A condition on the rows of a segment that an index on the ordering can serve. */
export type Condition =
  /** The fields, compared one after the other with the values: `(created, id) > (c, 7)`. */
  | { readonly terms: readonly Term[]; readonly operator: '=' | '<' | '>' | '<=' | '>=' }
  | { readonly terms: readonly [Term]; readonly operator: 'is null' | 'is not null' }

export interface SegmentOptions {
  readonly includesPosition: boolean
  /** Whether an index can serve a comparison of several fields at once. */
  readonly comparesRows: boolean
}

/**
 * The rows beyond a position as ranges of the ordering, in reading order. Each range is a
 * contiguous part of an index; as a single condition with `or` they would filter all rows.
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
 * Whether one comparison of all fields finds everything beyond. It does not find nulls where all
 * previous fields are equal, so such nulls must come before the position or after everything else.
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
 * Rows that are equal in all fields but the last come first, then those equal in one field less,
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

/** The rows after the term's value in its own field: greater values, and nulls if they are last. */
function beyond(term: Term): Condition[] {
  if (term.isNull) return term.nullsLast ? [] : [{ terms: [term], operator: 'is not null' }]

  const further: Condition = { terms: [term], operator: term.ascending ? '>' : '<' }
  return term.nullsLast ? [further, isNull(term)] : [further]
}
