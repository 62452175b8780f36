import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'
import { withValues } from './rows.ts'
import { type SqliteState, StatefulSqliteAdapter, sqliteState } from './state.ts'
import { bindable } from './values.ts'

/**
 * Kysely's SQLite dialect over an open better-sqlite3 database, with three differences: statements
 * are prepared once, values are those that PostgreSQL gives for the declared types (`boolean`,
 * `json`, integers beyond 2^53 as texts), and a transaction takes the write lock when it begins, so
 * that two processes wait for each other instead of failing halfway. One with
 * `setAccessMode('read only')` does not take it.
 */
export function sqliteDialect(database: SqliteDatabase): Dialect {
  const dialect = new SqliteDialect({ database })
  const state = sqliteState(database)
  return {
    createDriver: () => new ImmediateDriver({ database: preparedOnce(database, state) }),
    createAdapter: () => new StatefulSqliteAdapter(state),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }
}

/** Most statements that are kept prepared. The ones prepared first make way. */
const maxStatements = 256

function preparedOnce(database: SqliteDatabase, state: SqliteState): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()

  return {
    close() {
      statements.clear()
      database.close()
    },

    prepare(sql) {
      const prepared = statements.get(sql)
      if (prepared !== undefined) return prepared

      const statement = withBindable(withValues(database.prepare(sql), sql), state)
      const oldest = statements.keys().next()
      if (statements.size >= maxStatements && !oldest.done) statements.delete(oldest.value)
      statements.set(sql, statement)
      return statement
    },
  }
}

const withBindable = (statement: SqliteStatement, state: SqliteState): SqliteStatement => ({
  reader: statement.reader,
  all: (parameters) => statement.all(allBindable(parameters)),
  run: (parameters) => statement.run(allBindable(parameters)),
  *iterate(parameters) {
    // While rows are streamed the connection reads what was there when the stream began.
    const release = state.hold()
    try {
      yield* statement.iterate(allBindable(parameters))
    } finally {
      release()
    }
  },
})

const allBindable = (parameters: readonly unknown[]) => parameters.map(bindable)
