import { setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Logger } from 'turnpike'
import type { TransactionScope } from '../transactions/scope.ts'
import { isLocked, longestPause, otherProcess, SqliteBusy, seconds } from './busy.ts'
import type { SqliteConnection } from './connection.ts'

export interface WriterTurnOptions {
  readonly connectionTimeoutMillis: number
  /** The deadline of the first statement, as `performance.now()`. */
  readonly deadline: number
  readonly logger: Logger
  /** Called once, when the connection is released. */
  end(): void
}

/** The use of the writing connection by one session. */
export class WriterTurn {
  readonly #connection: SqliteConnection
  readonly #options: WriterTurnOptions
  readonly #began = performance.now()
  readonly #wasInTransaction: boolean
  #deadline: number | null
  #waitsForLock = false
  #scope: TransactionScope | null = null

  constructor(connection: SqliteConnection, options: WriterTurnOptions) {
    this.#connection = connection
    this.#options = options
    this.#wasInTransaction = connection.inTransaction
    this.#deadline = options.deadline
  }

  /** Whether the current work is in the transaction that has it, and would wait for itself. */
  get isOwn(): boolean {
    const scope = this.#scope
    return scope?.isOpen === true && scope.isCurrent
  }

  /** Its transaction belongs to the scope; null outside a scope. */
  belongTo(scope: TransactionScope | null): void {
    this.#scope = scope
  }

  /**
   * Executes a statement, retrying while another process has the lock: the statement has then done
   * nothing, and SQLite's own way of waiting would block this process.
   *
   * @throws SqliteBusy if the lock is not released in time.
   */
  async execute<Row>(query: CompiledQuery, signal?: AbortSignal): Promise<QueryResult<Row>> {
    for (let pause = 1; ; pause = Math.min(2 * pause, longestPause)) {
      try {
        const result = this.#connection.execute<Row>(query)
        this.#deadline = null
        this.#waitsForLock = false
        return result
      } catch (error) {
        if (!isLocked(error)) throw error
        this.#requireTime(error)
      }
      await sleep(pause, undefined, { signal })
    }
  }

  stream<Row>(query: CompiledQuery): IterableIterator<Row> {
    return this.#connection.stream<Row>(query)
  }

  /** The present use of the connection. Shown to callers that time out. */
  describe(): string {
    if (this.#waitsForLock) return otherProcess
    const age = seconds(performance.now() - this.#began)
    return this.#connection.inTransaction
      ? `a transaction of this process has been open for ${age}: is \`db\` used inside it, where the transaction should be?`
      : `db.connection() or a stream of this process has had the connection for ${age}.`
  }

  /** Releases the connection. Ends an abandoned stream and rolls back an open transaction. */
  end(): void {
    this.#connection.endStreams()
    if (this.#connection.inTransaction && !this.#wasInTransaction) this.#rollBack()
    this.#options.end()
  }

  #requireTime(cause: unknown): void {
    const { connectionTimeoutMillis } = this.#options
    this.#deadline ??= performance.now() + connectionTimeoutMillis
    this.#waitsForLock = performance.now() < this.#deadline
    if (this.#waitsForLock) return
    this.#deadline = null
    throw new SqliteBusy(connectionTimeoutMillis, otherProcess, { cause })
  }

  #rollBack(): void {
    try {
      this.#connection.database.prepare('rollback').run([])
    } catch (err) {
      this.#options.logger.error({ err }, 'A transaction that was left open cannot be rolled back.')
    }
  }
}
