import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely'
import type { Connections } from './connections.ts'
import { type SessionOptions, SqliteSession } from './session.ts'

/** Kysely's driver, for its savepoints, over connections of our own. */
export class SessionDriver extends SqliteDriver implements Driver {
  readonly #connections: Connections
  readonly #options: SessionOptions

  constructor(connections: Connections, options: SessionOptions) {
    super({ database: connections.writer.connection.database })
    this.#connections = connections
    this.#options = options
  }

  /** The connections are open. */
  override async init(): Promise<void> {}

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteSession(this.#connections, this.#options)
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
    sessionOf(connection).watch()
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    sessionOf(connection).unwatch()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const session = sessionOf(connection)
    if (!session.isLost) await super.rollbackTransaction(connection)
    session.unwatch()
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection !== undefined) sessionOf(connection).end()
  }

  override async destroy(): Promise<void> {
    this.#connections.close()
  }
}

const sessionOf = (connection: DatabaseConnection) => connection as SqliteSession
