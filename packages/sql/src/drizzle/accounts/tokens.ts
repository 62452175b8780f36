import { SignInOutdated, type TokenStore, type User, UserNotFound, type Verified } from 'turnpike'
import { isTokenKey, isTokenUseWorthWriting, reportingTokens } from 'turnpike/kit'
import type { LastUses } from '../../kysely/accounts/last-uses.ts'
import type { AnyRow } from '../../kysely/database.ts'
import { inTransaction } from '../../kysely/transactions/in-transaction.ts'
import {
  isValid,
  openedToken,
  type TokenParts,
  type TokenRows,
  timesOf,
  tokenRowOf,
  writeToken,
} from './token-rows.ts'
import { passwordStampOf, readUserRow, type UserRows, userReader } from './user-rows.ts'

export interface DrizzleTokensOptions extends TokenParts {
  readonly uses: LastUses
}

/** Tokens in a table of the application, which does not have their keys in a usable form. */
export function drizzleTokens(
  users: UserRows,
  tokens: TokenRows,
  options: DrizzleTokensOptions,
): TokenStore<User> {
  const { rules, vault, uses } = options
  const { db, table, fields, sent } = tokens
  const userOf = userReader(users)

  return reportingTokens({
    async find(key) {
      if (!isTokenKey(key, rules.keyPrefix)) return null
      const digests = vault.digestsOf(key).map((digest) => sent(fields.digest, digest))
      const query = db.selectFrom(table).selectAll().where(fields.digest, 'in', digests)
      const row: AnyRow | null = (await query.executeTakeFirst()) ?? null
      if (!isValid(tokens, row, rules)) return null
      const user = await readUserRow(users, row[fields.userId])
      if (user === null) return null
      const times = timesOf(tokens, row)
      if (isTokenUseWorthWriting(times, rules)) uses.note(row[fields.digest])
      return { key, user: userOf(user), created: times.created }
    },

    async of(user) {
      const row = await tokenRowOf(tokens, user)
      if (!isValid(tokens, row, rules)) return null
      const owner = await readUserRow(users, user.pk)
      return owner && openedToken(tokens, row, userOf(owner), vault)
    },

    getOrCreate: (user, verified) =>
      inTransaction(db, async () => {
        const owner = userOf(await lockedUserRow(users, user, verified))
        const existing = await tokenRowOf(tokens, user)
        if (isValid(tokens, existing, rules)) return openedToken(tokens, existing, owner, vault)
        await writeToken(tokens, options, user, existing?.[fields.digest] ?? '')
        // Read again: another process may have been faster, and then its token counts.
        const row = await tokenRowOf(tokens, user)
        if (row === null) throw new UserNotFound(user)
        return openedToken(tokens, row, owner, vault)
      }),

    async regenerate(user) {
      await tokens.requireUnique(fields.userId)
      return inTransaction(db, async () => {
        const owner = userOf(await lockedUserRow(users, user))
        const { key, created } = await writeToken(tokens, options, user, null)
        return { key, created, user: owner }
      })
    },

    async revoke({ pk }) {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where(fields.userId, '=', sent(fields.userId, pk))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  })
}

/**
 * The row of a user who gets a token, locked until the commit.
 *
 * @throws UserNotFound when the user does not exist. With `verified`, SignInOutdated then and when
 *   the stamp differs, or the user is inactive.
 */
async function lockedUserRow(
  users: UserRows,
  user: User,
  verified?: Pick<Verified, 'passwordStamp'>,
): Promise<AnyRow> {
  const row = await readUserRow(users, user.pk, true)
  if (row === null) throw verified ? new SignInOutdated(user) : new UserNotFound(user)
  if (verified === undefined) return row
  const isCurrent = passwordStampOf(users, row) === verified.passwordStamp
  if (row[users.fields.isActive] !== true || !isCurrent) throw new SignInOutdated(user)
  return row
}
