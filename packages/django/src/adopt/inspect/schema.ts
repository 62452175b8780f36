/** The tables of a database, as its catalogue describes them. */
export interface DatabaseSchema {
  readonly dialect: Dialect
  readonly tables: readonly Table[]
}

export type Dialect = 'sqlite' | 'postgres' | 'mysql'

export interface Table {
  readonly name: string
  /** In their order. */
  readonly columns: readonly Column[]
  /** Empty if there is none. */
  readonly primaryKey: readonly string[]
  /** Columns that are unique together, the primary key left out. */
  readonly uniques: readonly (readonly string[])[]
  readonly foreignKeys: readonly ForeignKey[]
  /** The check constraints as SQL, those that Django makes for types left out. */
  readonly checks: readonly string[]
}

export interface ForeignKey {
  readonly columns: readonly string[]
  /** The table that it refers to. */
  readonly table: string
}

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly isNullable: boolean
  /** Whether the database counts it up: a serial, an identity, `auto_increment`, a row number. */
  readonly isGenerated: boolean
  /** Whether the database has a default for it. Django keeps its defaults in its code. */
  readonly hasDefault: boolean
}

/** The type of the values of a column. */
export type ColumnType =
  | IntegerType
  | { readonly kind: 'text'; readonly maxLength: number | null }
  | { readonly kind: 'boolean' }
  | DecimalType
  | { readonly kind: 'float' }
  | { readonly kind: 'datetime' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | UuidType
  | JsonType
  | { readonly kind: 'address' }
  /** One that is not taken over, such as `bytea`. */
  | { readonly kind: 'other'; readonly name: string }

/** The limits are those of the column; null if it has none. */
export interface IntegerType {
  readonly kind: 'integer'
  readonly isBig: boolean
  readonly min: number | null
  readonly max: number | null
}

/** SQLite does not keep the digits: then they are null. */
export interface DecimalType {
  readonly kind: 'decimal'
  readonly digits: number | null
  readonly places: number | null
}

export interface UuidType {
  readonly kind: 'uuid'
  /** Whether it is 32 hexadecimal digits in a text column. */
  readonly isText: boolean
}

export interface JsonType {
  readonly kind: 'json'
  /** Whether the driver returns its text. */
  readonly isText: boolean
}

/** Reads rows of a database, and nothing else. */
export interface Catalogue {
  readonly dialect: Dialect
  rows(sql: string, parameters?: readonly unknown[]): Promise<readonly CatalogueRow[]>
  /** The name as an identifier of SQL. */
  quote(name: string): string
  close(): Promise<void>
}

export type CatalogueRow = Readonly<Record<string, unknown>>
