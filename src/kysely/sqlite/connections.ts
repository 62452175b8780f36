import type { CompiledQuery, QueryResult } from 'kysely'
import { isLocked } from './busy.ts'
import type { SqliteConnection } from './connection.ts'
import type { Readers } from './readers.ts'
import type { Writer } from './writer.ts'

/**
 * The connections to one database: one that writes, and those that read beside it, if there are
 * any.
 */
export class Connections {
  readonly writer: Writer
  readonly #readers: Readers | null

  constructor(writer: Writer, readers: Readers | null) {
    this.writer = writer
    this.#readers = readers
  }

  /**
   * Those that read outside of transactions; null while there is nothing but the one that writes.
   */
  get #apart(): Readers | null {
    return this.writer.hasOwnState ? null : this.#readers
  }

  /** The connection whose version changes with whatever reads outside of transactions can see. */
  get observer(): SqliteConnection {
    return this.#apart?.shared ?? this.writer.connection
  }

  /**
   * Whether all that a session outside of a transaction reads now is committed, and nothing older.
   */
  get isCurrent(): boolean {
    return this.writer.isCurrent
  }

  /** Whether a statement of a session outside of a transaction is for `read`. */
  isRead({ query: { kind }, sql }: CompiledQuery): boolean {
    const mayBe = kind === 'SelectQueryNode' || (kind === 'RawNode' && readingWord.test(sql))
    const { writer } = this
    return mayBe && (writer.isFree ? writer.connection : this.observer).isRead(sql)
  }

  async read<Row>(query: CompiledQuery, signal?: AbortSignal): Promise<QueryResult<Row>> {
    const { writer } = this
    const readers = this.#apart
    if (readers !== null) return this.#readBeside(readers, query)

    const turn = await writer.take(signal)
    try {
      return await turn.execute(query, signal)
    } finally {
      turn.end()
    }
  }

  /**
   * The rows of a query, on a connection of its own; null if there is none but the one that writes.
   */
  stream<Row>(query: CompiledQuery): IterableIterator<Row> | null {
    return this.#apart?.stream(query) ?? null
  }

  /**
   * Reads on the one that writes while it is free: its cache outlives the writes of this process.
   */
  #readBeside<Row>(readers: Readers, query: CompiledQuery): QueryResult<Row> {
    try {
      if (this.writer.isFree) return this.writer.connection.execute(query)
    } catch (error) {
      // Another process repairs the log. The readers wait for that.
      if (!isLocked(error)) throw error
    }
    return readers.shared.execute(query)
  }

  /** Readers first: the last connection empties the write-ahead log, which a reader could not. */
  close(): void {
    this.#readers?.close()
    this.writer.connection.close()
  }
}

/**
 * What can begin a statement that only reads. A pragma may change its connection when it is
 * prepared.
 */
const readingWord = /^\s*(select|with|values|explain)\b/i
