import type { ConditionValue } from 'turnpike'
import { isoText, UnreadableValue } from 'turnpike/kit'
import type { ColumnKind } from './kinds.ts'

/** A field of a condition. */
export interface ComparedColumn {
  readonly field: string
  readonly kind: ColumnKind
  /** PostgreSQL: the collation as text in SQL, `"tr-x-icu"`. Null means that of the database. */
  readonly collation: string | null
}

/** A value in the form in which it is bound. */
export interface BoundValue {
  readonly value: string | number | bigint | boolean
  /** The SQL type to which it is cast; null means the type of the column. */
  readonly cast: 'bigint' | 'numeric' | 'float8' | 'timestamp' | null
}

/**
 * The value for comparison with a column; null when nothing equals it, nor is less or greater.
 *
 * @throws UnreadableValue when the column cannot have such values.
 */
export type BindValue = (value: ConditionValue, column: ComparedColumn) => BoundValue | null

/** An untyped parameter has the type of the column, so that an index on it can be used. */
export const bindForPostgres: BindValue = (value, column) => {
  const { kind } = column
  const simple = simpleValue(value, column)
  if (simple === null) return null
  // A decimal keeps its digits.
  if (typeof value === 'string' && (kind === 'number' || kind === 'real')) return uncast(value)
  if (typeof simple === 'string') return isKept(simple) ? uncast(simple) : null
  if (typeof simple === 'object') {
    // Compared with a day, a moment would lose its time.
    return { value: isoText(simple), cast: kind === 'date' ? 'timestamp' : null }
  }
  if (kind === 'boolean' || typeof simple === 'boolean') return uncast(simple)
  if (kind === 'integer') return { value: simple, cast: isInt64(simple) ? 'bigint' : 'numeric' }
  const isTooLarge = kind === 'real' && !Number.isFinite(Math.fround(Number(simple)))
  return { value: simple, cast: isTooLarge ? 'float8' : null }
}

/** SQLite has no booleans and dates, and its numbers have 64 bits. */
export const bindForSqlite: BindValue = (value, column) => {
  const simple = simpleValue(value, column)
  if (simple === null) return null
  if (typeof simple === 'string') return simple.isWellFormed() ? uncast(simple) : null
  if (typeof simple === 'object') return uncast(dateText(simple, column.kind))
  if (typeof simple !== 'bigint') return uncast(Number(simple))
  const number = Number(simple)
  return uncast(isInt64(simple) && !Number.isSafeInteger(number) ? simple : number)
}

const uncast = (value: BoundValue['value']): BoundValue => ({ value, cast: null })

/** The value in the form of the column; null for those that equal nothing. */
function simpleValue(
  value: ConditionValue,
  { field, kind }: ComparedColumn,
): ConditionValue | null {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return null
    return isNumeric(kind) ? value.getTime() : value
  }
  if (Number.isNaN(value)) return null
  if (kind === 'text') return String(value)
  if (typeof value === 'boolean') return isNumeric(kind) ? Number(value) : value
  if (typeof value !== 'string') return kind === 'boolean' ? truth(value) : value

  if (isNumeric(kind)) return numberIn(value) ?? refuse(field)
  if (kind === 'boolean') return booleanIn(value) ?? refuse(field)
  if (kind === 'uuid' && !isUuid.test(value)) return refuse(field)
  return value
}

function refuse(field: string): never {
  throw new UnreadableValue(field)
}

const isNumeric = (kind: ColumnKind): boolean =>
  kind === 'integer' || kind === 'number' || kind === 'real'

const truth = (value: number | bigint): boolean | null =>
  Number(value) === 0 || Number(value) === 1 ? Number(value) === 1 : null

/** Null when the text is not a number. An integer keeps all its digits. */
function numberIn(text: string): number | bigint | null {
  if (/^[-+]?\d{1,30}$/.test(text)) {
    const exact = BigInt(text.replace('+', ''))
    const number = Number(exact)
    return Number.isSafeInteger(number) ? number : exact
  }
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

const booleanIn = (text: string): boolean | null => {
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : null
}

/** The forms that PostgreSQL reads. */
const isUuid = /^\{?[\da-f]{4}(-?[\da-f]{4}){7}\}?$/i

/** PostgreSQL rejects a zero byte, and no database stores lone surrogates. */
const isKept = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const isInt64 = (value: number | bigint | boolean): boolean =>
  typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value)

/** A day at its beginning equals that day. */
function dateText(date: Date, kind: ColumnKind): string {
  const text = date.toISOString()
  return kind === 'date' && text.endsWith('T00:00:00.000Z') ? text.slice(0, -14) : text
}
