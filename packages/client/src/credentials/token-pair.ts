import { ClientError, failed } from '../errors.ts'
import { type CredentialContext, type Credentials, isFieldValue } from './credentials.ts'

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
    // What is undefined is not sent.
    const body = cookie ? {} : { refresh_token, refresh }
    const result = await send('POST', path, body, cookie)
    // Signed in or out meanwhile.
    if (pair !== before) return
    if (result.ok) pair = { ...pair, ...pairOf(result.data) }
    else if ([400, 401].includes(result.error.status)) pair = null
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

/** @throws ClientError for an answer without an access token that can be sent. */
function pairOf(data: unknown): Pair {
  const pair: Pair = Object(data)
  if (isFieldValue(pair.access_token ?? pair.access)) return pair
  throw failed('unreadable', 'The answer is not a token pair.')
}
