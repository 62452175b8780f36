import { ConfigurationError } from 'turnpike'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { columnsOf } from './columns.ts'

/**
 * Rejects a key that was read as a `Date` from a column with microseconds: its row would not be
 * found again, and a request to remove it would be answered as if it had been.
 *
 * @param fields the columns of the key that were read as a `Date`.
 * @param store the function that makes the store, for messages.
 * @throws ConfigurationError with what to do.
 */
export async function requireExactKey(
  db: AnyDatabase,
  table: string,
  fields: readonly string[],
  store: string,
): Promise<void> {
  // SQLite stores what a date was written as.
  if (fields.length === 0 || isSqlite(db)) return
  const columns = await columnsOf(db, table)
  const inexact = columns.find(({ field, type }) => fields.includes(field) && isInMicros.test(type))
  if (inexact === undefined) return
  const { field, type } = inexact
  throw new ConfigurationError(
    `The key of ${store} names "${field}", which is ${type}: read as a Date it has no microseconds, ` +
      'so that its row is not found again. Name another unique column, give this one the type ' +
      `${type.replace(isInMicros, '$1(3)$3')}, or read it as text.`,
  )
}

/** Up to three digits behind the second fit into a `Date`. */
const isInMicros = /^(timestamp)(\([4-6]\))?( )/
