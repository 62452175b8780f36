import type { AnyDatabase } from '@turnpike/sql'
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

/** The stores in the service's database. Their code is loaded on first use. */
export function pairStores(
  db: AnyDatabase,
  users: UserDirectory<Account>,
  secrets: readonly string[],
): PairStores {
  const tokens = onFirstUse(async () => {
    const { kyselyRefreshTokens } = await import('@turnpike/sql')
    return kyselyRefreshTokens(db)
  })
  const keys = onFirstUse(async () => {
    const { kyselySigningKeys } = await import('@turnpike/sql')
    return kyselySigningKeys(db, { secrets })
  })
  return {
    users,
    refreshTokens: {
      start: async (...given) => (await tokens()).start(...given),
      find: async (...given) => (await tokens()).find(...given),
      replace: async (...given) => (await tokens()).replace(...given),
      end: async (...given) => (await tokens()).end(...given),
      endAll: async (...given) => (await tokens()).endAll(...given),
      count: async (...given) => (await tokens()).count(...given),
    },
    signingKeys: {
      all: async () => (await keys()).all(),
      add: async (...given) => (await keys()).add(...given),
      remove: async (...given) => (await keys()).remove(...given),
      replaceAll: async (...given) => (await keys()).replaceAll(...given),
    },
    secrets,
  }
}

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

function onFirstUse<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
