import type { ColumnDefinitionBuilder } from 'kysely'
import { type AnyDatabase, isSqlite } from './database.ts'

/**
 * Makes an integer column an auto-incremented primary key, on SQLite or PostgreSQL:
 * `createTable('note').addColumn('id', 'integer', identity(db))`. Numbers are never reused, so no
 * row can be mistaken for a deleted one.
 */
export const identity =
  (db: AnyDatabase) =>
  (id: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    isSqlite(db) ? id.primaryKey().autoIncrement() : id.primaryKey().generatedByDefaultAsIdentity()
