import { type AnyDatabase, isSqlite } from '../database.ts'
import type { CountedSql } from './counted-sql.ts'
import { postgresCounted } from './postgres/counted.ts'
import { sqliteCounted } from './sqlite/counted.ts'

/** The counters of the database system. */
export const countedSqlOf = (db: AnyDatabase): CountedSql =>
  isSqlite(db) ? sqliteCounted : postgresCounted
