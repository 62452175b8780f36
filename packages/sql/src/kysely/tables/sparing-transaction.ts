import { type AnyDatabase, type AnyRow, isSqlite } from '../database.ts'
import { runInTransaction } from '../transactions/in-transaction.ts'
import { scopeOf } from '../transactions/scope.ts'
import { columnsOf } from './columns.ts'

/**
 * Reads by a key from a URL. If there is a transaction and PostgreSQL may be unable to parse the
 * key, it is read in a savepoint: PostgreSQL would refuse all that follows the error.
 *
 * @param key the values by the fields of the table.
 */
export const sparingTransaction = async <Result>(
  db: AnyDatabase,
  table: string,
  key: AnyRow,
  read: () => Promise<Result>,
): Promise<Result> =>
  (await mayFailTransaction(db, table, key)) ? runInTransaction(db, read) : read()

async function mayFailTransaction(db: AnyDatabase, table: string, key: AnyRow): Promise<boolean> {
  if (isSqlite(db) || !(db.isTransaction || scopeOf(db) !== null)) return false
  const unsure = Object.entries(key).filter(([, value]) => !Number.isSafeInteger(value))
  if (unsure.length === 0) return false
  const columns = await columnsOf(db, table)
  const types = new Map(columns.map(({ field, type }) => [field, type]))
  return !unsure.every(([field, value]) => isParsed(String(value), types.get(field) ?? ''))
}

/** Whether PostgreSQL can surely parse the text: for most keys there is no savepoint. */
const isParsed = (text: string, type: string): boolean =>
  type === 'uuid' ? isUuid.test(text) : /^(text|character)/.test(type) && !text.includes('\0')

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
