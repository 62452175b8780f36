import type { SqliteDatabase } from 'kysely'
import { ConfigurationError } from 'turnpike'
import { type BunSqlite, bunSqlite } from './bun-sqlite.ts'
import type { LibraryDatabase } from './library.ts'
import { type NodeSqlite, nodeSqlite } from './node-sqlite.ts'

/** An open database of `better-sqlite3`, `node:sqlite` or `bun:sqlite`. */
export type OpenSqlite = SqliteDatabase | NodeSqlite | BunSqlite

/**
 * The database with the methods of better-sqlite3. Libraries are recognized by their methods.
 *
 * @param place where it was given, for the message.
 * @throws ConfigurationError for anything else.
 */
export function libraryDatabase(database: unknown, place: string): LibraryDatabase {
  if (has(database, 'isTransaction')) return nodeSqlite(database as NodeSqlite)
  if (has(database, 'query', 'inTransaction')) return bunSqlite(database as BunSqlite)
  if (has(database, 'prepare', 'close') && !otherMembers.some((name) => has(database, name))) {
    return database as LibraryDatabase
  }
  throw new ConfigurationError(
    `${place} needs an open database of better-sqlite3 or bun:sqlite (new Database('notes.db')), ` +
      `or of node:sqlite (new DatabaseSync('notes.db')), but was given ${nameOf(database)}.`,
  )
}

/** Members of `sqlite3`, `sql.js`, Drizzle, and Node before 22.16: their statements differ. */
const otherMembers = ['each', 'getRowsModified', '$client', 'applyChangeset']

const has = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value)

function nameOf(value: unknown): string {
  if (typeof value === 'function') return `the class ${value.name}: open it first`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'nothing'
  return `an object of ${value.constructor?.name ?? 'no class'}`
}
