import type { Insertable, Kysely } from 'kysely'
import {
  type Account,
  SignInOutdated,
  type Token,
  type TokenStore,
  UserNotFound,
  type Verified,
} from 'turnpike'
import {
  generateTokenKey,
  isExpired,
  isTokenKey,
  isTokenUseWorthWriting,
  reportingTokens,
  type TokenRules,
} from 'turnpike/kit'
import { cachedLookup } from '../caching/row-cache.ts'
import { lookup } from '../database.ts'
import { digestLookup } from '../statements/digest-lookup.ts'
import type { LastUses } from './last-uses.ts'
import { insertWhile, readSignIn, requireSignIn, type SignInRow } from './signed-in.ts'
import {
  type AccountTables,
  type FoundToken,
  selectTokens,
  type TokenRow,
  type TokenTable,
  tablesOfTokens,
  timesOf,
  tokenOf,
} from './tables.ts'
import type { TokenVault } from './token-vault.ts'

/** The parts that create tokens: their rules, and the vault that seals their keys. */
export interface TokenParts {
  rules: TokenRules
  vault: TokenVault
}

/** Tokens in the table `turnpike_token`, which does not contain their keys in a usable form. */
export function kyselyTokens(
  db: Kysely<AccountTables>,
  parts: TokenParts,
  uses: LastUses,
): TokenStore<Account> {
  const { rules, vault } = parts
  const byDigest = digestLookup(db, selectTokens(db), 'token.digest', vault.secretIds.length)
  const byKey = cachedLookup(db, tablesOfTokens, async (key) => {
    const row = await byDigest(...vault.digestsOf(key))
    return row && { row, times: timesOf(row) }
  })
  const withKeys = selectTokens(db)
    .select(['token.sealed', 'token.secret_id'])
    .select(['user.password', 'user.deactivations'])
  const byUser = lookup(db, withKeys.where('token.user_id', '=', 0))

  const opened = (row: TokenRow): Token<Account> => tokenOf(vault.open(row, row.id), row)
  /** The row of the user's token, expired or not, or null. Read together with the password. */
  const ofUser = async (user: Account, verified?: Pick<Verified, 'passwordStamp'>) => {
    const row = await byUser(user.pk)
    if (row && verified) requireSignIn(user, row, verified.passwordStamp)
    return row
  }
  const hasExpired = (row: FoundToken) => isExpired(timesOf(row), rules)

  return reportingTokens({
    async find(key) {
      if (!isTokenKey(key, rules.keyPrefix)) return null
      const found = await byKey(key)
      if (found === null || isExpired(found.times, rules)) return null

      const { row, times } = found
      if (isTokenUseWorthWriting(times, rules)) uses.note(row.digest)
      return tokenOf(key, row)
    },

    async of({ pk }) {
      const row = await byUser(pk)
      return row === null || hasExpired(row) ? null : opened(row)
    },

    async getOrCreate(user, verified) {
      const existing = await ofUser(user, verified)
      if (existing !== null && !hasExpired(existing)) return opened(existing)

      const signIn = verified && (await readSignIn(db, user, verified.passwordStamp))
      const expired = existing?.digest
      await orUserNotFound(db, user, insertToken(db, parts, user.pk, { expired, signIn }))
      // Read again: another process may have been faster, and then its token counts.
      const row = await ofUser(user, verified)
      if (row === null) throw signIn ? new SignInOutdated(user) : new UserNotFound(user)
      return opened(row)
    },

    async regenerate(user) {
      const { key, row } = newToken(parts, user.pk)
      const { user_id, ...fresh } = row
      const replaced = db
        .insertInto('turnpike_token')
        .values(row)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
        .execute()
      await orUserNotFound(db, user, replaced)
      return { key, user, created: new Date(row.created) }
    },

    async revoke({ pk }) {
      const { numDeletedRows } = await db
        .deleteFrom('turnpike_token')
        .where('user_id', '=', pk)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  })
}

/** Waits for the write. If it fails and the user no longer exists, reports that. */
export async function orUserNotFound(
  db: Kysely<AccountTables>,
  user: Account,
  writing: Promise<unknown>,
): Promise<void> {
  try {
    await writing
  } catch (cause) {
    const row = await db
      .selectFrom('turnpike_user')
      .select('id')
      .where('id', '=', user.pk)
      .executeTakeFirst()
    throw row === undefined ? new UserNotFound(user, { cause }) : cause
  }
}

interface TokenInsertOptions {
  /** The digest of a token that may be replaced. Default none. */
  expired?: string | undefined
  /** The user's row must still be this one. Default any. */
  signIn?: SignInRow | undefined
}

/** Creates a token for the user unless there is one. */
export async function insertToken(
  db: Kysely<AccountTables>,
  parts: TokenParts,
  userId: number,
  { expired = '', signIn }: TokenInsertOptions = {},
): Promise<void> {
  const { row } = newToken(parts, userId)
  const { user_id, ...fresh } = row
  const insert =
    signIn === undefined
      ? db.insertInto('turnpike_token').values(row)
      : insertWhile(db, 'turnpike_token', row, userId, signIn)
  await insert
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(fresh).where('turnpike_token.digest', '=', expired),
    )
    .execute()
}

function newToken({ rules, vault }: TokenParts, userId: number) {
  const key = generateTokenKey(rules.keyPrefix)
  const row = {
    ...vault.seal(key, userId),
    user_id: userId,
    created: rules.now().toISOString(),
    last_used: null,
  } satisfies Insertable<TokenTable>
  return { key, row }
}
