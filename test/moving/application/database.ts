import { outageAwareDialect, postgresDialect, postgresTypes, sqliteDialect } from '@turnpike/sql'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { Pool, types } from 'pg'
import type { Tables } from './tables.ts'

/** The database that Django uses: `sqlite:/var/db.sqlite3` or `postgres://…`. */
export function openDatabase(url: string): Kysely<Tables> {
  if (!url.startsWith('sqlite:')) {
    const pool = new Pool({ connectionString: url, types: postgresTypes(types), max: 5 })
    return new Kysely<Tables>({ dialect: outageAwareDialect(postgresDialect(pool)) })
  }
  const file = url.slice('sqlite:'.length)
  const openReader = () => new Sqlite(file, { readonly: true })
  const database = new Sqlite(file, { timeout: 0 })
  return new Kysely<Tables>({
    dialect: outageAwareDialect(sqliteDialect(database, { openReader })),
  })
}
