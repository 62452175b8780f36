import { createRequire } from 'node:module'
import process from 'node:process'
import { ConfigurationError } from 'turnpike'
import { missingPackage } from 'turnpike/kit'
import type { LibraryDatabase } from '../sqlite/libraries/library.ts'
import { libraryDatabase } from '../sqlite/libraries/open-sqlite.ts'

/** How a SQLite file is opened. */
export interface SqliteFileOptions {
  /** Whether the connection only reads. The file must exist. */
  readonly isReader?: boolean
  /** Milliseconds to wait for the lock of another process, blocking this one. */
  readonly timeout: number
}

/** A library for SQLite. All connections of a process to one file must be of the same library. */
export interface SqliteLibrary {
  readonly name: string
  open(path: string, options: SqliteFileOptions): LibraryDatabase
}

/**
 * better-sqlite3 if it is installed. Otherwise what the runtime has: `bun:sqlite` or `node:sqlite`.
 *
 * @throws ConfigurationError when there is none of them.
 */
export function sqliteLibrary(): SqliteLibrary {
  try {
    return betterSqlite()
  } catch (error) {
    const library = error instanceof ConfigurationError ? ownLibrary() : null
    if (library !== null) return library
    throw error
  }
}

type DatabaseClass = new (path: string, options?: object) => object

/** @throws ConfigurationError when it is not installed. */
function betterSqlite(): SqliteLibrary {
  const Sqlite = requireBetterSqlite()
  return {
    name: 'better-sqlite3',
    open: (path, { isReader = false, timeout }) =>
      opened(new Sqlite(path, { readonly: isReader, fileMustExist: isReader, timeout })),
  }
}

/** It is a CommonJS library, and databases are opened synchronously. */
function requireBetterSqlite(): DatabaseClass {
  try {
    return createRequire(import.meta.url)('better-sqlite3')
  } catch (error) {
    throw missingPackage(error, 'better-sqlite3@13', 'SQLite')
  }
}

/** The library of Bun, or of Node and Deno; null if there is none. */
function ownLibrary(): SqliteLibrary | null {
  if (process.versions.bun !== undefined) return bunSqlite()
  const module = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined
  const Sqlite = module?.DatabaseSync
  if (Sqlite === undefined) return null
  return {
    name: 'node:sqlite',
    open: (path, { isReader = false, timeout }) =>
      opened(new Sqlite(path, { readOnly: isReader, timeout })),
  }
}

function bunSqlite(): SqliteLibrary {
  const load = createRequire(import.meta.url)
  const { Database } = load('bun:sqlite') as { Database: DatabaseClass }
  return {
    name: 'bun:sqlite',
    open(path, { isReader = false, timeout }) {
      const options = isReader ? { readonly: true } : { readwrite: true, create: true }
      const database = opened(new Database(path, options))
      pragma(database, `busy_timeout = ${timeout}`)
      return database
    },
  }
}

const opened = (database: object) => libraryDatabase(database, 'openDatabase()')

/** Executes a pragma. Returns its value, or undefined if it has none. */
export function pragma(database: LibraryDatabase, text: string): unknown {
  const statement = database.prepare(`pragma ${text}`)
  if (!statement.reader) return void statement.run([])
  const [row] = statement.all([]) as Record<string, unknown>[]
  return row === undefined ? undefined : Object.values(row)[0]
}
