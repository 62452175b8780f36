import { type Condition, type ConditionValue, ConfigurationError, type ItemKey } from 'turnpike'
import { keyFields, knownOptions, type TransactionalStore } from 'turnpike/kit'
import { defaultTextSearch, textSearchName } from '../../kysely/conditions/full-text.ts'
import type { AnyRow } from '../../kysely/database.ts'
import { keyColumns } from '../../kysely/items/keyed-rows.ts'
import { integerKey, type ReadKey, type ReadKeys } from '../../kysely/items/keys.ts'
import { tableStore } from '../../kysely/items/table-store.ts'
import { encoded } from '../codecs.ts'
import { isCustom } from '../condition-values.ts'
import { type DrizzleColumn, type DrizzleTable, isTable, tableOf } from '../entities.ts'
import { drizzleItems } from '../items.ts'
import type { DrizzleDatabase } from '../kysely-of.ts'
import type { DrizzleQuery, SqlDialect } from '../queries/select-query.ts'
import { namedDatabase } from './named-database.ts'
import { keyOfTable } from './table-key.ts'
import { sentValues, writtenValues } from './written-values.ts'

export interface DrizzleStoreOptions<Field extends string> {
  /**
   * The field of the key, or its fields: `['noteId', 'tagId']`. Default the primary key of the
   * schema.
   */
  key?: ItemKey<Field>
  /**
   * Parses a key from a URL, or its fields by name: `{ code: textKey }`. Default `integerKey`;
   * there are also `textKey` and `uuidKey`.
   */
  readKey?: ReadKeys<Field>
  /** The text search configuration of PostgreSQL, as for `kyselyItems`. Default `simple`. */
  textSearch?: string
}

const drizzleStoreOptions = knownOptions<DrizzleStoreOptions<string>>('drizzleStore()', {
  key: 'optional',
  readKey: 'optional',
  textSearch: textSearchName,
})

/** A table of a Drizzle schema, with the types of its rows. */
export interface SchemaTable {
  readonly $inferSelect: object
  readonly $inferInsert: object
}

/**
 * The rows of one table of a Drizzle schema as an item store: `drizzleStore(orm, notes)`.
 *
 * Items and values have the names and types of the schema, and its `$defaultFn`, `$onUpdateFn` and
 * `default` apply. The key is an integer unless `readKey` is set. Everything else is as in
 * `kyselyStore`: statements join the transaction of the current work, a key that is not unique is
 * rejected on first use, and violated constraints are reported with the fields of the schema.
 *
 * @throws ConfigurationError when the table is none of Drizzle, or has no such key.
 */
export function drizzleStore<Table extends SchemaTable>(
  orm: DrizzleDatabase,
  table: Table,
  options: DrizzleStoreOptions<keyof Table['$inferSelect'] & string> = {},
): TransactionalStore<Table['$inferSelect'], Table['$inferInsert']> {
  drizzleStoreOptions.require(options)
  if (!isTable(table)) throw notATable()
  const described = tableOf(table)
  const { readKey = integerKey, textSearch = defaultTextSearch } = options
  const key = keyFields(options.key ?? keyOfTable(table, described))
  requireKey(key, described)
  const query = allOf(orm, table)
  const { db, dialect, isSqlite } = namedDatabase(orm, described, query)
  const items = drizzleItems(orm, query, { key, textSearch } as object)
  const writing = { table: described, dialect, isSqlite }

  return tableStore({
    name: 'drizzleStore()',
    db,
    table: described.originalName,
    key: keyColumns(key, readKey as ReadKeys<string>).map(({ name, read }) => ({
      name,
      read: storedKey(described.columns[name] as DrizzleColumn, read, dialect),
    })),
    items,
    only: (item) => items.where?.(hasKeyOf(item, key)) ?? items,
    stored: async (values, isNew) => writtenValues(writing, values, isNew),
    sent: (item) => sentValues(writing, item),
  })
}

/** A key from a URL as the column stores it, if the application has made the type of the column. */
function storedKey(
  column: DrizzleColumn,
  read: ReadKey<number | string>,
  { codecs }: SqlDialect,
): ReadKey<number | string> {
  if (!isCustom(column)) return read
  return (text) => {
    const key = read(text)
    try {
      return key === null ? null : (encoded(column as never, key, codecs) as number | string)
    } catch {
      // No key of this type has such a text.
      return null
    }
  }
}

const allOf = (orm: object, table: object): DrizzleQuery =>
  (orm as { select(): { from(table: object): DrizzleQuery } }).select().from(table)

const hasKeyOf = (item: AnyRow, key: readonly string[]): Condition => ({
  all: key.map((field) => ({ field, operator: '=', value: item[field] as ConditionValue })),
})

function requireKey(key: readonly string[], { columns, originalName }: DrizzleTable): void {
  const unknown = key.find((field) => !Object.hasOwn(columns, field))
  if (unknown === undefined) return
  throw new ConfigurationError(
    `The key "${unknown}" of drizzleStore() is not a field of the table ${originalName}. Its fields ` +
      `are ${Object.keys(columns).join(', ')}.`,
  )
}

const notATable = () =>
  new ConfigurationError(
    'drizzleStore() needs a table of a Drizzle schema, such as sqliteTable() or pgTable() return: ' +
      'drizzleStore(orm, notes).',
  )
