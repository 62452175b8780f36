/**
 * Databases by their URL, on Node and other runtimes with its modules: SQLite files and PostgreSQL.
 *
 * @module
 */

export type { LibraryDatabase } from '../sqlite/libraries/library.ts'
export type { Database, OpenDatabaseOptions } from './database.ts'
export { openDatabase } from './open.ts'
export { postgresUrl } from './postgres-url.ts'
export { sqlitePath } from './sqlite.ts'
export {
  pragma,
  type SqliteFileOptions,
  type SqliteLibrary,
  sqliteLibrary,
} from './sqlite-library.ts'
