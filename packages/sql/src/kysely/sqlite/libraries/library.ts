import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** A database with the methods of better-sqlite3, which is used as it is. */
export interface LibraryDatabase extends SqliteDatabase {
  prepare(sql: string): LibraryStatement
  /** Undefined if the library does not say. Reading it takes about a microsecond. */
  readonly inTransaction?: boolean
  /** Whether the connection can only read. Undefined if the library does not say. */
  readonly readonly?: boolean
}

/** A statement with the methods of better-sqlite3. */
export interface LibraryStatement extends SqliteStatement {
  readonly readonly?: boolean
  columns?(): readonly LibraryColumn[]
  /** Returns integers as `BigInt`. */
  safeIntegers?(toggle: boolean): unknown
  /** `all` returns rows as lists of values. */
  raw?(toggle: boolean): unknown
  /**
   * The rows with integers as numbers; null if one is beyond 2^53. Libraries without it return it
   * rounded.
   */
  allAsNumbers?(parameters: readonly unknown[]): unknown[] | null
}

export interface LibraryColumn {
  readonly name: string
  /** The declared type of the column that it comes from; null for an expression. */
  readonly type?: string | null
}
