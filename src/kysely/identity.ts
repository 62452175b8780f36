import type { ColumnDefinitionBuilder } from 'kysely'
import { type AnyDatabase, isSqlite } from './database.ts'

/**
 * Makes an integer column the primary key, counted up by the database, in the words of SQLite or
 * PostgreSQL: `createTable('note').addColumn('id', 'integer', identity(db))`. No number is given
 * out a second time, so that no row is taken for one that was deleted.
 */
export const identity =
  (db: AnyDatabase) =>
  (id: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    isSqlite(db) ? id.primaryKey().autoIncrement() : id.primaryKey().generatedByDefaultAsIdentity()
