import { type AnyDatabase, isSqlite, postgresPool } from '@turnpike/sql'
import { drizzleSqlite } from '@turnpike/sql/drizzle'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { Pool } from 'pg'
import { tablesFor } from './schema.ts'

/** Drizzle over the connections of the service, and the tables. */
export function openDrizzle(db: AnyDatabase) {
  const onSqlite = () => drizzleSqlite(db, drizzle)
  const onPostgres = () => drizzlePostgres(postgresPool(db, Pool))
  const orm = isSqlite(db) ? onSqlite() : (onPostgres() as unknown as ReturnType<typeof onSqlite>)
  return { orm, ...tablesFor(isSqlite(db)) }
}

export type HelpDesk = ReturnType<typeof openDrizzle>
