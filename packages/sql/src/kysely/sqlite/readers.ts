import type { CompiledQuery } from 'kysely'
import { SqliteConnection } from './connection.ts'
import { libraryDatabase, type OpenSqlite } from './libraries/open-sqlite.ts'

/** The read-only connections, opened on demand. */
export class Readers {
  readonly #open: () => OpenSqlite
  readonly #streaming = new Set<SqliteConnection>()
  #shared: SqliteConnection | undefined
  #isClosed = false

  constructor(open: () => OpenSqlite) {
    this.#open = open
  }

  /** One connection for all single statements: each ends before the next begins. */
  get shared(): SqliteConnection {
    this.#shared ??= this.#connect()
    return this.#shared
  }

  /** Reads on its own connection, which sees no change of the database until the stream ends. */
  *stream<Row>(query: CompiledQuery): IterableIterator<Row> {
    const connection = this.#connect()
    this.#streaming.add(connection)
    try {
      yield* connection.stream<Row>(query)
    } finally {
      this.#streaming.delete(connection)
      connection.close()
    }
  }

  close(): void {
    this.#isClosed = true
    this.#shared?.close()
    for (const connection of this.#streaming) connection.close()
  }

  #connect(): SqliteConnection {
    if (this.#isClosed) throw new Error('The database is closed.')
    return new SqliteConnection(libraryDatabase(this.#open(), 'sqliteDialect({ openReader })'))
  }
}
