import { clearTimeout, setTimeout } from 'node:timers'
import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'
import type { Logger } from 'turnpike'
import { beginningScope } from '../transactions/scope.ts'
import { SqliteTransactionLost } from './busy.ts'
import type { Connections } from './connections.ts'
import type { WriterTurn } from './writer-turn.ts'

export interface SessionOptions {
  /** Milliseconds after which a transaction without statements is rolled back; null means never. */
  readonly idleTransactionTimeoutMillis: number | null
  readonly logger: Logger
}

/**
 * A connection from Kysely's point of view: one statement, stream or transaction, or the scope of
 * `db.connection()`. Its reads use a reading connection until it sends anything else. From then on
 * it owns the writing connection until its end.
 */
export class SqliteSession implements DatabaseConnection {
  readonly #connections: Connections
  readonly #options: SessionOptions
  #turn: WriterTurn | null = null
  #idleTimer: NodeJS.Timeout | undefined
  #isOpen = true
  /** Whether Kysely has opened it for one statement only. */
  #isSingle: boolean
  /** Whether Kysely has begun a transaction. */
  #isInTransaction = false
  /** Why its transaction was lost. */
  #lost: SqliteTransactionLost | null = null

  constructor(connections: Connections, isSingle: boolean, options: SessionOptions) {
    this.#connections = connections
    this.#isSingle = isSingle
    this.#options = options
  }

  /** Whether its transaction has already been rolled back. */
  get isLost(): boolean {
    return this.#lost !== null
  }

  async executeQuery<Row>(
    query: CompiledQuery,
    { signal }: AbortableOperationOptions = {},
  ): Promise<QueryResult<Row>> {
    this.#requireOpen()
    if (this.#turn === null) {
      if (this.#connections.isRead(query)) return this.#connections.read(query, signal)
      const { writer } = this.#connections
      if (this.#isSingle && writer.shares(query)) return await writer.write(query)
      this.#turn = await writer.take(signal)
    }
    this.#idleTimer?.refresh()
    this.#requireTransaction(query)
    return this.#turn.execute(query, signal)
  }

  async *streamQuery<Row>(
    query: CompiledQuery,
    _chunkSize: number,
    { signal }: AbortableOperationOptions = {},
  ): AsyncIterableIterator<QueryResult<Row>> {
    this.#requireOpen()
    if (!SelectQueryNode.is(query.query)) {
      throw new Error('SQLite streams only select queries: use execute() here.')
    }
    const ownReader =
      this.#turn === null && this.#connections.isRead(query)
        ? this.#connections.stream<Row>(query)
        : null
    if (ownReader !== null) {
      for (const row of ownReader) yield { rows: [row] }
      return
    }

    this.#turn ??= await this.#connections.writer.take(signal)
    this.#requireTransaction(query)
    this.#watch()
    for (const row of this.#turn.stream<Row>(query)) {
      yield { rows: [row] }
      this.#idleTimer?.refresh()
      this.#requireOpen()
    }
  }

  /** A transaction has begun. */
  begin(): void {
    this.#isInTransaction = true
    this.#turn?.belongTo(beginningScope())
    this.#watch()
  }

  /** Starts the idle timeout. */
  #watch(): void {
    const { idleTransactionTimeoutMillis: millis } = this.#options
    if (millis === null || this.#idleTimer !== undefined) return
    this.#idleTimer = setTimeout(() => this.#lose(millis), millis).unref()
  }

  /** The transaction is over. */
  end(): void {
    this.#isInTransaction = false
    clearTimeout(this.#idleTimer)
    this.#idleTimer = undefined
  }

  /** Reopens a finished session. */
  open(isSingle: boolean): void {
    this.#isOpen = true
    this.#isSingle = isSingle
  }

  /** Releases its connection. */
  close(): void {
    this.#isOpen = false
    if (this.#turn === null) return
    this.end()
    this.#turn.end()
    this.#turn = null
  }

  #lose(idleMillis: number): void {
    this.#lost = new SqliteTransactionLost(idleMillis)
    this.#options.logger.error({ err: this.#lost }, 'A transaction was idle for too long.')
    this.close()
  }

  /** Without a new transaction SQLite would commit each further statement separately. */
  #requireTransaction({ sql }: CompiledQuery): void {
    if (!this.#isInTransaction || !this.#connections.writer.connection.isOutside) return
    if (/^\s*begin\b/i.test(sql)) return
    throw new Error(
      'SQLite has ended the transaction at an earlier error or statement: let such errors end the ' +
        'work of the transaction, and leave commit and rollback to Kysely.',
    )
  }

  #requireOpen(): void {
    if (this.#isOpen) return
    if (this.#lost !== null) throw this.#lost
    throw new Error(
      'The connection was already released: await everything that is done in db.connection().',
    )
  }
}
