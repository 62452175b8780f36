import type { Logger } from '../../logger.ts'
import { SqliteBusy } from './busy.ts'
import type { SqliteConnection } from './connection.ts'
import { Turns } from './turns.ts'
import { WriterTurn } from './writer-turn.ts'

export interface WriterOptions {
  /** Milliseconds that a statement waits for this connection and for the lock of another process. */
  readonly connectionTimeoutMillis: number
  readonly logger: Logger
}

/** The connection that writes. One session at a time has it. */
export class Writer {
  readonly connection: SqliteConnection
  readonly #options: WriterOptions
  readonly #turns = new Turns()
  #turn: WriterTurn | null = null
  #hasOwnTables = false

  constructor(connection: SqliteConnection, options: WriterOptions) {
    this.connection = connection
    this.#options = options
  }

  /** Whether no session has the connection, and it reads what is committed now. */
  get isFree(): boolean {
    return this.#turns.isFree && this.connection.isCurrent
  }

  /** Whether sessions that have ended have left temporary tables or attached databases. */
  get hasOwnTables(): boolean {
    return this.#hasOwnTables
  }

  /**
   * Whether it reads what is committed now, and hides none of it behind temporary tables of the session
   * that has it.
   */
  get isCurrent(): boolean {
    const { connection } = this
    return connection.isCurrent && connection.hasOwnTables === this.#hasOwnTables
  }

  /**
   * Waits for the connection. The turn must be ended by the one who took it.
   *
   * @throws SqliteBusy if the connection does not become free in time. The message says what holds it.
   */
  async take(signal?: AbortSignal): Promise<WriterTurn> {
    const { connectionTimeoutMillis } = this.#options
    const deadline = performance.now() + connectionTimeoutMillis
    const taken = this.#turns.take(connectionTimeoutMillis, signal)
    if (taken !== true && !(await taken)) {
      throw new SqliteBusy(
        connectionTimeoutMillis,
        this.#turn?.describe() ?? 'it was taken by others.',
      )
    }
    const end = () => {
      this.#hasOwnTables = this.connection.hasOwnTables
      this.#turns.end()
    }
    this.#turn = new WriterTurn(this.connection, { ...this.#options, deadline, end })
    return this.#turn
  }
}
