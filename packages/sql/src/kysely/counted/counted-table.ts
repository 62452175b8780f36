import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { ConfigurationError } from 'turnpike'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { columnsOf } from '../tables/columns.ts'
import { tableName } from '../tables/name.ts'
import { inTransaction } from '../transactions/in-transaction.ts'
import {
  type CountedDefinition,
  type CountedTableOptions,
  type WantedCounts,
  wantedCounts,
} from './definition.ts'
import { forgetCounters } from './discovery.ts'
import { forgetDefinition, nameOf, storeDefinition, storedDefinitions } from './stored.ts'
import { countedSqlOf } from './systems.ts'

/**
 * Counts a table: from now on the database keeps the exact number of its rows, and of ranges of
 * them in these orders, in the transaction of each write, by any program. Lists over the table then
 * read counts and pages at any depth without counting rows. Call it in a migration, after the
 * indexes of the orders:
 * `await countedTable(db, 'note', { orders: ['id', '-created'], by: ['owner'] })`.
 *
 * All rows are counted once, in the transaction of `db` or a new one. If the table is already
 * counted in another way, that is replaced; if in the same way, nothing is done.
 *
 * @throws ConfigurationError when the table cannot be counted so. The message says what to do.
 */
export async function countedTable(
  db: AnyDatabase,
  table: string,
  options: CountedTableOptions,
): Promise<void> {
  await countTable(db, table, wantedCounts(table, options))
}

/** As `countedTable`, with ranges of these sizes. */
export async function countTable(
  db: AnyDatabase,
  table: string,
  wanted: WantedCounts,
): Promise<void> {
  const name = tableName(db, table)
  const named = await withColumnNames(db, table, wanted)
  await atOnce(db.withoutPlugins(), async (plain) => {
    const counted = countedSqlOf(plain)
    const definition = await counted.describe(plain, name, named)
    requireUnlikeOrders(definition)
    const known = await definitionOf(plain, definition)
    if (known !== null) {
      const isSame = isDeepStrictEqual(known, JSON.parse(JSON.stringify(definition)))
      const isKept = isSame && (await counted.fault(plain, definition)) === null
      if (isKept && (await counted.isOutdated?.(plain, definition)) !== true) return
      await counted.drop(plain, known)
    }
    await storeDefinition(plain, definition)
    await counted.install(plain, definition)
  })
  forgetCounters(db)
}

/**
 * Stops counting a table, and removes its counters. Its lists count rows again. Nothing is done if
 * it is not counted; it may have been dropped before.
 */
export async function dropCountedTable(db: AnyDatabase, table: string): Promise<void> {
  const { schema, name } = tableName(db, table)
  await atOnce(db.withoutPlugins(), async (plain) => {
    const known = await definitionOf(plain, {
      ...(schema !== undefined && { schema }),
      table: name,
    })
    if (known === null) return
    await countedSqlOf(plain).drop(plain, known)
    await forgetDefinition(plain, known)
  })
  forgetCounters(db)
}

/** The stored definition of a table; null if it is not counted. */
async function definitionOf(
  db: AnyDatabase,
  { schema, table }: Pick<CountedDefinition, 'schema' | 'table'>,
): Promise<CountedDefinition | null> {
  const definitions = await storedDefinitions(db)
  // SQLite ignores the case of names.
  const isNamed = (one: CountedDefinition) =>
    isSqlite(db) ? one.table.toLowerCase() === table.toLowerCase() : one.table === table
  return (
    definitions.find((one) => isNamed(one) && (schema === undefined || one.schema === schema)) ??
    null
  )
}

/** Unknown fields keep their names, and are reported by `describe`. */
async function withColumnNames(
  db: AnyDatabase,
  table: string,
  wanted: WantedCounts,
): Promise<WantedCounts> {
  const { orders, groups, key } = wanted
  const columns = await columnsOf(db, table, [...orders.flat(), ...groups, ...(key ?? [])])
  const nameOfField = (field: string) =>
    columns.find((column) => column.field === field)?.name ?? field
  return {
    ...wanted,
    orders: orders.map((order) => order.map(nameOfField)),
    groups: groups.map(nameOfField),
    key: key?.map(nameOfField) ?? null,
  }
}

/** Two orders may become one when the key is appended. */
function requireUnlikeOrders(definition: CountedDefinition): void {
  const orders = definition.orders.map((order) => order.map(({ name }) => name).join(', '))
  const twice = orders.find((order, index) => orders.indexOf(order) !== index)
  if (twice === undefined) return
  throw new ConfigurationError(
    `orders of countedTable('${nameOf(definition)}') has the order ${twice} twice: the key ends every order.`,
  )
}

/**
 * Does the work in the transaction of `db`, or in one of its own. The connection of a migration may
 * be in a transaction that Kysely does not know: SQLite can begin a savepoint in either case.
 */
async function atOnce(db: AnyDatabase, work: (db: AnyDatabase) => Promise<void>): Promise<void> {
  if (!isSqlite(db) || db.isTransaction) return inTransaction(db, work)
  await db.connection().execute(async (connection) => {
    await sql`savepoint turnpike_counted`.execute(connection)
    try {
      await work(connection)
    } catch (error) {
      await sql`rollback to savepoint turnpike_counted`.execute(connection)
      await sql`release savepoint turnpike_counted`.execute(connection)
      throw error
    }
    await sql`release savepoint turnpike_counted`.execute(connection)
  })
}
