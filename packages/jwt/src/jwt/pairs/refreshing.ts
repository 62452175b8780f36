import { TranslatableMessage, type User } from 'turnpike'
import { digestOf, later, type RefreshFamily, type RefreshTokenStore } from 'turnpike/kit'
import type { AccessTokens } from './access-tokens.ts'
import { InvalidGrant, InvalidScope, RefreshTokenReused } from './failures.ts'
import type { TokenPairsOptions } from './options.ts'
import { type RefreshTokenCodec, refreshTokenCodec } from './refresh-token.ts'
import type { TokenPair, TokenPairs } from './token-pair.ts'

/** Issues, refreshes and revokes token pairs. */
export function refreshing<U extends User>(
  options: TokenPairsOptions<U>,
  accessTokens: Pick<AccessTokens<U>, 'sign'>,
): Pick<TokenPairs<U>, 'issue' | 'refresh' | 'revoke'> {
  const {
    refreshTokens: store,
    secrets,
    refreshTokenSeconds = 14 * 86_400,
    signInSeconds = 90 * 86_400,
    graceSeconds = 10,
    perUser = 100,
    scopes: knownScopes = [],
    now = () => new Date(),
  } = options
  const codec = refreshTokenCodec(secrets)

  async function pairOf(
    family: Pick<RefreshFamily<U>, 'id' | 'user' | 'ends'>,
    scopes: readonly string[] | null,
    refreshToken: string,
    expires: Date,
  ): Promise<TokenPair<U>> {
    const { token, expiresIn } = await accessTokens.sign(family, scopes)
    const refreshExpiresIn = Math.ceil((expires.getTime() - now().getTime()) / 1000)
    const { user } = family
    return { user, accessToken: token, expiresIn, refreshToken, refreshExpiresIn, scopes }
  }

  async function liveFamily(id: string): Promise<RefreshFamily<U> | null> {
    const family = await store.find(id)
    return family === null || family.expires <= now() ? null : family
  }

  return {
    async issue(user, { scopes = null, passwordStamp } = {}) {
      requireScopes(scopes, knownScopes)
      const { family: id, token, salt } = codec.first()
      const issued = now()
      const ends = later(issued, signInSeconds)
      const times = timesOf(issued, refreshTokenSeconds, ends)
      const stamp = passwordStamp === undefined ? {} : { passwordStamp }
      const family = { id, scopes, ends, digest: digestOf(token), salt, ...times, ...stamp }
      await store.start(user, family, perUser)
      return pairOf({ id, user, ends }, scopes, token, times.expires)
    },

    async refresh(token, scopes = null) {
      const id = codec.familyOf(token)
      if (id === null) throw new InvalidGrant()
      const family = await liveFamily(id)
      if (family === null) return null
      // Scopes that are no longer offered are dropped here.
      const own = family.scopes?.filter((scope) => knownScopes.includes(scope)) ?? null
      requireScopes(scopes, own ?? knownScopes)

      const digest = digestOf(token)
      const granted = scopes ?? own
      if (digest === family.digest) {
        const next = codec.next(token)
        const times = timesOf(now(), refreshTokenSeconds, family.ends)
        const replacing = { digest: digestOf(next.token), salt: next.salt, ...times }
        if (await store.replace(id, digest, replacing)) {
          return pairOf(family, granted, next.token, times.expires)
        }
      }
      // Replaced, earlier or by a request at the same time: the family as it is now decides.
      const latest = await liveFamily(id)
      if (latest === null) return null
      const isExcused = now() < later(latest.issued, graceSeconds)
      const successor = isExcused ? successorOf(codec, token, latest) : null
      if (successor === null) return endReused(store, latest)
      return pairOf(latest, granted, successor, latest.expires)
    },

    async revoke(token) {
      const id = codec.familyOf(token)
      return id !== null && store.end(id)
    },
  }
}

/** The times of a token that is issued now. It ends with its family at the latest. */
function timesOf(issued: Date, seconds: number, ends: Date): { issued: Date; expires: Date } {
  const expires = later(issued, seconds)
  return { issued, expires: expires < ends ? expires : ends }
}

/** The successor of the token, if that is unused. */
function successorOf<U extends User>(
  codec: RefreshTokenCodec,
  token: string,
  family: RefreshFamily<U>,
): string | null {
  if (family.previous !== digestOf(token)) return null
  const candidates = codec.successors(token, family.salt)
  return candidates.find((next) => digestOf(next) === family.digest) ?? null
}

/** A token that was issued and is neither current nor excused. */
async function endReused<U extends User>(
  store: RefreshTokenStore<U>,
  { id, user }: RefreshFamily<U>,
): Promise<never> {
  await store.end(id)
  throw new RefreshTokenReused(id, user.pk)
}

/** @throws InvalidScope when one is not among the allowed ones. */
function requireScopes(scopes: readonly string[] | null, allowed: readonly string[]): void {
  const unknown = scopes?.find((scope) => !allowed.includes(scope))
  if (unknown === undefined) return
  if (allowed.length === 0) throw new InvalidScope('Scopes cannot be requested here.')
  const values = { scope: unknown, scopes: allowed.join(', ') }
  throw new InvalidScope(
    new TranslatableMessage(
      'The scope {scope} cannot be requested. Valid scopes: {scopes}.',
      values,
    ),
  )
}
