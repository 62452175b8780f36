import type { Kysely } from 'kysely'
import type { Account } from 'turnpike'
import type { ApiKey } from 'turnpike/kit'
import { type AccountTables, accountOf, type UserRow } from '../tables.ts'

/** A row of `turnpike_api_key` with its user, as far as a request needs them. */
export interface ApiKeyRow extends Omit<UserRow, 'password' | 'deactivations'> {
  digest: string
  key_id: string
  name: string
  prefix: string
  scopes: string
  allowed_addresses: string | null
  key_created: Date | string
  expires: Date | string | null
  last_used: Date | string | null
}

/** API keys with their users, in one statement. */
export const selectKeys = (db: Kysely<AccountTables>) =>
  db
    .selectFrom('turnpike_api_key as key')
    .innerJoin('turnpike_user as user', 'user.id', 'key.user_id')
    .select([
      'key.digest',
      'key.id as key_id',
      'key.name',
      'key.prefix',
      'key.scopes',
      'key.allowed_addresses',
      'key.created as key_created',
      'key.expires',
      'key.last_used',
      'user.id',
      'user.username',
      'user.email',
      'user.is_active',
      'user.is_staff',
      'user.created',
    ])

/** The tables of `selectKeys`. */
export const tablesOfKeys = ['turnpike_api_key', 'turnpike_user']

/** A row and the lists in it, which are read once. */
export interface FoundApiKey extends Pick<ApiKey, 'scopes' | 'expires' | 'allowedAddresses'> {
  readonly row: ApiKeyRow
}

/** Requests share it as long as the row is cached, so its lists cannot be changed. */
export const foundOf = (row: ApiKeyRow): FoundApiKey => ({
  row,
  scopes: listOf(row.scopes),
  expires: momentOf(row.expires),
  allowedAddresses: row.allowed_addresses === null ? null : listOf(row.allowed_addresses),
})

/** The API key, for each request a new one. */
export const apiKeyOf = ({
  row,
  scopes,
  expires,
  allowedAddresses,
}: FoundApiKey): ApiKey<Account> => ({
  id: row.key_id,
  name: row.name,
  prefix: row.prefix,
  scopes,
  created: new Date(row.key_created),
  expires: momentOf(expires),
  lastUsed: momentOf(row.last_used),
  allowedAddresses,
  user: accountOf(row),
})

/** Neither a scope nor an address has a space in it. */
export const textOf = (list: readonly string[]): string => list.join(' ')

const listOf = (text: string): readonly string[] =>
  Object.freeze(text === '' ? [] : text.split(' '))

const momentOf = (moment: Date | string | null): Date | null =>
  moment === null ? null : new Date(moment)
