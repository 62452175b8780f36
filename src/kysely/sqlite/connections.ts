import type { CompiledQuery, QueryResult } from 'kysely'
import type { SqliteConnection } from './connection.ts'
import type { Readers } from './readers.ts'
import type { Writer } from './writer.ts'

/** The connections to one database: one that writes, and those that read beside it, if there are any. */
export class Connections {
  readonly writer: Writer
  readonly #readers: Readers | null

  constructor(writer: Writer, readers: Readers | null) {
    this.writer = writer
    this.#readers = readers
  }

  /**
   * The connection for statements that read outside of a transaction. It is the one that writes while
   * that one has temporary tables or attached databases which no session can call its own.
   */
  get reading(): SqliteConnection {
    const isApart = this.#readers !== null && !this.writer.hasOwnTables
    return isApart ? this.#readers.shared : this.writer.connection
  }

  /** Whether all that a session outside of a transaction reads now is committed, and nothing older. */
  get isCurrent(): boolean {
    return this.writer.isCurrent
  }

  /** Whether a statement can be sent to the connection for reading. */
  isRead({ query: { kind }, sql }: CompiledQuery): boolean {
    const mayBe = kind === 'SelectQueryNode' || (kind === 'RawNode' && readingWord.test(sql))
    return mayBe && this.reading.isRead(sql)
  }

  async read<Row>(query: CompiledQuery, signal?: AbortSignal): Promise<QueryResult<Row>> {
    const { reading, writer } = this
    if (reading !== writer.connection) return reading.execute(query)

    const turn = await writer.take(signal)
    try {
      return await turn.execute(query, signal)
    } finally {
      turn.end()
    }
  }

  /** The rows of a query, on a connection of its own; null if there is none but the one that writes. */
  stream<Row>(query: CompiledQuery): IterableIterator<Row> | null {
    const isApart = this.#readers !== null && this.reading !== this.writer.connection
    return isApart ? this.#readers.stream(query) : null
  }

  /** Readers first: the last connection empties the write-ahead log, which a reader could not. */
  close(): void {
    this.#readers?.close()
    this.writer.connection.close()
  }
}

/** What can begin a statement that only reads. A pragma may change its connection when it is prepared. */
const readingWord = /^\s*(select|with|values|explain)\b/i
