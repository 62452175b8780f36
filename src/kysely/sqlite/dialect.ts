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
import { type SqliteState, StatefulSqliteAdapter, sqliteState } from './state.ts'

/**
 * Kysely's SQLite dialect over an open better-sqlite3 database, with three differences: statements
 * are prepared once, booleans are written as 0 and 1, and a transaction takes the write lock when it
 * begins, so that two processes wait for each other instead of failing halfway. One with
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

      const statement = withBooleans(withOwnRows(database.prepare(sql), sql), state)
      const oldest = statements.keys().next()
      if (statements.size >= maxStatements && !oldest.done) statements.delete(oldest.value)
      statements.set(sql, statement)
      return statement
    },
  }
}

/** What better-sqlite3 has besides: rows as lists of their values, and the columns in their order. */
interface Statement extends SqliteStatement {
  raw?(): SqliteStatement
  columns?(): readonly { readonly name: string }[]
}

const withBooleans = (statement: SqliteStatement, state: SqliteState): SqliteStatement => ({
  reader: statement.reader,
  all: (parameters) => statement.all(bindable(parameters)),
  run: (parameters) => statement.run(bindable(parameters)),
  *iterate(parameters) {
    // While rows are streamed the connection reads what was there when the stream began.
    const release = state.hold()
    try {
      yield* statement.iterate(bindable(parameters))
    } finally {
      release()
    }
  },
})

/**
 * The statement with rows that are made here: better-sqlite3 generates code for the rows of each call,
 * which takes longer than to look up one row. Where a star stands for columns, they may change with the
 * schema while the statement is kept, so they are left to the library.
 */
function withOwnRows(statement: Statement, sql: string): SqliteStatement {
  if (!statement.reader || sql.includes('*')) return statement
  const names = statement.columns?.().map(({ name }) => name)
  const bare = statement.raw?.()
  if (names === undefined || bare === undefined) return statement

  const rowOf = (values: unknown): Record<string, unknown> => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index++) {
      row[names[index] as string] = (values as readonly unknown[])[index]
    }
    return row
  }
  return {
    reader: true,
    all: (parameters) => bare.all(parameters).map(rowOf),
    run: (parameters) => bare.run(parameters),
    *iterate(parameters) {
      for (const values of bare.iterate(parameters)) yield rowOf(values)
    },
  }
}

const bindable = (parameters: readonly unknown[]) =>
  parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value))
