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

/**
 * Kysely's SQLite dialect over an open better-sqlite3 database, with three differences: statements
 * are prepared once, booleans are written as 0 and 1, and a transaction takes the write lock when it
 * begins, so that two processes wait for each other instead of failing halfway. One with
 * `setAccessMode('read only')` does not take it.
 */
export function sqliteDialect(database: SqliteDatabase): Dialect {
  const dialect = new SqliteDialect({ database })
  return {
    createDriver: () => new ImmediateDriver({ database: preparedOnce(database) }),
    createAdapter: () => dialect.createAdapter(),
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

function preparedOnce(database: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()

  return {
    close() {
      statements.clear()
      database.close()
    },

    prepare(sql) {
      const prepared = statements.get(sql)
      if (prepared !== undefined) return prepared

      const statement = withBooleans(database.prepare(sql))
      const oldest = statements.keys().next()
      if (statements.size >= maxStatements && !oldest.done) statements.delete(oldest.value)
      statements.set(sql, statement)
      return statement
    },
  }
}

const withBooleans = (statement: SqliteStatement): SqliteStatement => ({
  reader: statement.reader,
  all: (parameters) => statement.all(bindable(parameters)),
  run: (parameters) => statement.run(bindable(parameters)),
  iterate: (parameters) => statement.iterate(bindable(parameters)),
})

const bindable = (parameters: readonly unknown[]) =>
  parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value))
