import type { Logger } from '../../http/logger.ts'
import { SqliteBusy } from './busy.ts'
import type { SqliteConnection } from './connection.ts'
import { Turns } from './turns.ts'
import { WriterTurn } from './writer-turn.ts'

export interface WriterOptions {
  /**
   * Milliseconds that a statement waits for this connection and for the lock of another process.
   */
  readonly connectionTimeoutMillis: number
  readonly logger: Logger
}

/** The connection that writes. One session at a time has it. */
export class Writer {
  readonly connection: SqliteConnection
  readonly #options: WriterOptions
  readonly #turns = new Turns()
  #turn: WriterTurn | null = null
  #hasOwnState = false

  constructor(connection: SqliteConnection, options: WriterOptions) {
    this.connection = connection
    this.#options = options
  }

  /** Whether no session has the connection, and it reads what is committed now. */
  get isFree(): boolean {
    return this.#turns.isFree && this.connection.isCurrent
  }

  /**
   * Whether sessions that have ended have left what no other connection has, such as temporary
   * tables.
   */
  get hasOwnState(): boolean {
    return this.#hasOwnState
  }

  /**
   * Whether it reads what is committed now, and hides none of it behind temporary tables of the
   * session that has it.
   */
  get isCurrent(): boolean {
    const { connection } = this
    return connection.isCurrent && connection.hasOwnState === this.#hasOwnState
  }

  /**
   * Waits for the connection. The turn must be ended by the one who took it.
   *
   * @throws SqliteBusy if the connection does not become free in time. The message says what holds
   *   it.
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
      this.#hasOwnState = this.connection.hasOwnState
      this.#turns.end()
    }
    this.#turn = new WriterTurn(this.connection, { ...this.#options, deadline, end })
    return this.#turn
  }
}
