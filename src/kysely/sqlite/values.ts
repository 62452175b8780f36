/** Makes a value of JavaScript of one that SQLite gives, with integers as `BigInt`. */
export type ReadValue = (value: unknown) => unknown

/**
 * How the values of a column are read, by the type that the table declares for it; null for an
 * expression. They are the values that PostgreSQL gives for a column of that type.
 */
export function sqliteReader(declaredType: string | null): ReadValue {
  const type = declaredType?.toLowerCase()
  if (type === 'boolean' || type === 'bool') return readBoolean
  return isJsonType(type) ? readJson : readPlain
}

export const isJsonType = (declaredType: string | null | undefined): boolean =>
  /^jsonb?$/i.test(declaredType ?? '')

/** Integers that a number cannot hold are given as text. */
const readPlain: ReadValue = (value) => {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

const readBoolean: ReadValue = (value) =>
  value === 0n || value === 1n ? value === 1n : readPlain(value)

/** Numbers are kept as numbers: the type `json` has numeric affinity. */
const readJson: ReadValue = (value) => {
  if (typeof value !== 'string') return readPlain(value)
  try {
    return JSON.parse(value)
  } catch {
    // Another program wrote what is no JSON.
    return value
  }
}

/** What better-sqlite3 can bind for a value: SQLite has neither booleans nor moments. */
export function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Date ? value.toISOString() : value
}
