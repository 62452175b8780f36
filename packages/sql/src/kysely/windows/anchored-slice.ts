import type { CompiledQuery, OperationNode, OrderByItemNode, SelectQueryNode } from 'kysely'
import type { Ordering } from 'turnpike'
import { completeOrdering } from 'turnpike/kit'
import { cacheableTables } from '../caching/cacheable-query.ts'
import { cachedAt } from '../caching/query-cache.ts'
import type { AnyRow } from '../database.ts'
import { isDescending } from '../queries/direction.ts'
import { type ListedQuery, withoutOrder } from '../queries/listed-query.ts'
import { termsInPlain } from '../queries/plain-terms.ts'
import { columnName, isColumn, sameNameIn } from '../queries/selected-columns.ts'
import { Anchors } from './anchors.ts'
import { windowReader } from './window-reader.ts'

/** Reads the rows at an offset. */
export type Slice = (offset: number, limit: number) => Promise<AnyRow[]>

interface AnchoredSliceOptions {
  readonly keys: readonly string[]
  readonly keyTerms: Ordering
  /** Null means the query's own. */
  readonly ordering: Ordering | null
  readonly plain: Slice
}

/**
 * Reads a list on SQLite from the nearest position seen since the last change of the database,
 * instead of from the beginning. The rows are the same, at a cost that does not grow with the
 * offset. `plain` is used otherwise: for queries other than the rows of one table with conditions,
 * for unknown orderings, and in transactions. kysely/items/readers.ts decides when it is called.
 */
export function anchoredSlice(
  listed: ListedQuery,
  { keys, keyTerms, ordering, plain }: AnchoredSliceOptions,
): Slice {
  const { changes, tree, narrowing } = listed
  const [table, ...others] = cacheableTables(tree) ?? []
  if (narrowing !== null) return plain
  if (changes === null || table === undefined || others.length > 0) return plain
  const own = ordering === null ? ownOrdering(tree) : { ordering, nodes: new Map() }
  const keyNames = keys.map((key) => nameInTable(listed, key))
  if (own === null || keyNames.includes(null)) return plain
  const order = completeOrdering([...own.ordering, ...keyTerms], keys)
  const reader = windowReader({
    ...listed,
    nodeOf: (field) => own.nodes.get(field) ?? listed.nodeOf(field),
  })
  let name: Pick<CompiledQuery, 'sql' | 'parameters'> | undefined

  return async (offset, limit) => {
    const before = changes.token([table])
    // Rows with the same key would be skipped together.
    if (before === null || !isSameKey(changes.primaryKey(table), keyNames))
      return plain(offset, limit)
    name ??= nameOf(listed.build(withoutOrder(tree)).compile(), order)
    const anchors = cachedAt(changes, before, name, () => new Anchors())
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
    const rows = placed?.items ?? (await reader.rows(window))
    // The anchor may have moved before the read. A read from the beginning is one statement.
    if (anchor !== null && changes.token([table]) !== before) return plain(offset, limit)

    if (placed !== null && limit > 0 && rows.length === limit && changes.isCommitted())
      anchors.add({ offset: offset + limit, position: placed.positionOf(limit - 1) })
    return rows
  }
}

const isSameKey = (one: readonly string[] | null, other: readonly (string | null)[]): boolean =>
  one !== null && one.length === other.length && one.every((name) => other.includes(name))

/** The cache key of a list's anchors. */
const nameOf = ({ sql, parameters }: CompiledQuery, order: Ordering) => ({
  sql: `anchors ${order.join()} ${sql}`,
  parameters,
})

/** The table's column for the field; null when it is something else. */
function nameInTable({ db, tree, nodeOf }: ListedQuery, field: string): string | null {
  const [column] = termsInPlain(withoutOrder(tree), [nodeOf(field)], sameNameIn(db)) ?? []
  return column !== undefined && isColumn(column) ? columnName(column) : null
}

interface OwnOrdering {
  readonly ordering: Ordering
  readonly nodes: ReadonlyMap<string, OperationNode>
}

/** The query's own ordering by columns; null when it orders by anything else. */
function ownOrdering({ orderBy }: SelectQueryNode): OwnOrdering | null {
  const nodes = new Map<string, OperationNode>()
  const ordering: string[] = []
  for (const item of orderBy?.items ?? []) {
    const name = orderedField(item)
    if (name === null) return null
    nodes.set(name, item.orderBy)
    ordering.push(isDescending(item.direction) ? `-${name}` : name)
  }
  return { ordering, nodes }
}

function orderedField({ orderBy, nulls, collation }: OrderByItemNode): string | null {
  if (!isColumn(orderBy) || nulls !== undefined || collation !== undefined) return null
  const { table } = orderBy
  const name = columnName(orderBy)
  if (name.startsWith('-') || table?.table.schema !== undefined) return null
  return table === undefined ? name : `${table.table.identifier.name}.${name}`
}
