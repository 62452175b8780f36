import type { AnyDatabase } from '@turnpike/sql'
import type { AnyRow } from '@turnpike/sql/internal/kysely/database'
import { inTransaction } from '@turnpike/sql/internal/kysely/transactions/in-transaction'
import { SignInOutdated, type TokenStore, UserNotFound } from 'turnpike'
import { reportingTokens } from 'turnpike/kit'
import type { DjangoDatabase } from '../../django-database.ts'
import { passwordStampOf } from '../../password-stamp.ts'
import { lockUser, rowWithPk } from '../users/lookup.ts'
import { type DjangoUser, userOf } from '../users/rows.ts'
import type { UserTable } from '../users/table.ts'
import {
  currentToken,
  findToken,
  insertToken,
  latestTokenRowOf,
  replaceToken,
  type TokenTable,
  tokenOf,
  tokenRowOf,
} from './rows.ts'

/**
 * Tokens in the table of `rest_framework.authtoken`, which has their keys in plain text: one per
 * user, without an end.
 */
export function djangoTokens(
  { db, now }: DjangoDatabase,
  users: UserTable,
  table: string,
): TokenStore<DjangoUser> {
  const tokens: TokenTable = { table, users, now }

  return reportingTokens({
    find: (key) => findToken(db, tokens, key),

    async of(user) {
      const row = await tokenRowOf(db, tokens, user)
      if (row === null) return null
      const owner = await rowWithPk(db, users, user.pk)
      return owner && tokenOf(row, userOf(owner, users))
    },

    getOrCreate: (user, verified) =>
      inTransaction(db, async (own) => {
        const row = await lockedUser(own, users, user)
        if (row === null) throw verified ? new SignInOutdated(user) : new UserNotFound(user)
        const owner = userOf(row, users)
        const stamp = passwordStampOf(row[users.password])
        if (verified && (!owner.isActive || verified.passwordStamp !== stamp)) {
          throw new SignInOutdated(user)
        }
        if ((await latestTokenRowOf(own, tokens, owner)) === null) {
          await insertToken(own, tokens, owner)
        }
        // Read again: Django may have been faster, and then its token counts.
        return currentToken(own, tokens, owner)
      }),

    regenerate: (user) =>
      inTransaction(db, async (own) => {
        const row = await lockedUser(own, users, user)
        if (row === null) throw new UserNotFound(user)
        const owner = userOf(row, users)
        await replaceToken(own, tokens, owner)
        return currentToken(own, tokens, owner)
      }),

    async revoke({ pk }) {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('user_id', '=', pk)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  })
}

/** The current row of the user with its moments, locked until the transaction ends. */
async function lockedUser(
  own: AnyDatabase,
  users: UserTable,
  user: DjangoUser,
): Promise<AnyRow | null> {
  const row = await lockUser(own, users, user)
  return row && rowWithPk(own, users, user.pk)
}
