import type { CompiledQuery, QueryResult } from 'kysely'
import { isLocked } from './busy.ts'
import type { SqliteConnection } from './connection.ts'
import type { Readers } from './readers.ts'
import type { Writer } from './writer.ts'

/** The connections to one database: a writer, and readers beside it if they can be opened. */
export class Connections {
  readonly writer: Writer
  readonly #readers: Readers | null
  #isClosed = false

  constructor(writer: Writer, readers: Readers | null) {
    this.writer = writer
    this.#readers = readers
  }

  /** The readers for statements outside transactions; null if there is only the writer. */
  get #apart(): Readers | null {
    return this.writer.hasOwnState ? null : this.#readers
  }

  /** The connection whose version changes with everything visible to reads outside transactions. */
  get observer(): SqliteConnection {
    return this.#apart?.shared ?? this.writer.connection
  }

  /**
   * Whether reads of a session outside a transaction see the committed state, and nothing older.
   */
  get isCurrent(): boolean {
    return this.writer.isCurrent
  }

  /** Whether a statement of a session outside a transaction belongs in `read`. */
  isRead({ query: { kind }, sql }: CompiledQuery): boolean {
    const mayBe = kind === 'SelectQueryNode' || (kind === 'RawNode' && readingWord.test(sql))
    const { writer } = this
    return mayBe && (writer.isFree ? writer.connection : this.observer).isRead(sql)
  }

  /**
   * The result of a statement that belongs in `read`, if that need not wait; null for any other
   * statement, or there is only the writer, or it is closed.
   */
  readNow(query: CompiledQuery): QueryResult<unknown> | null {
    const readers = this.#apart
    if (readers === null || this.#isClosed || !this.isRead(query)) return null
    return this.#readBeside(readers, query)
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

  /** The rows of a query, on its own connection; null if there is only the writer. */
  stream<Row>(query: CompiledQuery): IterableIterator<Row> | null {
    return this.#apart?.stream(query) ?? null
  }

  /** Reads on the writer while it is free: its page cache survives this process's own writes. */
  #readBeside<Row>(readers: Readers, query: CompiledQuery): QueryResult<Row> {
    try {
      if (this.writer.isFree) return this.writer.connection.execute(query)
    } catch (error) {
      // Another process is repairing the log. Readers wait for that.
      if (!isLocked(error)) throw error
    }
    return readers.shared.execute(query)
  }

  /**
   * Readers first: the last connection checkpoints the write-ahead log, which a reader cannot do.
   */
  close(): void {
    this.#isClosed = true
    this.#readers?.close()
    this.writer.connection.close()
  }
}

/**
 * The beginning of statements that only read. A pragma may change its connection even when it is
 * only prepared.
 */
const readingWord = /^\s*(select|with|values|explain)\b/i
