import { ClientError } from '../errors.ts'
import type { CredentialContext, Credentials } from './credentials.ts'

/** A token pair, as the service answers it or with the names of simplejwt. */
export interface Pair {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly access?: string
  readonly refresh?: string
}

export interface TokenPairOptions {
  /** The pair of a sign-in that was stored. Default null: nobody is signed in. */
  pair?: Pair | null
  /** The path that refreshes. Default `/token/refresh/`. */
  path?: string
  /**
   * Stores the next pair, and null when the sign-in has ended. The next request waits for it.
   * Default: it is in memory only.
   */
  save?(pair: Pair | null): Promise<void> | void
  /**
   * The credentials of the refresh, if the refresh token is in a cookie: `session()`. Default null:
   * it is in the pair.
   */
  cookie?: Credentials | null
}

/** The credentials of a sign-in that go on by themselves. */
export interface TokenPairCredentials extends Credentials {
  /** Uses the pair of a sign-in from now on; null to forget it. It is not saved. */
  set(pair: Pair | null): void
}

/**
 * Sends the access token, and refreshes the pair after a 401: once for requests that fail together.
 * When the refresh token is invalid, the sign-in has ended.
 */
export function tokenPair({
  pair: given = null,
  path = '/token/refresh/',
  save,
  cookie = null,
}: TokenPairOptions): TokenPairCredentials {
  let pair = given
  let refreshing: Promise<void> | null = null
  const authorization = () => {
    const access = pair?.access_token ?? pair?.access
    return access === undefined ? null : `Bearer ${access}`
  }

  async function refresh({ send }: CredentialContext): Promise<void> {
    const before = pair
    const { refresh_token, refresh } = pair ?? {}
    const body = cookie ? {} : refresh === undefined ? { refresh_token } : { refresh }
    const result = await send('POST', path, body, cookie)
    // Signed in or out meanwhile.
    if (pair !== before) return
    if (result.ok) pair = { ...pair, ...(result.data as Pair) }
    else if (result.error.status === 400 || result.error.status === 401) pair = null
    else throw new ClientError(result.error)
    await save?.(pair)
  }
  const refreshOnce = (context: CredentialContext): Promise<void> => {
    refreshing ??= refresh(context).finally(() => {
      refreshing = null
    })
    return refreshing
  }
  const canRefresh = () => cookie !== null || (pair?.refresh_token ?? pair?.refresh) !== undefined

  return {
    async apply(headers, context) {
      if (refreshing) await refreshing
      else if (authorization() === null && canRefresh()) await refreshOnce(context)
      const value = authorization()
      if (value !== null) headers.set('Authorization', value)
    },
    async renew({ status }, sent, context) {
      if (status !== 401) return false
      // Another request may have refreshed it meanwhile.
      if (sent.get('Authorization') === authorization()) {
        if (!canRefresh()) return false
        await refreshOnce(context)
      }
      return authorization() !== null
    },
    set(next) {
      pair = next
    },
  }
}
