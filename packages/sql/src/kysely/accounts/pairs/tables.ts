import type { AccountTables, Moment } from '../tables.ts'

/** The table of refresh tokens, as a type for Kysely: one row for each sign-in. */
export interface RefreshFamilyTable {
  id: string
  user_id: number
  /** The digest of the password hash that the user had when the family started. */
  password_stamp: string
  /** Separated by blanks; null means whatever the user may do. */
  scopes: string | null
  created: Moment
  ends: Moment
  digest: string
  previous: string | null
  salt: string
  issued: Moment
  expires: Moment
}

/** The table of the keys that sign access tokens, as a type for Kysely. */
export interface SigningKeyTable {
  id: string
  /** The id of the key before it; empty for the first one. */
  follows: string
  algorithm: string
  /** The private key, encrypted. */
  sealed: string
  /** Identifies the secret. */
  secret_id: string
  created: Moment
  signs_from: Moment
}

export interface RefreshTables extends AccountTables {
  turnpike_refresh_family: RefreshFamilyTable
}

export interface SigningKeyTables {
  turnpike_signing_key: SigningKeyTable
}
