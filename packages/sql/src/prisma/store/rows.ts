import { type AnyRow, isSqlite } from '../../kysely/database.ts'
import { isUnparsedKey } from '../../kysely/items/keyed-rows.ts'
import { requireUniqueKey } from '../../kysely/tables/require-unique-key.ts'
import { sparingTransaction } from '../../kysely/tables/sparing-transaction.ts'
import { isLocking } from '../../kysely/transactions/scope.ts'
import type { KeyedList } from '../items/keyed-list.ts'
import type { KeyColumn } from '../items/keys.ts'
import type { PrismaList } from '../items/list.ts'
import { originalError } from '../items/prisma-errors.ts'
import { withFieldNames } from './field-names.ts'

/** @throws ConfigurationError when the key may be the same in several rows. */
export async function requireUnique(
  { model, keys }: PrismaList,
  { db, table }: KeyedList,
): Promise<void> {
  const fields = keys.map(({ field }) => field)
  await requireUniqueKey(withFieldNames(db, model), table, fields, 'prismaStore()')
}

/** The key of an item by columns. Null when a part is missing. */
export const keyRowOf = (keys: readonly KeyColumn[], item: AnyRow): AnyRow | null =>
  keys.every(({ field }) => item[field] !== null && item[field] !== undefined)
    ? Object.fromEntries(keys.map(({ column, field }) => [column, item[field]]))
    : null

/**
 * The item of a key, read by Prisma. Null if it does not exist, or a part of the key is missing.
 *
 * @param row the key by columns.
 * @param locking identifies the transactions in which the row is locked.
 */
export async function readRow(
  list: PrismaList,
  row: AnyRow | null,
  locking: object,
): Promise<AnyRow | null> {
  if (row === null) return null
  const current = await list.current()
  await requireUnique(list, current)
  try {
    return await sparingTransaction(current.db.withoutPlugins(), current.table, row, async () => {
      await lockRow(current, list.keys, row, locking)
      const [found] = await list.readItems([row], current, null)
      return found?.item ?? null
    })
  } catch (error) {
    if (isUnparsedKey(originalError(error))) return null
    throw error
  }
}

/**
 * Locks the row of a key until the end of the store's own transaction; elsewhere it does nothing.
 * SQLite has only one writer at a time. References to the row are not held up.
 */
async function lockRow(
  { db, table }: KeyedList,
  keys: readonly KeyColumn[],
  row: AnyRow,
  locking: object,
): Promise<void> {
  if (isSqlite(db) || !isLocking(db, locking)) return
  const names = keys.map(({ column }) => column)
  await names
    .reduce(
      (query, name) => query.where(name, '=', row[name]),
      db.withoutPlugins().selectFrom(table).select(names),
    )
    .forNoKeyUpdate()
    .execute()
}
