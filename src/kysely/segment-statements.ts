import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { KeysetWindow } from '../items/keyset.ts'
import { type Ordering, orderingTerm } from '../items/ordering.ts'
import { compileOnce } from './compile-once.ts'
import type { AnyQuery, AnyRow } from './database.ts'
import type { PositionSql } from './position.ts'
import { type Condition, segmentsBeyond, type Term } from './segments.ts'

/** What windows with the same statements have in common. */
export interface Shape extends Pick<KeysetWindow, 'ordering' | 'includesFrom' | 'backward'> {
  /** Which values of the position are null; null: there is no position. */
  readonly nulls: readonly boolean[] | null
  /** Whether the columns of the positions are read. */
  readonly withColumns: boolean
}

export const shapeOf = (
  { ordering, from, includesFrom, backward }: KeysetWindow,
  withColumns: boolean,
): Shape => ({
  ordering,
  includesFrom,
  backward,
  nulls: from?.map((value) => value === null) ?? null,
  withColumns,
})

/** One statement for each segment, with places for the values of the position, the limit and the offset. */
export function segmentStatements(query: AnyQuery, positions: PositionSql, shape: Shape) {
  const { ordering, withColumns, nulls } = shape
  const selected = withColumns ? withPositions(query, ordering, positions) : query
  const ordered = inReadingOrder(selected, shape)

  return segmentsOf(shape, positions).map((conditions) =>
    compileOnce<AnyRow>((nulls?.length ?? 0) + 2, (...places) => {
      const [limit, offset] = places.slice(-2) as [never, never]
      return conditions
        .reduce((narrowed, condition) => narrowed.where(toSql(condition, places)), ordered)
        .limit(limit)
        .offset(offset)
    }),
  )
}

function withPositions(query: AnyQuery, ordering: Ordering, positions: PositionSql): AnyQuery {
  return query.select(
    ordering.map((name, index) =>
      positions.write(sql.ref(orderingTerm(name).field)).as(positionColumn(index)),
    ),
  )
}

const inReadingOrder = (query: AnyQuery, { ordering, backward }: Shape): AnyQuery =>
  ordering
    .map(orderingTerm)
    .reduce(
      (ordered, { field, descending }) =>
        ordered.orderBy(sql.ref(field), descending === backward ? 'asc' : 'desc'),
      query,
    )

function segmentsOf(
  { ordering, nulls, includesFrom, backward }: Shape,
  { nullsAreSmallest, comparesRows }: PositionSql,
): Condition[][] {
  if (nulls === null) return [[]]

  const terms: Term[] = ordering.map((name, index) => {
    const { field, descending } = orderingTerm(name)
    const ascending = descending === backward
    return {
      field,
      index,
      ascending,
      nullsLast: ascending !== nullsAreSmallest,
      isNull: nulls[index] ?? true,
    }
  })
  return segmentsBeyond(terms, { includesPosition: includesFrom, comparesRows })
}

function toSql({ terms, operator }: Condition, places: readonly unknown[]): RawBuilder<SqlBool> {
  const fields = terms.map(({ field }) => sql.ref(field))
  const left = terms.length === 1 ? sql`${fields[0]}` : sql`(${sql.join(fields)})`
  if (operator === 'is null' || operator === 'is not null') return sql`${left} ${sql.raw(operator)}`

  const values = terms.map(({ index }) => sql`${places[index]}`)
  const right = terms.length === 1 ? sql`${values[0]}` : sql`(${sql.join(values)})`
  return sql`${left} ${sql.raw(operator)} ${right}`
}

/**
 * The column of a position's value. Without a capital, an underscore or a digit, which plugins would write
 * in another way.
 */
export const positionColumn = (index: number): string => `turnpikeposition${'i'.repeat(index)}`
