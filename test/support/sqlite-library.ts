import { registerHooks } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import Sqlite from 'better-sqlite3'

let isHidden = false

/**
 * The service does not find better-sqlite3, and uses `node:sqlite`. For all tests of a file that
 * has its own process.
 */
export function hideBetterSqlite(): void {
  isHidden = true
  registerHooks({
    resolve(specifier, context, next) {
      const isOfService = context.parentURL?.endsWith('/sqlite-library.ts') === true
      if (specifier !== 'better-sqlite3' || !isOfService) return next(specifier, context)
      const error = new Error("Cannot find module 'better-sqlite3'")
      throw Object.assign(error, { code: 'MODULE_NOT_FOUND' })
    },
  })
}

/**
 * Another connection to a file, as another process has one. It has the library of the service: two
 * copies of SQLite in one process do not see the locks of each other.
 */
export const openBeside = (path: string): { exec(sql: string): unknown; close(): unknown } =>
  isHidden ? new DatabaseSync(path) : new Sqlite(path, { timeout: 0 })
