import { type AnyDatabase, isSqlite } from '@turnpike/sql'
import { sql } from 'kysely'
import type { OnProgress } from 'turnpike/kit'
import type { AnyService, ServiceContext } from '../define-service.ts'
import { tablesWithRows } from './tables-with-rows.ts'

export interface SeedOptions {
  /** False: leaves a database with rows as it is. */
  evenWithRows: boolean
  /** What the seed reports its progress to. Default: nothing. */
  onProgress?: OnProgress
}

/** What a seed has done: nothing, if the database had rows, whose tables are named. */
export type Seeding = { readonly isDone: true } | { readonly isDone: false; tables: string[] }

/**
 * Calls the seed of a definition, in one transaction. Of several processes that seed an empty
 * database at once, one does.
 */
export function seedDatabase(
  { seed }: AnyService & Required<Pick<AnyService, 'seed'>>,
  context: ServiceContext,
  { evenWithRows, onProgress = () => {} }: SeedOptions,
): Promise<Seeding> {
  const { TRANSACTIONS } = context.settings
  return TRANSACTIONS.run(async (transaction): Promise<Seeding> => {
    await lock(transaction)
    const tables = evenWithRows ? [] : await tablesWithRows(transaction)
    if (tables.length > 0) return { isDone: false, tables }

    await seed({ ...context, transaction, onProgress })
    return { isDone: true }
  })
}

/** On SQLite a transaction has the lock of the file. The number is this lock's own. */
async function lock(db: AnyDatabase): Promise<void> {
  if (!isSqlite(db)) await sql`select pg_advisory_xact_lock(7330191482635114)`.execute(db)
}
