import type { AnyDatabase } from '@turnpike/sql'
import type { AnyRow } from '@turnpike/sql/internal/kysely/database'
import { inTransaction } from '@turnpike/sql/internal/kysely/transactions/in-transaction'
import { SignInOutdated, type Token, type TokenStore, UserNotFound } from 'turnpike'
import { generateTokenKey } from 'turnpike/kit'
import { dialectOf } from '../dialect.ts'
import type { DjangoDatabase } from '../django-database.ts'
import { readMoment, selectMoment, storedMoment } from '../moments.ts'
import { passwordStampOf } from '../password-stamp.ts'
import { type DjangoUser, isStorable, locked, selectUsers, userOf } from './user-rows.ts'
import type { UserTable } from './user-table.ts'

/** Longer keys are in no column. */
const maxKeyLength = 255

/**
 * Tokens in the table of `rest_framework.authtoken`, which has their keys in plain text: one per
 * user, without an end.
 */
export function djangoTokens(
  { db, now }: DjangoDatabase,
  users: UserTable,
  table: string,
): TokenStore<DjangoUser> {
  const tokenOf = (row: AnyRow, user: DjangoUser): Token<DjangoUser> => ({
    key: row.key,
    user,
    created: readMoment(row.created) ?? new Date(0),
  })

  const ofUser = async (own: AnyDatabase, { pk }: DjangoUser, isLocked = false) => {
    const rows = own
      .selectFrom(table)
      .select(['key', selectMoment(own, 'created').as('created')])
      .where('user_id', '=', pk)
    // On MySQL only a locking read sees what was committed since the transaction began.
    const query = isLocked && dialectOf(own) === 'mysql' ? rows.forUpdate() : rows
    return (await query.executeTakeFirst()) ?? null
  }

  /** The current row of the user, locked against changes until the transaction ends. */
  async function lockedUser(own: AnyDatabase, { pk }: DjangoUser): Promise<AnyRow | null> {
    const rows = own.selectFrom(users.table).selectAll().where(users.pk, '=', pk)
    const row = await locked(own, rows).executeTakeFirst()
    if (row === undefined) return null
    return selectUsers(own, users).where(`${users.table}.${users.pk}`, '=', pk).executeTakeFirst()
  }

  /** @returns whether there was none. */
  async function insert(own: AnyDatabase, { pk }: DjangoUser): Promise<void> {
    const insertion = own
      .insertInto(table)
      .values({ key: generateTokenKey(), created: storedMoment(own, now()), user_id: pk })
    await (dialectOf(own) === 'mysql'
      ? insertion.ignore()
      : insertion.onConflict((conflict) => conflict.doNothing())
    ).execute()
  }

  async function current(own: AnyDatabase, user: DjangoUser): Promise<Token<DjangoUser>> {
    const row = await ofUser(own, user, true)
    if (row === null) throw new UserNotFound(user)
    return tokenOf(row, user)
  }

  return {
    async find(key) {
      if (key === '' || key.length > maxKeyLength || !isStorable(key)) return null
      const row = await selectUsers(db, users)
        .innerJoin(table, `${table}.user_id`, `${users.table}.${users.pk}`)
        .select([
          `${table}.key as turnpike_key`,
          selectMoment(db, `${table}.created`).as('turnpike_token_created'),
        ])
        .where(`${table}.key`, '=', key)
        .executeTakeFirst()
      if (row === undefined) return null
      const { turnpike_key: stored, turnpike_token_created: created, ...own } = row as AnyRow
      // MySQL finds keys that differ in case, too.
      return stored === key ? tokenOf({ key, created }, userOf(own, users)) : null
    },

    async of(user) {
      const row = await ofUser(db, user)
      if (row === null) return null
      const owner = await selectUsers(db, users)
        .where(`${users.table}.${users.pk}`, '=', user.pk)
        .executeTakeFirst()
      return owner === undefined ? null : tokenOf(row, userOf(owner, users))
    },

    getOrCreate: (user, verified) =>
      inTransaction(db, async (own) => {
        const row = await lockedUser(own, user)
        if (row === null) throw verified ? new SignInOutdated(user) : new UserNotFound(user)
        const owner = userOf(row, users)
        const stamp = passwordStampOf(row[users.password])
        if (verified && (!owner.isActive || verified.passwordStamp !== stamp)) {
          throw new SignInOutdated(user)
        }
        if ((await ofUser(own, owner, true)) === null) await insert(own, owner)
        // Read again: Django may have been faster, and then its token counts.
        return current(own, owner)
      }),

    regenerate: (user) =>
      inTransaction(db, async (own) => {
        const row = await lockedUser(own, user)
        if (row === null) throw new UserNotFound(user)
        const owner = userOf(row, users)
        const fresh = { key: generateTokenKey(), created: storedMoment(own, now()) }
        // Django may have made a token before the update, or between the update and the insertion.
        for (let attempt = 0; attempt < 2; attempt++) {
          const { numUpdatedRows } = await own
            .updateTable(table)
            .set(fresh)
            .where('user_id', '=', owner.pk)
            .executeTakeFirst()
          if (numUpdatedRows > 0n || attempt > 0) break
          await insert(own, owner)
        }
        return current(own, owner)
      }),

    async revoke({ pk }) {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('user_id', '=', pk)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
