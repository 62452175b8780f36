import { clearTimeout, setTimeout } from 'node:timers'
import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'
import type { Logger } from '../../logger.ts'
import { SqliteTransactionLost } from './busy.ts'
import type { Connections } from './connections.ts'
import type { WriterTurn } from './writer-turn.ts'

export interface SessionOptions {
  /** Milliseconds after which a transaction without statements is rolled back; null: never. */
  readonly idleTransactionTimeoutMillis: number | null
  readonly logger: Logger
}

/**
 * What Kysely takes for a connection: one statement, stream or transaction, or what is done in
 * `db.connection()`. Its reads go to the connection for reading, until it sends something else: from then
 * on it has the one that writes for itself, up to its end.
 */
export class SqliteSession implements DatabaseConnection {
  readonly #connections: Connections
  readonly #options: SessionOptions
  #turn: WriterTurn | null = null
  #idleTimer: NodeJS.Timeout | undefined
  /** Why it takes no more statements. */
  #ended: Error | null = null

  constructor(connections: Connections, options: SessionOptions) {
    this.#connections = connections
    this.#options = options
  }

  /** Whether its transaction was rolled back already. */
  get isLost(): boolean {
    return this.#ended instanceof SqliteTransactionLost
  }

  async executeQuery<Row>(
    query: CompiledQuery,
    { signal }: AbortableOperationOptions = {},
  ): Promise<QueryResult<Row>> {
    if (this.#ended !== null) throw this.#ended
    if (this.#turn === null) {
      if (this.#connections.isRead(query)) return this.#connections.read(query, signal)
      this.#turn = await this.#connections.writer.take(signal)
    }
    this.#idleTimer?.refresh()
    return this.#turn.execute(query, signal)
  }

  async *streamQuery<Row>(
    query: CompiledQuery,
    _chunkSize: number,
    { signal }: AbortableOperationOptions = {},
  ): AsyncIterableIterator<QueryResult<Row>> {
    if (this.#ended !== null) throw this.#ended
    if (!SelectQueryNode.is(query.query)) {
      throw new Error('SQLite streams the rows of select queries only: use execute() here.')
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
    this.watch()
    for (const row of this.#turn.stream<Row>(query)) {
      yield { rows: [row] }
      this.#idleTimer?.refresh()
      if (this.#ended !== null) throw this.#ended
    }
  }

  /** From now on something must be sent or read from time to time. */
  watch(): void {
    const { idleTransactionTimeoutMillis: millis } = this.#options
    if (millis === null || this.#idleTimer !== undefined) return
    this.#idleTimer = setTimeout(() => this.#lose(millis), millis).unref()
  }

  unwatch(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = undefined
  }

  /** Gives back what it has. */
  end(error: Error = new Error(endedMessage)): void {
    this.unwatch()
    this.#ended ??= error
    this.#turn?.end()
    this.#turn = null
  }

  #lose(idleMillis: number): void {
    const error = new SqliteTransactionLost(idleMillis)
    this.#options.logger.error({ err: error }, 'A transaction was idle for too long.')
    this.end(error)
  }
}

const endedMessage =
  'This connection was given back: wait for all statements inside of db.connection().'
