import {
  SignInOutdated,
  type Token,
  type TokenStore,
  type User,
  UserNotFound,
  type Verified,
} from 'turnpike'
import {
  generateTokenKey,
  isExpired,
  isTokenKey,
  isTokenUseWorthWriting,
  type TokenRules,
} from 'turnpike/kit'
import type { LastUses } from '../../kysely/accounts/last-uses.ts'
import { stampOf } from '../../kysely/accounts/signed-in.ts'
import type { TokenVault } from '../../kysely/accounts/token-vault.ts'
import type { AnyRow } from '../../kysely/database.ts'
import { inTransaction } from '../../kysely/transactions/in-transaction.ts'
import type { OtherTokenFields, TokenFields } from './fields.ts'
import type { AccountRows } from './rows.ts'
import { type UserRows, userReader } from './users.ts'

export type TokenRows = AccountRows<
  Record<keyof TokenFields, string> & Record<keyof OtherTokenFields, string | null>
>

export interface DrizzleTokensOptions {
  readonly rules: TokenRules
  readonly vault: TokenVault
  readonly uses: LastUses
}

/** Tokens in a table of the application, which does not have their keys in a usable form. */
export function drizzleTokens(
  users: UserRows,
  tokens: TokenRows,
  { rules, vault, uses }: DrizzleTokensOptions,
): TokenStore<User> {
  const { db, table, fields, sent } = tokens
  const userOf = userReader(users)
  const all = db.selectFrom(table).selectAll()

  /** Locked, so that a change of the user waits for the transaction, or is seen in it. */
  const rowOf = async (pk: unknown, isLocked = false): Promise<AnyRow | null> => {
    const { db, table, fields, sent, isSqlite } = users
    const rows = db.selectFrom(table).selectAll().where(fields.id, '=', sent(fields.id, pk))
    // SQLite has only one writer at a time.
    const query = isLocked && !isSqlite ? rows.forShare() : rows
    return (await query.executeTakeFirst()) ?? null
  }
  const ofUser = async ({ pk }: User): Promise<AnyRow | null> => {
    await tokens.requireUnique(fields.userId)
    const query = all.where(fields.userId, '=', sent(fields.userId, pk))
    return (await query.executeTakeFirst()) ?? null
  }

  const timesOf = (row: AnyRow) => ({
    created: new Date(row[fields.created]),
    lastUsed: lastUseIn(row, fields.lastUsed),
  })
  const opened = (row: AnyRow, user: User): Token => ({
    key: vault.open({ sealed: row[fields.sealed], secret_id: row[fields.secretId] }, user.pk),
    user,
    created: timesOf(row).created,
  })
  const serving = (row: AnyRow | null): row is AnyRow =>
    row !== null && !isExpired(timesOf(row), rules)

  const current = async (user: User, verified?: Pick<Verified, 'passwordStamp'>) => {
    const row = await rowOf(user.pk, true)
    if (row === null) throw verified ? new SignInOutdated(user) : new UserNotFound(user)
    if (verified) requireCurrent(user, row, verified.passwordStamp)
    return userOf(row)
  }
  const requireCurrent = (user: User, row: AnyRow, stamp: string) => {
    const { password, deactivations, isActive } = users.fields
    const own = stampOf({ password: row[password], deactivations: Number(row[deactivations]) })
    if (row[isActive] !== true || own !== stamp) throw new SignInOutdated(user)
  }

  /** Writes a new token, unless there is another one than `replaced`. Null: any is replaced. */
  const write = async (user: User, replaced: string | null) => {
    const key = generateTokenKey(rules.keyPrefix)
    const { digest, sealed, secret_id } = vault.seal(key, user.pk)
    const created = rules.now()
    const { [fields.userId]: userId, ...fresh } = tokens.written(
      {
        ...{ [fields.digest]: digest, [fields.userId]: user.pk, [fields.sealed]: sealed },
        ...{
          [fields.secretId]: secret_id,
          [fields.created]: tokens.moment(fields.created, created),
        },
        ...(fields.lastUsed !== null && { [fields.lastUsed]: null }),
      },
      true,
    )
    await db
      .insertInto(table)
      .values({ ...fresh, [fields.userId]: userId })
      .onConflict((conflict) => {
        const update = conflict.column(fields.userId).doUpdateSet(fresh)
        return replaced === null
          ? update
          : update.where(`${table}.${fields.digest}`, '=', sent(fields.digest, replaced))
      })
      .execute()
    return { key, created }
  }

  return {
    async find(key) {
      if (!isTokenKey(key, rules.keyPrefix)) return null
      const digests = vault.digestsOf(key).map((digest) => sent(fields.digest, digest))
      const row = await all.where(fields.digest, 'in', digests).executeTakeFirst()
      if (row === undefined || !serving(row)) return null
      const user = await rowOf(row[fields.userId])
      if (user === null) return null
      const times = timesOf(row)
      if (isTokenUseWorthWriting(times, rules)) uses.note(row[fields.digest])
      return { key, user: userOf(user), created: times.created }
    },

    async of(user) {
      const row = await ofUser(user)
      if (!serving(row)) return null
      const owner = await rowOf(user.pk)
      return owner && opened(row, userOf(owner))
    },

    getOrCreate: (user, verified) =>
      inTransaction(db, async () => {
        const owner = await current(user, verified)
        const existing = await ofUser(user)
        if (serving(existing)) return opened(existing, owner)
        await write(user, existing?.[fields.digest] ?? '')
        // Read again: another process may have been faster, and then its token counts.
        const row = await ofUser(user)
        if (row === null) throw new UserNotFound(user)
        return opened(row, owner)
      }),

    async regenerate(user) {
      await tokens.requireUnique(fields.userId)
      return inTransaction(db, async () => {
        const owner = await current(user)
        return { ...(await write(user, null)), user: owner }
      })
    },

    async revoke({ pk }) {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where(fields.userId, '=', sent(fields.userId, pk))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

const lastUseIn = (row: AnyRow, field: string | null): Date | null => {
  const value = field === null ? null : row[field]
  return value === null ? null : new Date(value)
}
