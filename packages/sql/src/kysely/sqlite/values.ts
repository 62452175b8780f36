import { exactInteger, parseJson, unroundedInteger } from '../exact-integers.ts'

/** Converts a value of SQLite to JavaScript. */
export type ReadValue = (value: unknown) => unknown

/** How to read the values of a column. */
export interface ColumnReader {
  /** If no integer is beyond 2^53, and all are numbers. Null if the values need no conversion. */
  readonly ofNumbers: ReadValue | null
  /** If integers are `BigInt`. */
  readonly ofBigInts: ReadValue
}

/**
 * How to read the values of a column, by its declared type; null for an expression. The results are
 * those of PostgreSQL for a column of that type.
 */
export function sqliteReader(declaredType: string | null): ColumnReader {
  const type = declaredType?.toLowerCase() ?? ''
  if (type === 'boolean' || type === 'bool') return booleans
  if (isJson.test(type)) return { ofNumbers: readJson, ofBigInts: readJson }
  const decimal = decimalType.exec(type)
  if (decimal === null) return { ofNumbers: null, ofBigInts: readPlain }
  const read = readDecimal(Number(decimal[1] ?? 0))
  return { ofNumbers: read, ofBigInts: read }
}

/** Whether values of this type differ in form from what the database compares. */
export const isReadInOtherForm = (declaredType: string | null | undefined): boolean =>
  isJson.test(declaredType ?? '') || decimalType.test(declaredType ?? '')

export const isJsonType = (declaredType: string): boolean => isJson.test(declaredType)

const isJson = /^jsonb?$/i

/** `numeric(10, 2)`, with its scale. */
const decimalType = /^(?:numeric|decimal) *\( *\d+ *(?:, *(\d+) *)?\)$/i

/** An integer as a number, or as a string if a number would round it. */
export const readPlain: ReadValue = (value) =>
  typeof value === 'bigint' ? exactInteger(String(value)) : value

const booleans: ColumnReader = {
  ofNumbers: (value) => (value === 0 || value === 1 ? value === 1 : value),
  ofBigInts: (value) => (value === 0n || value === 1n ? value === 1n : readPlain(value)),
}

/** Numbers are kept as numbers: the type `json` has numeric affinity. */
const readJson: ReadValue = (value) => {
  if (typeof value === 'bigint') return unroundedInteger(String(value))
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    // Another program has written invalid JSON.
    return value
  }
}

/** The decimal as a string with all places of its scale: `12.50`. SQLite stores a number. */
const readDecimal =
  (scale: number): ReadValue =>
  (value) => {
    if (typeof value === 'number') return Math.abs(value) < 1e21 ? value.toFixed(scale) : value
    if (typeof value !== 'bigint') return value
    return scale === 0 ? `${value}` : `${value}.${'0'.repeat(scale)}`
  }

/** The value in a form that the libraries can bind: SQLite has neither booleans nor dates. */
export function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Date ? value.toISOString() : value
}
