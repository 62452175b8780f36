/** What SQLite says of the columns of a table or a view. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { type ConditionValue, ConfigurationError, type Ordering } from 'turnpike'
import { isoText, keyFields, orderingTerm, UnknownField, UnreadableValue } from 'turnpike/kit'
import { allRows, identifier, sql } from '../sql.ts'

export type Row = Record<string, unknown>

/** A table or a view whose rows are items. */
export interface Table {
  readonly name: string
  /** The declared types by column. */
  readonly types: ReadonlyMap<string, string>
  /** The columns that identify a row. */
  readonly key: readonly string[]
}

/** @throws ConfigurationError when there is no such table, or a column of the key is missing. */
export function tableOf(
  database: DatabaseSync,
  name: string,
  key: string | readonly string[],
): Table {
  const columns = allRows<{ name: string; type: string }>(
    database,
    sql('select name, type from pragma_table_info(?)', name),
  )
  if (columns.length === 0) throw new ConfigurationError(`There is no table ${name}.`)
  const types = new Map(columns.map((column) => [column.name, column.type.toLowerCase()]))
  const table = { name, types, key: keyFields(key) }
  for (const field of table.key) column(table, field)
  return table
}

/** The column in SQL. Names come from clients, so only columns of the table pass. */
export function column({ name: table, types }: Table, name: string): string {
  if (types.has(name)) return identifier(name)
  throw new UnknownField(name, `The table ${table} has no column ${name}.`)
}

export const orderBy = (table: Table, ordering: Ordering): string =>
  `order by ${ordering
    .map(orderingTerm)
    .map(({ field, descending }) => column(table, field) + (descending ? ' desc' : ''))
    .join(', ')}`

/** SQLite has no booleans: the declared type says which numbers mean one. */
export function itemOf({ types }: Table, row: Row): Row {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'number' && isBoolean(types.get(name))) row[name] = value !== 0
  }
  return row
}

const isBoolean = (type: string | undefined) => type === 'boolean' || type === 'bool'

export const isInteger = ({ types }: Table, name: string): boolean =>
  types.get(name)?.includes('int') ?? false

/** The value as SQLite stores it. @throws UnreadableValue when it has no such integer. */
export function stored(field: string, value: ConditionValue): SQLInputValue {
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return isoText(value)
  if (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value) {
    throw new UnreadableValue(field)
  }
  return value
}
