import {
  AggregateFunctionNode,
  AliasNode,
  type CompiledQuery,
  IdentifierNode,
  SelectAllNode,
  SelectionNode,
} from 'kysely'
import type { ItemSet } from 'turnpike'
import { cachedResult } from '../caching/query-cache.ts'
import type { AnyQuery, AnyRow } from '../database.ts'
import { limited } from '../queries/limited.ts'
import {
  keepsItsOrder,
  type ListedQuery,
  type OpenQuery,
  withoutOrder,
} from '../queries/listed-query.ts'
import { openQuery } from '../queries/open-query.ts'
import { allOf } from '../queries/wrapped.ts'
import { compileOnce } from '../statements/compile-once.ts'
import { textsOfRows } from '../statements/row-texts.ts'
import { estimatedRows } from './estimate.ts'

interface CountRow {
  /** PostgreSQL counts in 64 bits, which arrive as a string. */
  readonly count: number | string
}

type Counts = Required<Pick<ItemSet<AnyRow>, 'count' | 'countUpTo' | 'estimate'>>

/** Counts the rows of a query. */
export function countsOf(listed: ListedQuery): Counts {
  const { db, changes, build } = listed
  const rows = rowsOf(listed)
  const tree = listed.narrowing === null ? listed.tree : rows.toOperationNode()
  const counted = compileOnce<CountRow>(0, () => countOf(rows, build))
  const countedUpTo = compileOnce<CountRow>(1, (limit) => countOf(limited(db, rows, limit), build))

  const read = (compiled: CompiledQuery<CountRow>): Promise<number> =>
    cachedResult(changes, tree, compiled, async () => {
      const { rows } = await db.executeQuery(compiled)
      return Number(rows[0]?.count)
    })

  return {
    count: () => read(counted()),

    countUpTo: (limit) => read(countedUpTo(limit)),

    estimate: () => estimatedRows(db, rows),
  }
}

/** The rows without an order, unless it decides which ones there are. */
function rowsOf(listed: ListedQuery): AnyQuery {
  const { tree, narrowing, build } = listed
  if (narrowing !== null) return openQuery(listed, []).query
  return build(keepsItsOrder(tree) ? allOf(tree) : withoutOrder(tree))
}

const countOf = (rows: AnyQuery, build: ListedQuery['build']): AnyQuery =>
  build({ ...allOf(rows.toOperationNode()), selections: [countOfAll] })

const countOfAll = SelectionNode.create(
  AliasNode.create(
    AggregateFunctionNode.create('count', [SelectAllNode.create()]),
    IdentifierNode.create('count'),
  ),
)

/** Larger offsets take so long that a second round trip does not matter. */
const nearOffset = 1000

/** Maximum number of parameters of a PostgreSQL statement. */
const maxParameters = 65_535

/** Reads a slice near the beginning together with its count, in one statement instead of two. */
export function sliceAndCountOf(
  { db, build }: ListedQuery,
  ordered: () => Pick<OpenQuery, 'query' | 'restore'>,
  { count, slice }: Pick<ItemSet<AnyRow>, 'count' | 'slice'>,
): NonNullable<ItemSet<AnyRow>['sliceAndCount']> {
  const windowed = compileOnce<AnyRow>(
    2,
    (limit, offset) => {
      const { query } = ordered()
      const count = countOf(query.clearOrderBy(), build)
      return limited(db, query.select(count.as(countColumn)), limit, offset)
    },
    { keepsTexts: true, textOnlyColumn: countColumn },
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
    // Without a row there is no count either.
    if (rows.length === 0) return oneAfterTheOther(offset, limit)
    const total = countAside(rows) ?? takenOff(rows)
    return { items: ordered().restore(rows), count: total }
  }
}

/** The count that came beside the rows; null if it is in the rows. To delete it costs much more. */
function countAside(rows: readonly AnyRow[]): number | null {
  const written = textsOfRows.get(rows)
  if (written === undefined || countColumn in rows[0]) return null
  return Number(written.texts[0]?.[written.names.indexOf(countColumn)])
}

function takenOff(rows: readonly AnyRow[]): number {
  const total = Number(rows[0][countColumn])
  for (const row of rows) delete row[countColumn]
  return total
}

/** One lower-case word, which no plugin renames. */
const countColumn = 'turnpikecount'
