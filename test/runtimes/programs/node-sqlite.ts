import type { DatabaseSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** Node's own SQLite in the form that Kysely's dialect takes, which is that of better-sqlite3. */
export const nodeSqlite = (database: DatabaseSync): SqliteDatabase => ({
  close: () => database.close(),
  prepare(sql): SqliteStatement {
    const statement = database.prepare(sql)
    const values = (parameters: readonly unknown[]) =>
      parameters as (string | number | bigint | null)[]
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...values(parameters)),
      run: (parameters) => statement.run(...values(parameters)),
      iterate: (parameters) => statement.iterate(...values(parameters)),
    }
  },
})
