import type { ItemSet, ItemStore } from 'turnpike'
import type { AnyDatabase } from '../../src/kysely/index.ts'
import type { TableName } from './tables.ts'

/** Where a database is: the path of a file, or the URL of a server. */
export type Place =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** Items of any table: the suites read only what they have written. */
// biome-ignore lint/suspicious/noExplicitAny: the types of the tables are tested beside each ORM
export type AnyItems = ItemSet<any>
// biome-ignore lint/suspicious/noExplicitAny: the types of the tables are tested beside each ORM
export type AnyStore = ItemStore<any, any>

/** A row by its columns. */
export type Row = object

/** An ORM with an open database. */
export interface Connected {
  /** Turnpike's database over the same connections, for accounts and transactions. Null: none. */
  readonly db: AnyDatabase | null
  store(table: TableName): AnyStore
  /** The rows of a table as a query of the ORM. */
  items(table: TableName): AnyItems
  /** Writes a row with the ORM alone, beside Turnpike. */
  insert(table: TableName, row: Row): Promise<void>
  close(): Promise<void>
}

/** An ORM in one version with one database. */
export interface Pair {
  readonly orm: string
  /** As it is installed: `0.45.4`. */
  readonly version: string
  /** The database, and how the connections are made: `SQLite, better-sqlite3`. */
  readonly database: string
  readonly kind: Place['kind'] | 'memory'
  /** Why statements of the ORM itself are apart from those of Turnpike. Absent: they are not. */
  readonly apart?: string
  /** Why pages of its lists are not cached where the database has such a cache. */
  readonly readAgain?: string
  /**
   * Opens the file as another program does, with the library of the pair: two copies of SQLite in
   * one process do not see the locks of each other. Absent: as the service does.
   */
  readonly openFile?: (place: Place) => { db: AnyDatabase; close(): Promise<void> }
  /** @param patience milliseconds that a write may wait for a busy SQLite file. Default the usual. */
  connect(place: Place | null, patience?: number): Promise<Connected>
}

export const nameOf = ({ orm, version, database }: Pair): string =>
  [orm, version, `(${database})`].filter((part) => part !== '').join(' ')
