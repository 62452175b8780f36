/** The rows of a table as an item store, which views read and write. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Condition, ConditionValue, ItemStore } from 'turnpike'
import { allOf, commaList, firstRow, identifier, run, type Sql, sql } from '../sql.ts'
import { column, isInteger, itemOf, type Row, stored, type Table, tableOf } from './columns.ts'
import { conditionSql } from './conditions.ts'
import { itemsOf, type SqliteItemsOptions } from './items.ts'
import { refusalOf } from './refusals.ts'

/** The rows of a table. @throws ConfigurationError when there is no such table. */
export function sqliteStore<Item extends object, Values extends object = Partial<Item>>(
  database: DatabaseSync,
  name: string,
  { key = 'id' }: SqliteItemsOptions = {},
): ItemStore<Item, Values> {
  const table = tableOf(database, name, key)
  const from = identifier(name)
  // The type of the rows is the caller's word: SQLite knows only their columns.
  const itemFrom = (row: Row) => row as Item

  const found = (row: Row | null) => (row === null ? null : itemFrom(itemOf(table, row)))
  const read = ({ text, values }: Sql) =>
    found(firstRow(database, sql(`select * from ${from} where ${text}`, ...values)))

  /** @throws ValidationError, Conflict when a constraint refuses it. */
  function write({ text, values }: Sql): Item | null {
    try {
      return found(firstRow(database, sql(`${text} returning *`, ...values)))
    } catch (error) {
      throw refusalOf(error)
    }
  }

  return {
    items: itemsOf(database, table, itemFrom),

    ...(table.key.length > 1 && { key: table.key }),

    async find(...texts) {
      const values = table.key.map((field, index) => keyValue(table, field, texts[index] ?? ''))
      return values.includes(null) ? null : read(hasKey(table, values))
    },

    async create(values) {
      const set = given(table, values)
      const names = set.map(([field]) => column(table, field)).join(', ')
      const marks = commaList(set.map(([, value]) => sql('?', value)))
      const rest = set.length === 0 ? 'default values' : `(${names}) values (${marks.text})`
      const created = write(sql(`insert into ${from} ${rest}`, ...marks.values))
      if (created === null) throw new Error(`A trigger has left out the new row of ${name}.`)
      return created
    },

    async update(item, values) {
      const set = given(table, values)
      const same = hasKeyOf(table, item)
      if (set.length === 0) return read(same)
      const changes = commaList(
        set.map(([field, value]) => sql(`${column(table, field)} = ?`, value)),
      )
      const text = `update ${from} set ${changes.text} where ${same.text}`
      return write(sql(text, ...changes.values, ...same.values))
    },

    async destroy(item) {
      const { text, values } = hasKeyOf(table, item)
      try {
        run(database, sql(`delete from ${from} where ${text}`, ...values))
      } catch (error) {
        throw refusalOf(error)
      }
    },

    meets: async (item, condition: Condition) =>
      read(allOf([hasKeyOf(table, item), conditionSql(table, condition)])) !== null,
  }
}

/** The part of a key as it stands in a URL. Null: no row has it. Each integer has one spelling. */
function keyValue(table: Table, field: string, text: string): string | number | null {
  if (!isInteger(table, field)) return text
  return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : null
}

const hasKey = (table: Table, values: readonly unknown[]): Sql =>
  allOf(
    table.key.map((field, index) =>
      sql(`${column(table, field)} = ?`, values[index] as SQLInputValue),
    ),
  )

const hasKeyOf = (table: Table, item: object): Sql =>
  hasKey(
    table,
    table.key.map((field) => Reflect.get(item, field)),
  )

/** The values to write, without those that are undefined. */
const given = (table: Table, values: object): [string, SQLInputValue][] =>
  Object.entries(values).flatMap(([field, value]: [string, ConditionValue | null | undefined]) => {
    if (value === undefined) return []
    column(table, field)
    return [[field, value === null ? null : stored(field, value)]]
  })
