import { type AnyRow, isSqlite } from '../../kysely/database.ts'
import { requireUniqueKey } from '../../kysely/tables/require-unique-key.ts'
import { isLocking } from '../../kysely/transactions/scope.ts'
import type { KeyedList } from '../items/keyed-list.ts'
import type { KeyColumn } from '../items/keys.ts'
import type { PrismaList } from '../items/list.ts'
import { withFieldNames } from './field-names.ts'

/** @throws ConfigurationError when the key may be the same in several rows. */
export async function requireUnique(
  { model, keys }: PrismaList,
  { db, table }: KeyedList,
): Promise<void> {
  const fields = keys.map(({ field }) => field)
  await requireUniqueKey(withFieldNames(db, model), table, fields, 'prismaStore()')
}

/**
 * Locks the row of a key until the end of the store's own transaction; elsewhere it does nothing.
 * SQLite has only one writer at a time. References to the row are not held up.
 */
export async function lockRow(
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
