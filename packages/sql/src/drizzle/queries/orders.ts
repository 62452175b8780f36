import { type DrizzleColumn, isColumn, isEntity } from '../entities.ts'
import type { SelectedField } from './fields.ts'
import { chunksOf, textOf } from './sql-parts.ts'

/** One item of `order by`. */
export interface OrderItem {
  /** A column, or the name of a selected expression. */
  readonly by: DrizzleColumn | { readonly alias: string }
  readonly descending: boolean
}

/** The order of a query by columns and named expressions; null if it orders by anything else. */
export function orderItems(orderBy: readonly unknown[] = []): readonly OrderItem[] | null {
  const items = orderBy.map(orderItem)
  return items.includes(null) ? null : (items as OrderItem[])
}

/** `ticket.id`, `asc(ticket.id)`, `desc(ticket.id)`, and the same of `sql\`…\`.as('name')`. */
function orderItem(item: unknown): OrderItem | null {
  const [term, direction = '', ...others] = isEntity(item, 'SQL.Aliased') ? [item] : chunksOf(item)
  const written = direction === '' ? '' : textOf(direction)
  if (others.length > 0 || written === null || !/^( asc| desc)?$/.test(written)) return null
  const descending = written === ' desc'
  if (isColumn(term)) return { by: term, descending }
  if (!isEntity(term, 'SQL.Aliased')) return null
  return { by: { alias: Reflect.get(term, 'fieldAlias') as string }, descending }
}

/** The field that an item of the order means; undefined if it is not selected. */
export const orderedField = (
  fields: readonly SelectedField[],
  { by }: OrderItem,
): SelectedField | undefined =>
  fields.find(({ source, selected }) =>
    'alias' in by
      ? isEntity(selected, 'SQL.Aliased') && Reflect.get(selected, 'fieldAlias') === by.alias
      : source !== null && isSameColumn(source, by),
  )

/** Under an alias, tables and columns are other objects each time. */
const isSameColumn = (one: DrizzleColumn, other: DrizzleColumn): boolean =>
  one.name === other.name && nameOf(one.table) === nameOf(other.table)

const nameOf = (table: object): unknown => Reflect.get(table, Symbol.for('drizzle:Name'))
