import type { Kysely } from 'kysely'
import type { Account, ItemSet } from 'turnpike'
import type { UserFilter } from 'turnpike/kit'
import { kyselyItems } from '../items/items.ts'
import { mapItems } from '../items/map-items.ts'
import { type AccountTables, accountOf, type UserRow } from './tables.ts'
import { containsText } from './text-search.ts'

/** The users that match the filter, in order of creation. */
export function searchUsers(db: Kysely<AccountTables>, filter: UserFilter): ItemSet<Account> {
  const { text = '', isActive, isStaff, hasPassword } = filter
  let users = db.selectFrom('turnpike_user').selectAll()
  if (text !== '') users = users.where(containsText(db, ['username', 'email'], text))
  if (isActive !== undefined) users = users.where('is_active', '=', (eb) => eb.lit(isActive))
  if (isStaff !== undefined) users = users.where('is_staff', '=', (eb) => eb.lit(isStaff))
  if (hasPassword !== undefined) {
    users = users.where('password', hasPassword ? 'is not' : 'is', null)
  }

  // A subquery, so that it can be ordered by the fields of an account.
  const accounts = db
    .selectFrom(users.as('row'))
    .selectAll()
    .select(['id as pk', 'is_active as isActive', 'is_staff as isStaff'])
  return mapItems(
    kyselyItems(db, db.selectFrom(accounts.as('account')).selectAll(), { key: 'pk' }),
    (row: UserRow) => accountOf(row),
  )
}
