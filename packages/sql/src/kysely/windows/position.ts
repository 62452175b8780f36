import { hexToBytes } from '@noble/hashes/utils.js'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { sessionSettings } from './exact-texts.ts'

/** Text that JavaScript cannot represent is bound as bytes. */
export type ValueForm = 'value' | 'bytes of a text'

/**
 * How a database compares values, writes one as text and reads exactly that value from the text.
 */
export interface PositionSql {
  /** Whether NULL comes before every value in ascending order. */
  readonly nullsAreSmallest: boolean
  /**
   * Whether an index can serve a comparison of several fields at once. SQLite uses it only for the
   * first field, and filters all rows that are equal in it.
   */
  readonly comparesRows: boolean
  /** The value of a column as text; NULL stays NULL. */
  write(column: Expression<unknown>): RawBuilder<string | null>
  /** The settings of the session on which these texts depend; null if they depend on none. */
  readonly settings: RawBuilder<string> | null
  /**
   * The spelling of a written text that rows have which are placed without SQL: cursors of the same
   * row are the same, however it was read.
   */
  spelling(text: string): string
  /** How the value is bound. */
  formOf(text: string): ValueForm
  /** The bound value for the text, for comparison with the same column. */
  read(text: string): unknown
  /** The value in a statement, bound in this form, with the type of the compared column. */
  place(value: unknown, form: ValueForm, column: Expression<unknown>): RawBuilder<unknown>
  /** Whether the column's value is absent. */
  isNull(column: Expression<unknown>): RawBuilder<SqlBool>
  isNotNull(column: Expression<unknown>): RawBuilder<SqlBool>
}

/**
 * PostgreSQL parses its own text with the type of the compared column.
 *
 * A row value, of a column of a composite type, `is not null` only if none of its fields is null.
 * `is distinct from null` is about the value itself, and uses an index alike.
 */
export const postgresPositions: PositionSql = {
  nullsAreSmallest: false,
  comparesRows: true,
  // As the server sends it: a cast would write `true` for `t`.
  write: (column) => sql`case when ${column} is distinct from null then concat(${column}) end`,
  settings: sessionSettings,
  spelling: (text) => text,
  formOf: () => 'value',
  read: (text) => text,
  // Beside a column of a composite type, a bare parameter would be a row of no type. The planner
  // leaves only the parameter.
  place: (value, _, column) => sql`case when false then ${column} else ${value} end`,
  isNull: (column) => sql`${column} is not distinct from null`,
  isNotNull: (column) => sql`${column} is distinct from null`,
}

/** SQLite has a type per value, which `quote` includes in the text. */
export const sqlitePositions: PositionSql = {
  nullsAreSmallest: true,
  comparesRows: false,
  // `quote` stops at a NUL character and garbles invalid UTF-8. So text beyond ASCII is written in
  // hexadecimal.
  write: (column) => sql`case
    when typeof(${column}) = 'text'
      and (instr(${column}, char(0)) or ${column} glob '*[^' || char(1) || '-' || char(127) || ']*')
    then 'T' || hex(${column})
    else nullif(quote(${column}), 'NULL') end`,
  settings: null,
  spelling(text) {
    if (text.startsWith("'") || text.startsWith('X')) return text
    const value = text.startsWith('T') ? utf8Text(hexToBytes(text.slice(1))) : Number(text)
    return value !== null && isExactValue(value) ? (exactValueText(value) ?? text) : text
  },
  formOf: (text) => (text.startsWith('T') ? 'bytes of a text' : 'value'),
  read(text) {
    if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
    if (text.startsWith('X')) return hexToBytes(text.slice(2, -1))
    if (text.startsWith('T')) return hexToBytes(text.slice(1))
    const number = Number(text)
    return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text)
  },
  // A cast has a type, to which untyped columns would be converted; `+` has none. With statistics,
  // SQLite would also plan the statement again for each value of a bare placeholder.
  place: (value, form) => (form === 'value' ? sql`+${value}` : sql`+cast(${value} as text)`),
  isNull: (column) => sql`${column} is null`,
  isNotNull: (column) => sql`${column} is not null`,
}

/** Null if it is not valid UTF-8. */
function utf8Text(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Whether a value of a row is exactly SQLite's, not another form of it. */
export function isExactValue(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) || !Number.isInteger(value)
  if (typeof value === 'string') return !isGreatInteger(value) && !value.includes(replacement)
  return value === null || typeof value === 'boolean'
}

/** Replaces bytes that are not valid UTF-8. */
const replacement = '\u{FFFD}'

/** Integers that a number cannot hold are strings of this form. Most others are too long for it. */
const isGreatInteger = (text: string): boolean => text.length <= 20 && /^-?\d{16,19}$/.test(text)

/** The value as SQLite would write it; null for NULL. */
export function exactValueText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value !== 'string') return value === null ? null : `${value}`
  return value.includes("'") ? `'${value.replaceAll("'", "''")}'` : `'${value}'`
}
