import { type AnyDatabase, kyselyRefreshTokens, kyselySigningKeys } from '@turnpike/sql'
import type { Account, SessionStore, UserDirectory } from 'turnpike'
import type { RefreshTokenStore, SigningKeyStore } from 'turnpike/kit'

/** The stores of a service that `tokenPairs` of `@turnpike/jwt` needs. */
export interface PairStores {
  readonly users: UserDirectory<Account>
  readonly refreshTokens: RefreshTokenStore<Account>
  readonly signingKeys: SigningKeyStore
  /** The `SECRET_KEYS`. */
  readonly secrets: readonly string[]
}

/** The stores in the service's database. */
export const pairStores = (
  db: AnyDatabase,
  users: UserDirectory<Account>,
  secrets: readonly string[],
): PairStores => ({
  users,
  refreshTokens: kyselyRefreshTokens(db),
  signingKeys: kyselySigningKeys(db, { secrets }),
  secrets,
})

/** The same sessions. Ending all of a user's sessions ends their refresh tokens, too. */
export const withRefreshTokens = (
  sessions: SessionStore<Account>,
  { refreshTokens }: PairStores,
): SessionStore<Account> => ({
  ...sessions,
  async endAll(user) {
    await sessions.endAll(user)
    await refreshTokens.endAll(user)
  },
})
