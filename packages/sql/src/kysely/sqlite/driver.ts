import {
  type AbortableOperationOptions,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely'
import type { Connections } from './connections.ts'
import { type SessionOptions, SqliteSession } from './session.ts'

/** Kysely's driver, for its savepoints, with our own connections. */
export class SessionDriver extends SqliteDriver implements Driver {
  readonly #connections: Connections
  readonly #options: SessionOptions
  /** Finished sessions, for reuse: Kysely spends more time on a session it does not know. */
  readonly #idle: SqliteSession[] = []

  constructor(connections: Connections, options: SessionOptions) {
    super({ database: connections.writer.connection.database })
    this.#connections = connections
    this.#options = options
  }

  /** The connections are already open. */
  override async init(): Promise<void> {}

  override async acquireConnection(
    options?: AbortableOperationOptions,
  ): Promise<DatabaseConnection> {
    // Kysely passes options for `db.connection()`, and for statements only those of the caller.
    const isSingle = options === undefined
    const session = this.#idle.pop()
    if (session === undefined) return new SqliteSession(this.#connections, isSingle, this.#options)
    session.open(isSingle)
    return session
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
    sessionOf(connection).begin()
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    sessionOf(connection).end()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const session = sessionOf(connection)
    // After some errors, such as a full disk or `raise(rollback)` in a trigger, SQLite has already
    // rolled back.
    const isOver = session.isLost || this.#connections.writer.connection.isOutside
    if (!isOver) await super.rollbackTransaction(connection)
    session.end()
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection === undefined) return
    const session = sessionOf(connection)
    session.close()
    if (!session.isLost) this.#idle.push(session)
  }

  override async destroy(): Promise<void> {
    await this.#connections.writer.finish()
    this.#connections.close()
  }
}

const sessionOf = (connection: DatabaseConnection) => connection as SqliteSession
