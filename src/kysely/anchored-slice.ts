import type { CompiledQuery, OperationNode, OrderByDirection, RawNode } from 'kysely'
import { completeOrdering, type Ordering } from '../items/ordering.ts'
import { Anchors } from './anchors.ts'
import type { AnyDatabase, AnyQuery, AnyRow } from './database.ts'
import { keptUntilChanged } from './kept-results.ts'
import { settledTables } from './settled-query.ts'
import { stateOf } from './sqlite/state.ts'
import { windowReader } from './window-reader.ts'

/** Offsets below it are reached as fast without. */
const nearOffset = 500

/** Reads the rows at an offset. */
export type Slice = (offset: number, limit: number) => Promise<AnyRow[]>

/**
 * Reads a list on SQLite from the nearest place that has been seen since the database changed last, instead
 * of from its beginning: the rows are the same, at a cost that does not grow with the offset. `plain` is
 * used where that cannot be: for queries that are more than the rows of one table by conditions, in an
 * order that is not known, or in a transaction.
 */
export function anchoredSlice(
  db: AnyDatabase,
  query: AnyQuery,
  { key, keyDirection, plain }: { key: string; keyDirection: OrderByDirection; plain: Slice },
): Slice {
  const state = stateOf(db)
  const ordering = orderingOf(query)
  const keyTerm = keyDirection === 'desc' ? `-${key}` : key
  const [table, ...others] = settledTables(query.toOperationNode()) ?? []
  const unordered = query.clearOrderBy()
  const keyName = key.slice(key.lastIndexOf('.') + 1)
  if (state === null || ordering === null || table === undefined || others.length > 0) return plain
  const order = completeOrdering([...ordering, keyTerm], key)
  const reader = windowReader(db, unordered)
  let name: Pick<CompiledQuery, 'sql' | 'parameters'> | undefined

  return async (offset, limit) => {
    const before = offset < nearOffset ? null : state.read([table])
    // Rows with one key would be passed over together.
    if (before === null || state.primaryKey(table) !== keyName) return plain(offset, limit)
    name ??= nameOf(unordered.compile(), order)
    const anchors = keptUntilChanged(state, before, name, () => new Anchors())
    if (anchors === null) return plain(offset, limit)

    const anchor = anchors.before(offset)
    const lacksAnchor = anchors.lacks(offset + limit)
    if (anchor === null && !lacksAnchor) return plain(offset, limit)

    const window = {
      ordering: order,
      from: anchor?.position ?? null,
      includesFrom: false,
      backward: false,
      skip: offset - (anchor?.offset ?? 0),
      limit,
    }
    const placed = lacksAnchor ? await reader.placedRows(window) : null
    const rows = placed?.map(({ item }) => item) ?? (await reader.rows(window))
    // The place may have moved before it was read from. From the beginning it was one statement.
    if (anchor !== null && state.read([table]) !== before) return plain(offset, limit)

    const last = placed?.length === limit && state.isSteady() ? placed.at(-1) : undefined
    if (last !== undefined) anchors.add({ offset: offset + limit, position: last.position })
    return rows
  }
}

/** What the places of a list are kept by. */
const nameOf = ({ sql, parameters }: CompiledQuery, order: Ordering) => ({
  sql: `anchors ${order.join()} ${sql}`,
  parameters,
})

/** The order that a query has by itself, by columns; null when it has one by something else. */
function orderingOf(query: AnyQuery): Ordering | null {
  const items = query.toOperationNode().orderBy?.items ?? []
  const terms = items.map(({ orderBy, direction, nulls, collation }) => {
    const name = columnOf(orderBy)
    const isDescending = isRaw(direction) && direction.sqlFragments[0] === 'desc'
    return name === null || nulls || collation ? null : `${isDescending ? '-' : ''}${name}`
  })
  return terms.includes(null) ? null : (terms as string[])
}

/** Kysely writes the direction of an order as raw SQL. */
const isRaw = (node: OperationNode | undefined): node is RawNode => node?.kind === 'RawNode'

function columnOf(node: OperationNode): string | null {
  if (node.kind !== 'ReferenceNode') return null
  const { column, table } = node as unknown as Reference
  const name = column.column?.name
  const isSimple = name !== undefined && !name.startsWith('-') && table?.table.schema === undefined
  if (!isSimple) return null
  return table === undefined ? name : `${table.table.identifier.name}.${name}`
}

interface Reference {
  readonly column: { readonly column?: { readonly name: string } }
  readonly table?: {
    readonly table: { readonly identifier: { readonly name: string }; readonly schema?: unknown }
  }
}
