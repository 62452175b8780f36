import { type Expression, type RawBuilder, sql } from 'kysely'

/** How a database writes a value as text and reads that text as the very same value. */
export interface PositionSql {
  /** Whether NULL comes before every value in ascending order. */
  readonly nullsAreSmallest: boolean
  /** The value of a column as text; NULL stays NULL. */
  write(column: Expression<unknown>): RawBuilder<string | null>
  /** The value that the text stands for, to be compared with the same column. */
  read(text: string): RawBuilder<unknown>
}

/** PostgreSQL reads its own text with the type of the column that it is compared with. */
export const postgresPositions: PositionSql = {
  nullsAreSmallest: false,
  write: (column) => sql`cast(${column} as text)`,
  read: (text) => sql`${text}`,
}

/** SQLite keeps the type with each value, and `quote` writes it into the text. */
export const sqlitePositions: PositionSql = {
  nullsAreSmallest: true,
  // `quote` stops at a NUL character, so a text that has one is written in hexadecimal.
  write: (column) => sql`case
    when typeof(${column}) = 'text' and instr(${column}, char(0)) then 'T' || hex(${column})
    else nullif(quote(${column}), 'NULL') end`,
  read(text) {
    if (text.startsWith("'")) return sql`${text.slice(1, -1).replaceAll("''", "'")}`
    if (text.startsWith('X')) return sql`unhex(${text.slice(2, -1)})`
    if (text.startsWith('T')) return sql`cast(unhex(${text.slice(1)}) as text)`
    // The plus takes away the affinity of the cast, which would turn texts of the column into numbers.
    return /^-?\d+$/.test(text) ? sql`+cast(${text} as integer)` : sql`+cast(${text} as real)`
  },
}
