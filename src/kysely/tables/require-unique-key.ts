import { memoizeByIdentity } from '../../caching/memoize.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { AnyDatabase } from '../database.ts'
import { columnsOf } from './columns.ts'
import { quoted, tableName } from './name.ts'
import { uniqueKeysOf } from './unique-keys.ts'

/** By the adapter, which a database has in common with its transactions. */
const keysOf = memoizeByIdentity((_adapter: object) => new Set<string>())

/**
 * Refuses a key that may name several rows of a table: a request for one would change them all.
 *
 * @throws ConfigurationError when no primary key or unique constraint is on these columns, or some
 *   of them.
 */
export async function requireUniqueKey(
  db: AnyDatabase,
  table: string,
  fields: readonly string[],
): Promise<void> {
  const checked = keysOf(db.getExecutor().adapter)
  const name = tableName(db, table)
  const id = JSON.stringify([quoted(name), ...fields])
  if (checked.has(id)) return

  const columns = await columnsOf(db, table)
  const named = columns.filter(({ field }) => fields.includes(field)).map(({ name }) => name)
  const keys = await uniqueKeysOf(db, name)
  // What lacks a column of the key says so itself when it is read.
  if (named.length < fields.length) return
  if (keys !== null && !keys.some((key) => key.every((column) => named.includes(column)))) {
    throw new ConfigurationError(
      `${fields.join(', ')} may be the same in several rows of ${table}: no primary key or unique ` +
        `constraint is on it. ${suggestionOf(keys)}`,
    )
  }
  checked.add(id)
}

const suggestionOf = ([first]: readonly (readonly string[])[]): string =>
  first === undefined
    ? 'Give the table one.'
    : `Name as the key of kyselyStore() what one is on: ${inCode(first)}.`

const inCode = (key: readonly string[]): string => {
  const names = key.map((name) => `'${name}'`).join(', ')
  return key.length === 1 ? names : `[${names}]`
}
