import type { CompiledQuery } from 'kysely'
import type { ItemSet } from '../items/item-set.ts'
import { compileOnce } from './compile-once.ts'
import { type AnyDatabase, type AnyQuery, type AnyRow, isSqlite } from './database.ts'
import { estimatedRows } from './estimate.ts'
import { untilChanged } from './kept-results.ts'
import { stateOf } from './sqlite/state.ts'

interface CountRow {
  /** PostgreSQL counts in 64 bits, which arrive as a text. */
  readonly count: number | string
}

type Counts = Required<Pick<ItemSet<AnyRow>, 'count' | 'countUpTo' | 'estimate'>>

/** Counts the rows of a query that has no order. */
export function countsOf(db: AnyDatabase, query: AnyQuery): Counts {
  const state = stateOf(db)
  const counted = compileOnce<CountRow>(0, () => countOf(db, query))
  const countedUpTo = compileOnce<CountRow>(1, (limit) => countOf(db, query.limit(limit)))

  const read = (compiled: CompiledQuery<CountRow>): Promise<number> =>
    untilChanged(state, query.toOperationNode(), compiled, async () => {
      const { rows } = await db.executeQuery(compiled)
      return Number(rows[0]?.count)
    })

  return {
    count: () => read(counted()),

    countUpTo: (limit) => read(countedUpTo(limit)),

    estimate: () => estimatedRows(db, query),
  }
}

const countOf = (db: AnyDatabase, query: AnyQuery) =>
  db.selectFrom(query.as('item')).select((eb) => eb.fn.countAll().as('count'))

/** Further ones are read in their own time, in which a round trip does not matter. */
const nearOffset = 1000

/** Most parameters of one statement of PostgreSQL. */
const maxParameters = 65_535

/**
 * Reads a slice near the beginning with the count of the same moment, in one statement instead of two.
 * Undefined on SQLite, where statements cost no round trip, and for queries that cannot have one column
 * more.
 */
export function sliceAndCountOf(
  db: AnyDatabase,
  ordered: AnyQuery,
  { count, slice }: Pick<ItemSet<AnyRow>, 'count' | 'slice'>,
): ItemSet<AnyRow>['sliceAndCount'] {
  if (isSqlite(db) || ordered.toOperationNode().setOperations !== undefined) return undefined
  const windowed = compileOnce<AnyRow>(2, (limit, offset) =>
    ordered.select(countOf(db, ordered.clearOrderBy()).as(countColumn)).limit(limit).offset(offset),
  )

  async function oneAfterTheOther(offset: number, limit: number) {
    const total = await count()
    const items = offset < total ? await slice(offset, Math.min(limit, total - offset)) : []
    return { items, count: total }
  }

  return async (offset, limit) => {
    if (offset > nearOffset) return oneAfterTheOther(offset, limit)
    const statement = windowed(limit, offset)
    if (statement.parameters.length > maxParameters) return oneAfterTheOther(offset, limit)

    const { rows } = await db.executeQuery(statement)
    // A row is needed to say how many there are.
    if (rows.length === 0) return oneAfterTheOther(offset, limit)
    const total = Number(rows[0][countColumn])
    for (const row of rows) delete row[countColumn]
    return { items: rows, count: total }
  }
}

/** One word in lower case, which no plugin writes in another way. */
const countColumn = 'turnpikecount'
