import type { Logger } from '../../http/logger.ts'
import { OutsideOwnTransaction, SqliteBusy } from './busy.ts'
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

/** The writing connection. One session at a time owns it. */
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

  /** Whether no session owns the connection and it reads the committed state. */
  get isFree(): boolean {
    return this.#turns.isFree && this.connection.isCurrent
  }

  /**
   * Whether finished sessions have left state that other connections lack, such as temporary
   * tables.
   */
  get hasOwnState(): boolean {
    return this.#hasOwnState
  }

  /**
   * Whether it reads the committed state, with nothing hidden by temporary tables of its session.
   */
  get isCurrent(): boolean {
    const { connection } = this
    return connection.isCurrent && connection.hasOwnState === this.#hasOwnState
  }

  /**
   * Waits for the connection. The caller must end the turn.
   *
   * @throws SqliteBusy if the connection is not released in time. The message says what holds it.
   * @throws OutsideOwnTransaction if the current work has it.
   */
  async take(signal?: AbortSignal): Promise<WriterTurn> {
    if (!this.#turns.isFree && this.#turn?.isOwn) throw new OutsideOwnTransaction()
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
