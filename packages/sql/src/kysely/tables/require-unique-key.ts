import { ConfigurationError } from 'turnpike'
import { memoizeByIdentity } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { columnsOf } from './columns.ts'
import { quoted, tableName } from './name.ts'
import { uniqueKeysOf } from './unique-keys.ts'

/** By the adapter, which a database shares with its transactions. */
const keysOf = memoizeByIdentity((_adapter: object) => new Set<string>())

/**
 * Rejects a key that is not unique: a request for one row could change several.
 *
 * @param store the function that makes the store, for messages.
 * @throws ConfigurationError when none or only a part of these columns has a primary key or unique
 *   constraint.
 */
export async function requireUniqueKey(
  db: AnyDatabase,
  table: string,
  fields: readonly string[],
  store: string,
): Promise<void> {
  const checked = keysOf(db.getExecutor().adapter)
  const name = tableName(db, table)
  const id = JSON.stringify([quoted(name), ...fields])
  if (checked.has(id)) return

  const columns = await columnsOf(db, table)
  const named = columns.filter(({ field }) => fields.includes(field)).map(({ name }) => name)
  const keys = await uniqueKeysOf(db, name)
  // A missing column of the key is reported when the table is read.
  if (named.length < fields.length) return
  const fieldOfColumn = (column: string) =>
    columns.find(({ name }) => name === column)?.field ?? column
  if (keys !== null && !keys.some((key) => key.every((column) => named.includes(column)))) {
    throw new ConfigurationError(
      `${fields.join(', ')} may be the same in several rows of ${table}: there is no primary key or unique ` +
        `constraint on it. ${suggestionOf(
          keys.map((key) => key.map(fieldOfColumn)),
          store,
        )}`,
    )
  }
  checked.add(id)
}

const suggestionOf = ([first]: readonly (readonly string[])[], store: string): string =>
  first === undefined
    ? 'Add one to the table.'
    : `Set the key of ${store} to columns that have one: ${inCode(first)}.`

const inCode = (key: readonly string[]): string => {
  const names = key.map((name) => `'${name}'`).join(', ')
  return key.length === 1 ? names : `[${names}]`
}
