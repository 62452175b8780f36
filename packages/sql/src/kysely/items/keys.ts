/**
 * Parses a primary key from a URL. Null if no item can have it, so the database is not queried.
 * Each key has only one spelling, so that each item has one URL.
 */
export type ReadKey<Key> = (text: string) => Key | null

/** Parses each column of a key, or some of them by name. */
export type ReadKeys<Column extends string> =
  | ReadKey<number | string>
  | Readonly<Partial<Record<Column, ReadKey<number | string>>>>

/**
 * 64-bit integers without leading zeros or a plus sign. Those that a number cannot hold become
 * strings, as in rows.
 */
export const integerKey: ReadKey<number | string> = (text) => {
  if (!/^(0|-?[1-9]\d{0,18})$/.test(text)) return null
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number
  const exact = BigInt(text)
  return BigInt.asIntN(64, exact) === exact ? text : null
}

/** UUIDs in lower case, with their hyphens (RFC 9562 §4). */
export const uuidKey: ReadKey<string> = (text) =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text) ? text : null

/**
 * Strings of 1 to 255 characters. PostgreSQL rejects a zero byte, and no database stores
 * surrogates.
 */
export const textKey: ReadKey<string> = (text) =>
  text.length >= 1 && text.length <= 255 && text.isWellFormed() && !text.includes('\0')
    ? text
    : null
