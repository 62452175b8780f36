import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@turnpike/sql'
import { type Database, type OpenDatabaseOptions, openDatabase } from '@turnpike/sql/node'

/** A database with the account tables, in memory. */
export async function openInMemory(): Promise<Database> {
  const database = openDatabase('sqlite::memory:')
  await migrate(database.db)
  return database
}

/** A database with the account tables, in a file that vanishes when it is closed. */
export async function openInFile(
  options?: OpenDatabaseOptions,
): Promise<Database & { path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-'))
  const path = join(folder, 'accounts.db')
  const database = openDatabase(`sqlite:${path}`, options)
  await migrate(database.db)

  return {
    ...database,
    path,
    async close() {
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}
