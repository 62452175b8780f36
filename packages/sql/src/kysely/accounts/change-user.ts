import type { ExpressionBuilder, Kysely, UpdateObject } from 'kysely'
import { type Account, UserNotFound } from 'turnpike'
import { LastAdmin, type UserChangeOptions } from 'turnpike/kit'
import { isSqlite } from '../database.ts'
import { inTransaction } from '../transactions/in-transaction.ts'
import { keepFamilies } from './pairs/user-families.ts'
import { keepSessions } from './sessions/user-sessions.ts'
import { stampOf } from './signed-in.ts'
import { type AccountTables, accountOf, type UserRow } from './tables.ts'
import type { PasswordRows } from './verify-password.ts'

type Changes = (
  eb: ExpressionBuilder<AccountTables, 'turnpike_user'>,
) => UpdateObject<AccountTables, 'turnpike_user'>

/**
 * Changes the row of a user.
 *
 * With `keepAdmin` the statement counts the other admins. On PostgreSQL it locks them, always in
 * the same order, so that of two concurrent changes the second sees the result of the first.
 *
 * @throws UserNotFound when the user does not exist.
 * @throws LastAdmin when `keepAdmin` is true and nobody else could administer the service.
 */
export async function changeUser(
  db: Kysely<AccountTables>,
  user: Account,
  changes: Changes,
  { keepAdmin = false }: UserChangeOptions = {},
): Promise<void> {
  const update = keepAdmin ? updateButLast(db, user.pk, changes) : updateAny(db, user.pk, changes)
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows > 0n) return

  const isThere = await db
    .selectFrom('turnpike_user')
    .select('id')
    .where('id', '=', user.pk)
    .executeTakeFirst()
  throw isThere === undefined ? new UserNotFound(user) : new LastAdmin(user)
}

const updateAny = (db: Kysely<AccountTables>, id: number, changes: Changes) =>
  db.updateTable('turnpike_user').set(changes).where('id', '=', id)

function updateButLast(db: Kysely<AccountTables>, id: number, changes: Changes) {
  const admins = db
    .selectFrom('turnpike_user')
    .select('id')
    .where('is_staff', '=', ({ lit }) => lit(true))
    .where('is_active', '=', ({ lit }) => lit(true))
    .where('password', 'is not', null)
    .orderBy('id')
    // SQLite has only one writer at a time.
    .$if(!isSqlite(db), (query) => query.forUpdate())

  return db
    .with(
      (cte) => cte('admin').materialized(),
      () => admins,
    )
    .updateTable('turnpike_user')
    .set(changes as never)
    .where('id', '=', id)
    .where(({ exists, not, or, selectFrom }) =>
      or([
        not(exists(selectFrom('admin').select('admin.id').where('admin.id', '=', id))),
        exists(selectFrom('admin').select('admin.id').where('admin.id', '!=', id)),
      ]),
    )
}

/** The passwords of `turnpike_user`. Sessions and refresh tokens outlive another hash. */
export const passwordRows = (
  db: Kysely<AccountTables>,
  find: (username: string) => Promise<UserRow | null>,
): PasswordRows<UserRow, Account, Pick<UserRow, 'password'>> => ({
  find,
  hashOf: ({ password }) => password,
  sample: (direction, sampleSize) =>
    db
      .selectFrom('turnpike_user')
      .select('password')
      .orderBy('id', direction)
      .limit(sampleSize)
      .execute(),
  isActive: (row) => Boolean(row.is_active),
  verified: (row) => ({ user: accountOf(row), passwordStamp: stampOf(row) }),

  rehash: (row, hash) =>
    inTransaction(db, async (db) => {
      const { id, password: outdated } = row
      const { numUpdatedRows } = await db
        .updateTable('turnpike_user')
        .set({ password: hash })
        .where('id', '=', id)
        // A password changed meanwhile is not overwritten.
        .where('password', '=', outdated)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return null
      await keepSessions(db, id, outdated, hash)
      await keepFamilies(db, id, outdated, hash)
      return { ...row, password: hash }
    }),
})
