import type { Token, User } from 'turnpike'
import { generateTokenKey, isExpired, type TokenRules } from 'turnpike/kit'
import type { TokenVault } from '../../kysely/accounts/token-vault.ts'
import type { AnyRow } from '../../kysely/database.ts'
import type { OtherTokenFields, TokenFields } from './fields.ts'
import type { AccountRows } from './rows.ts'

export type TokenRows = AccountRows<
  Record<keyof TokenFields, string> & Record<keyof OtherTokenFields, string | null>
>

/** The parts that convert a row into a token, and a token into a row. */
export interface TokenParts {
  readonly rules: TokenRules
  readonly vault: TokenVault
}

/** The row of a user's token, valid or not. Null if the user has none. */
export async function tokenRowOf(tokens: TokenRows, { pk }: User): Promise<AnyRow | null> {
  const { db, table, fields, sent } = tokens
  await tokens.requireUnique(fields.userId)
  const rows = db.selectFrom(table).selectAll()
  const query = rows.where(fields.userId, '=', sent(fields.userId, pk))
  return (await query.executeTakeFirst()) ?? null
}

/** When the token was created and last used. Null if it was not used, or nobody counts it. */
export function timesOf(
  { fields }: TokenRows,
  row: AnyRow,
): { created: Date; lastUsed: Date | null } {
  const lastUsed = fields.lastUsed === null ? null : row[fields.lastUsed]
  return {
    created: new Date(row[fields.created]),
    lastUsed: lastUsed === null ? null : new Date(lastUsed),
  }
}

/** Whether there is a row, of a token that has not expired. */
export const isValid = (tokens: TokenRows, row: AnyRow | null, rules: TokenRules): row is AnyRow =>
  row !== null && !isExpired(timesOf(tokens, row), rules)

/** The token of a row, with its key. */
export function openedToken(tokens: TokenRows, row: AnyRow, user: User, vault: TokenVault): Token {
  const { fields } = tokens
  return {
    key: vault.open({ sealed: row[fields.sealed], secret_id: row[fields.secretId] }, user.pk),
    user,
    created: timesOf(tokens, row).created,
  }
}

/**
 * Writes a new token, unless the user has another one than `replaced`.
 *
 * @param replaced the digest of a token. With null, any token is replaced.
 */
export async function writeToken(
  tokens: TokenRows,
  { rules, vault }: TokenParts,
  user: User,
  replaced: string | null,
): Promise<Pick<Token, 'key' | 'created'>> {
  const { db, table, fields, sent } = tokens
  const key = generateTokenKey(rules.keyPrefix)
  const created = rules.now()
  const { [fields.userId]: userId, ...fresh } = tokens.written(
    valuesOf(tokens, user, vault.seal(key, user.pk), created),
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

function valuesOf(
  { fields, moment }: TokenRows,
  user: User,
  { digest, sealed, secret_id }: ReturnType<TokenVault['seal']>,
  created: Date,
): AnyRow {
  const values: AnyRow = {
    [fields.digest]: digest,
    [fields.userId]: user.pk,
    [fields.sealed]: sealed,
    [fields.secretId]: secret_id,
    [fields.created]: moment(fields.created, created),
  }
  if (fields.lastUsed !== null) values[fields.lastUsed] = null
  return values
}
