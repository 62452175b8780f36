import { exactInteger, parseJson, unroundedInteger } from '../items/exact-integers.ts'

/** Makes a value of JavaScript of one that SQLite gives, with integers as `BigInt`. */
export type ReadValue = (value: unknown) => unknown

/**
 * How the values of a column are read, by the type that the table declares for it; null for an
 * expression. They are the values that PostgreSQL gives for a column of that type.
 */
export function sqliteReader(declaredType: string | null): ReadValue {
  const type = declaredType?.toLowerCase() ?? ''
  if (type === 'boolean' || type === 'bool') return readBoolean
  if (isJson.test(type)) return readJson
  const decimal = decimalType.exec(type)
  return decimal === null ? readPlain : readDecimal(Number(decimal[1] ?? 0))
}

/** Whether values of this type are read as something else than what the database compares. */
export const isReadInOtherForm = (declaredType: string | null | undefined): boolean =>
  isJson.test(declaredType ?? '') || decimalType.test(declaredType ?? '')

export const isJsonType = (declaredType: string): boolean => isJson.test(declaredType)

const isJson = /^jsonb?$/i

/** `numeric(10, 2)`, with its scale. */
const decimalType = /^(?:numeric|decimal) *\( *\d+ *(?:, *(\d+) *)?\)$/i

const readPlain: ReadValue = (value) =>
  typeof value === 'bigint' ? exactInteger(String(value)) : value

const readBoolean: ReadValue = (value) =>
  value === 0n || value === 1n ? value === 1n : readPlain(value)

/** Numbers are kept as numbers: the type `json` has numeric affinity. */
const readJson: ReadValue = (value) => {
  if (typeof value === 'bigint') return unroundedInteger(String(value))
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    // Another program wrote what is no JSON.
    return value
  }
}

/** With all places of the scale, as text: `12.50`. SQLite keeps it as a number. */
const readDecimal =
  (scale: number): ReadValue =>
  (value) => {
    if (typeof value === 'number') return Math.abs(value) < 1e21 ? value.toFixed(scale) : value
    if (typeof value !== 'bigint') return value
    return scale === 0 ? `${value}` : `${value}.${'0'.repeat(scale)}`
  }

/** What better-sqlite3 can bind for a value: SQLite has neither booleans nor moments. */
export function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Date ? value.toISOString() : value
}
