import type { Kysely } from 'kysely'
import type { TokenStore } from '../accounts/stores.ts'
import { generateTokenKey } from '../accounts/token-key.ts'
import type { Account } from '../accounts/user.ts'
import { type AccountTables, selectTokens, tokenOf } from './account-tables.ts'
import { lookup } from './database.ts'

/** Tokens in the table `turnpike_token`. */
export function kyselyTokens(db: Kysely<AccountTables>): TokenStore<Account> {
  const byKey = lookup(db, selectTokens(db).where('token.key', '=', ''))
  const byUser = lookup(db, selectTokens(db).where('token.user_id', '=', 0))

  return {
    async find(key) {
      const row = isKey(key) ? await byKey(key) : null
      return row && tokenOf(row)
    },

    async of({ pk }) {
      const row = await byUser(pk)
      return row && tokenOf(row)
    },

    async getOrCreate(user) {
      const existing = await byUser(user.pk)
      if (existing !== null) return tokenOf(existing)

      await insertToken(db, user.pk)
      // Read again: another process may have been first, and then its token stands.
      const row = await byUser(user.pk)
      if (row === null) throw new Error(`There is no user with the pk ${user.pk}.`)
      return tokenOf(row)
    },

    async regenerate(user) {
      const { key, created } = await db
        .insertInto('turnpike_token')
        .values(newToken(user.pk))
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet(({ ref }) => ({
            key: ref('excluded.key'),
            created: ref('excluded.created'),
          })),
        )
        .returning(['key', 'created'])
        .executeTakeFirstOrThrow()
      return { key, user, created: new Date(created) }
    },

    async revoke({ pk }) {
      const { numDeletedRows } = await db
        .deleteFrom('turnpike_token')
        .where('user_id', '=', pk)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

/** Gives the user a token unless there is one. */
export async function insertToken(db: Kysely<AccountTables>, userId: number): Promise<void> {
  await db
    .insertInto('turnpike_token')
    .values(newToken(userId))
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

const newToken = (userId: number) => ({
  key: generateTokenKey(),
  user_id: userId,
  created: new Date().toISOString(),
})

/** What can have been sent in a header: any other text is nobody's key. */
const isKey = (text: string) => /^[\x21-\x7e]{1,200}$/.test(text)
