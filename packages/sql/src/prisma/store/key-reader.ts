import type { AnyRow } from '../../kysely/database.ts'
import { integerKey, type ReadKeys, textKey } from '../../kysely/items/keys.ts'
import type { KeyColumn } from '../items/keys.ts'

/** The key of a URL as a row of the columns; null when no row can have it. */
export type ReadRow = (texts: readonly string[]) => AnyRow | null

/** @param readKey default by the types of the fields. */
export function keyReader(
  keys: readonly KeyColumn[],
  readKey: ReadKeys<string> | undefined,
): ReadRow {
  const readers = keys.map(({ field, column, type }) => {
    const own = typeof readKey === 'function' ? readKey : readKey?.[field]
    const read = own ?? (type === 'Int' || type === 'BigInt' ? integerKey : textKey)
    return { column, read, hasValue: type === 'Int' ? isInt32 : isThere }
  })

  return (texts) => {
    const row: AnyRow = {}
    for (const [index, { column, read, hasValue }] of readers.entries()) {
      const value = read(texts[index] ?? '')
      if (!hasValue(value)) return null
      row[column] = value
    }
    return row
  }
}

const isThere = (value: unknown): boolean => value !== null

/** Prisma refuses larger numbers for an `Int`. */
const isInt32 = (value: unknown): boolean => value !== null && (Number(value) | 0) === Number(value)
