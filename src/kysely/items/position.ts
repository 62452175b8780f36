import { hexToBytes } from '@noble/hashes/utils.js'
import { type Expression, type RawBuilder, sql } from 'kysely'

/** A text that JavaScript cannot hold is bound as its bytes. */
export type ValueForm = 'value' | 'bytes of a text'

/**
 * How a database compares values, writes one as text and reads that text as the very same value.
 */
export interface PositionSql {
  /** Whether NULL comes before every value in ascending order. */
  readonly nullsAreSmallest: boolean
  /**
   * Whether an index serves a comparison of several fields at once. SQLite's serves the first field
   * only, and filters all rows that are equal in it.
   */
  readonly comparesRows: boolean
  /** The value of a column as text; NULL stays NULL. */
  write(column: Expression<unknown>): RawBuilder<string | null>
  /** How the value of the text is bound. */
  formOf(text: string): ValueForm
  /** What is bound in place of the text, to be compared with the same column. */
  read(text: string): unknown
  /** The value in a statement, where it is bound in this form. */
  place(value: unknown, form: ValueForm): RawBuilder<unknown>
}

/** PostgreSQL reads its own text with the type of the column that it is compared with. */
export const postgresPositions: PositionSql = {
  nullsAreSmallest: false,
  comparesRows: true,
  write: (column) => sql`cast(${column} as text)`,
  formOf: () => 'value',
  read: (text) => text,
  place: (value) => sql`${value}`,
}

/** SQLite keeps the type with each value, and `quote` writes it into the text. */
export const sqlitePositions: PositionSql = {
  nullsAreSmallest: true,
  comparesRows: false,
  // `quote` stops at a NUL character, and what is no UTF-8 does not come out as it is. So texts of
  // more than ASCII are written in hexadecimal.
  write: (column) => sql`case
    when typeof(${column}) = 'text'
      and (instr(${column}, char(0)) or ${column} glob '*[^' || char(1) || '-' || char(127) || ']*')
    then 'T' || hex(${column})
    else nullif(quote(${column}), 'NULL') end`,
  formOf: (text) => (text.startsWith('T') ? 'bytes of a text' : 'value'),
  read(text) {
    if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
    if (text.startsWith('X')) return hexToBytes(text.slice(2, -1))
    if (text.startsWith('T')) return hexToBytes(text.slice(1))
    const number = Number(text)
    return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text)
  },
  // A cast has a type, into which the values of a column without one would be turned; `+` has none.
  place: (value, form) => (form === 'value' ? sql`${value}` : sql`+cast(${value} as text)`),
}

/** Whether a value of a row is the very one that SQLite has, and not another form of it. */
export function isExactValue(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) || !Number.isInteger(value)
  if (typeof value === 'string') return !isGreatInteger.test(value) && !value.includes(replacement)
  return value === null || typeof value === 'boolean'
}

/** What stands for the bytes of a text that are no UTF-8. */
const replacement = '\u{FFFD}'

/** An integer that a number cannot hold is given as such a text, too. */
const isGreatInteger = /^-?\d{16,19}$/

/** Such a value as SQLite would write it; null for NULL. */
export function exactValueText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value !== 'string') return value === null ? null : `${value}`
  return value.includes("'") ? `'${value.replaceAll("'", "''")}'` : `'${value}'`
}
