import { sql } from 'kysely'
import { ConfigurationError } from 'turnpike'
import type { OnProgress, Progress } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { inTransaction, stopWithClient } from '../transactions/in-transaction.ts'
import type { Drift } from './counted-sql.ts'
import type { CountedColumn, CountedDefinition } from './definition.ts'
import { nameOf, storeDefinition, storedDefinitions } from './stored.ts'
import { countedSqlOf } from './systems.ts'

/** The faults of the counters of a table. */
export interface VerifiedTable {
  readonly table: string
  /** Why its writers do not keep them; null if they do. */
  readonly fault: string | null
  readonly drifts: readonly Drift[]
}

/**
 * Compares the counters with the rows, each table in one transaction.
 *
 * @param table null: all counted tables.
 * @param onProgress called at the beginning of each table.
 * @throws ConfigurationError when the table is not counted.
 */
export async function verifyCounted(
  db: AnyDatabase,
  table: string | null,
  onProgress?: OnProgress,
): Promise<readonly VerifiedTable[]> {
  const plain = db.withoutPlugins()
  const counted = countedSqlOf(plain)
  const verified: VerifiedTable[] = []
  const definitions = await definitionsFor(plain, table)
  for (const [index, definition] of definitions.entries()) {
    onProgress?.(progressAt(definitions, index))
    const snapshot = isSqlite(plain)
      ? plain.transaction().setAccessMode('read only')
      : plain.transaction().setIsolationLevel('repeatable read')
    verified.push(
      await snapshot.execute(async (transaction) => {
        await stopWithClient(transaction)
        const fault = await counted.fault(transaction, definition)
        const drifts = fault === null ? await counted.verify(transaction, definition) : []
        return { table: nameOf(definition), fault, drifts }
      }),
    )
  }
  return verified
}

/**
 * Counts again. On PostgreSQL it waits at most 5 seconds for the lock of a table, because writers
 * queue behind it.
 *
 * @param table null: all counted tables.
 * @param onProgress called at the beginning of each table.
 * @returns the tables.
 * @throws ConfigurationError when the table is not counted, or no longer can be.
 */
export async function rebuildCounted(
  db: AnyDatabase,
  table: string | null,
  onProgress?: OnProgress,
): Promise<readonly string[]> {
  const plain = db.withoutPlugins()
  const definitions = await definitionsFor(plain, table)
  for (const [index, definition] of definitions.entries()) {
    onProgress?.(progressAt(definitions, index))
    await inTransaction(plain, async (transaction) => {
      await stopWithClient(transaction)
      await limitLockWait(transaction)
      await rebuildTable(transaction, definition)
    })
  }
  return definitions.map(nameOf)
}

const progressAt = (definitions: readonly CountedDefinition[], index: number): Progress => ({
  of: nameOf(definitions[index] as CountedDefinition),
  done: index,
  total: definitions.length,
  unit: 'tables',
})

/** Writers queue behind the lock that is waited for. */
async function limitLockWait(transaction: AnyDatabase): Promise<void> {
  if (!isSqlite(transaction)) await sql`set local lock_timeout = '5s'`.execute(transaction)
}

/** The table may have changed since it was counted. */
async function rebuildTable(db: AnyDatabase, definition: CountedDefinition): Promise<void> {
  const counted = countedSqlOf(db)
  const { schema, table, key, orders, groups, sizes } = definition
  const namesOf = (columns: readonly CountedColumn[]) => columns.map(({ name }) => name)
  const described = await counted.describe(
    db,
    { schema, name: table },
    { orders: orders.map(namesOf), groups: namesOf(groups), key: namesOf(key), sizes },
  )
  if (JSON.stringify(described) === JSON.stringify(definition)) {
    await counted.rebuild(db, definition)
    return
  }
  await counted.drop(db, definition)
  await storeDefinition(db, described)
  await counted.install(db, described)
}

/**
 * Adds to the counters what other programs have written, which the service does by itself.
 *
 * @returns how many changes, by table; null if the writers do that.
 */
export async function foldCounted(
  db: AnyDatabase,
  table: string | null,
): Promise<ReadonlyMap<string, number> | null> {
  const plain = db.withoutPlugins()
  const counted = countedSqlOf(plain)
  if (counted.fold === undefined) return null
  const folded = new Map<string, number>()
  for (const definition of await definitionsFor(plain, table))
    folded.set(nameOf(definition), await counted.fold(plain, definition))
  return folded
}

async function definitionsFor(
  db: AnyDatabase,
  table: string | null,
): Promise<readonly CountedDefinition[]> {
  const all = await storedDefinitions(db)
  if (table === null) return all
  const exact = all.filter((one) => nameOf(one) === table)
  // Without a schema, the tables of this name in all schemas.
  const found = exact.length > 0 ? exact : all.filter((one) => one.table === table)
  if (found.length > 0) return found
  const known = all.length === 0 ? 'no table is' : `counted are ${all.map(nameOf).join(', ')}`
  throw new ConfigurationError(
    `${table} is not counted; ${known}. Call countedTable() in a migration.`,
  )
}
