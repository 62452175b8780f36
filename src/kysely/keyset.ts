import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Keyset, KeysetWindow, PlacedItem, Position } from '../items/keyset.ts'
import { completeOrdering, type Ordering, orderingTerm } from '../items/ordering.ts'
import { type AnyDatabase, type AnyQuery, type AnyRow, isSqlite } from './database.ts'
import { type PositionSql, postgresPositions, sqlitePositions } from './position.ts'
import { type Condition, segmentsBeyond, type Term } from './segments.ts'

/** Reads the rows of a select query by position. Its order and its nulls are those of the database. */
export function kyselyKeyset(db: AnyDatabase, query: AnyQuery, key: string): Keyset<AnyRow> {
  const positions = isSqlite(db) ? sqlitePositions : postgresPositions
  const unordered = query.clearOrderBy()

  return {
    complete: (ordering) => completeOrdering(ordering, key),

    read: (window) =>
      readSegments(unordered, positions, { ...window, skip: 0, withPositions: true }),
  }
}

export interface SegmentWindow extends KeysetWindow {
  /** How many items of the window are passed over before the first that is read. */
  readonly skip: number
  /** False: the items come with the position `[]`, which takes less time. */
  readonly withPositions: boolean
}

/** Reads the window of a query without an order. */
export async function readSegments(
  query: AnyQuery,
  positions: PositionSql,
  window: SegmentWindow,
): Promise<PlacedItem<AnyRow>[]> {
  const placedBy = window.withPositions ? window.ordering : []
  const ordered = inReadingOrder(withPositions(query, placedBy, positions), window)
  const found: PlacedItem<AnyRow>[] = []
  const segments = segmentsOf(window, positions)
  let { skip } = window
  // One after the other: a segment is read only when those before it did not fill the page.
  for (const [index, conditions] of segments.entries()) {
    const room = window.limit - found.length
    if (room === 0) break
    const segment = conditions.reduce(
      (narrowed, condition) => narrowed.where(toSql(condition, positions)),
      ordered,
    )
    const limited = segment.limit(room)
    const rows = await (skip > 0 ? limited.offset(skip) : limited).execute()
    found.push(...rows.map((row) => placedItem(row, placedBy)))
    if (rows.length > 0) skip = 0
    else if (skip > 0 && index < segments.length - 1) {
      const passed = await segment.limit(skip).execute()
      skip -= passed.length
    }
  }
  return found
}

/** Columns of the positions; they are taken off the rows again. */
const positionColumn = (index: number) => `turnpike_position_${index}`

function withPositions(query: AnyQuery, ordering: Ordering, positions: PositionSql): AnyQuery {
  return query.select(
    ordering.map((name, index) =>
      positions.write(sql.ref(orderingTerm(name).field)).as(positionColumn(index)),
    ),
  )
}

const inReadingOrder = (query: AnyQuery, { ordering, backward }: KeysetWindow) =>
  ordering
    .map(orderingTerm)
    .reduce(
      (ordered, { field, descending }) =>
        ordered.orderBy(sql.ref(field), descending === backward ? 'asc' : 'desc'),
      query,
    )

function placedItem(row: AnyRow, ordering: Ordering): PlacedItem<AnyRow> {
  const { length } = ordering
  const position: Position = ordering.map((_, index) => row[positionColumn(index)] ?? null)
  for (let index = 0; index < length; index++) delete row[positionColumn(index)]
  return { item: row, position }
}

function segmentsOf(window: KeysetWindow, { nullsAreSmallest }: PositionSql): Condition[][] {
  const { ordering, from, includesFrom, backward } = window
  if (from === null) return [[]]

  const terms: Term[] = ordering.map((name, index) => {
    const { field, descending } = orderingTerm(name)
    const ascending = descending === backward
    return {
      field,
      ascending,
      nullsLast: ascending !== nullsAreSmallest,
      value: from[index] ?? null,
    }
  })
  return segmentsBeyond(terms, includesFrom)
}

function toSql(condition: Condition, positions: PositionSql): RawBuilder<SqlBool> {
  const comparison = sql`${sql.ref(condition.field)} ${sql.raw(condition.operator)}`
  return 'value' in condition
    ? sql<SqlBool>`${comparison} ${positions.read(condition.value)}`
    : sql<SqlBool>`${comparison}`
}
