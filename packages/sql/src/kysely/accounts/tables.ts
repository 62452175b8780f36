import type { ColumnType, Generated, Kysely } from 'kysely'
import type { Account, Token } from 'turnpike'
import type { TokenTimes } from 'turnpike/kit'

/** The account tables, as types for Kysely: `Kysely<MyTables & AccountTables>`. */
export interface AccountTables {
  turnpike_user: UserTable
  turnpike_token: TokenTable
  turnpike_api_key: ApiKeyTable
}

/** The same database, typed as one of the account tables. Kysely's types do not narrow to them. */
export const accountTables = <Tables extends AccountTables>(
  db: Kysely<Tables>,
): Kysely<AccountTables> => db as unknown as Kysely<AccountTables>

/** The columns of `turnpike_user`. */
export interface UserTable {
  id: Generated<number>
  username: string
  email: string
  /** The hash; null for a user without a password. */
  password: string | null
  is_active: Flag
  is_staff: Flag
  created: Moment
  /** How often the user has been made inactive. */
  deactivations: Generated<number>
}

/** The columns of `turnpike_token`. */
export interface TokenTable {
  /** The keyed digest of the key. The plain key is not stored. */
  digest: string
  user_id: number
  /** The key, encrypted. */
  sealed: string
  /** Identifies the secret of both. */
  secret_id: string
  created: Moment
  /** Written only if tokens have an idle time. */
  last_used: NullableMoment
}

/** The columns of `turnpike_api_key`. */
export interface ApiKeyTable {
  /** A UUID. */
  id: string
  user_id: number
  name: string
  /** The part of the key that is shown. */
  prefix: string
  /** The keyed digest of the key. The plain key is not stored. */
  digest: string
  /** The key, encrypted. */
  sealed: string
  /** Identifies the secret of both. */
  secret_id: string
  /** Separated by spaces. */
  scopes: string
  /** Separated by spaces. Null means all addresses. */
  allowed_addresses: string | null
  created: Moment
  expires: NullableMoment
  last_used: NullableMoment
}

/** Kysely's own dialect reads 0 and 1 on SQLite. */
type Flag = ColumnType<boolean | number, boolean, boolean>

/**
 * SQLite stores the text of `Date.toISOString`, which sorts by time; PostgreSQL a `timestamptz`.
 */
export type Moment = ColumnType<Date | string, string, string>
type NullableMoment = ColumnType<Date | string | null, string | null, string | null>

/** A row of `turnpike_user` as read. */
export interface UserRow {
  id: number
  username: string
  email: string
  password: string | null
  is_active: boolean | number
  is_staff: boolean | number
  created: Date | string
  deactivations: number
}

/** A row of `turnpike_token` with its user, as far as a request needs them. */
export interface FoundToken extends Omit<UserRow, 'password' | 'deactivations'> {
  digest: string
  token_created: Date | string
  last_used: Date | string | null
}

/** The same with the sealed key and the user's password. */
export interface TokenRow extends FoundToken, Pick<UserRow, 'password' | 'deactivations'> {
  sealed: string
  secret_id: string
}

export const accountOf = (row: Omit<UserRow, 'password' | 'deactivations'>): Account => ({
  pk: row.id,
  username: row.username,
  email: row.email,
  isActive: Boolean(row.is_active),
  isStaff: Boolean(row.is_staff),
  isAuthenticated: true,
  created: new Date(row.created),
})

export const tokenOf = (key: string, row: FoundToken): Token<Account> => ({
  key,
  user: accountOf(row),
  created: new Date(row.token_created),
})

export const timesOf = (row: FoundToken): TokenTimes => ({
  created: new Date(row.token_created),
  lastUsed: row.last_used === null ? null : new Date(row.last_used),
})

/** Tokens with their users, in one statement. */
export const selectTokens = (db: Kysely<AccountTables>) =>
  db
    .selectFrom('turnpike_token as token')
    .innerJoin('turnpike_user as user', 'user.id', 'token.user_id')
    .select([
      'token.digest',
      'token.created as token_created',
      'token.last_used',
      'user.id',
      'user.username',
      'user.email',
      'user.is_active',
      'user.is_staff',
      'user.created',
    ])

/** The tables of `selectTokens`. */
export const tablesOfTokens = ['turnpike_token', 'turnpike_user']
