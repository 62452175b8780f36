import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { User } from 'turnpike'
import { Lru, type RefreshFamily } from 'turnpike/kit'
import { InvalidToken } from '../bearer/bearer-failure.ts'
import type { KeyRing } from '../signing/key-ring.ts'
import { deepFreeze } from '../tokens/deep-freeze.ts'
import { type AccessToken, accessTokenOf } from './access-token.ts'
import type { TokenPairsOptions } from './options.ts'

/** Signs and verifies access tokens. */
export interface AccessTokens<U extends User> {
  /** @returns the token, and for how many seconds it is valid. */
  sign(
    family: Pick<RefreshFamily<U>, 'id' | 'user' | 'ends'>,
    scopes: readonly string[] | null,
  ): Promise<{ readonly token: string; readonly expiresIn: number }>

  /** @throws BearerFailure */
  verify(token: string): Promise<{ readonly user: U; readonly token: AccessToken }>
}

export function accessTokens<U extends User>(
  options: TokenPairsOptions<U>,
  keys: KeyRing,
): AccessTokens<U> {
  const {
    users,
    issuer,
    audience = issuer,
    clientId = 'first-party',
    accessTokenSeconds = 300,
    claims: furtherClaims = () => ({}),
    userOf = ({ userId }: AccessToken) => users.findByPk(userId),
    clockTolerance = 5,
    now = () => new Date(),
  } = options

  const claimsOf = verifiedClaims({ issuer, audience, clockTolerance, now }, keys)

  return {
    async sign({ id, user, ends }, scopes) {
      const issued = Math.floor(now().getTime() / 1000)
      const expires = Math.min(issued + accessTokenSeconds, Math.floor(ends.getTime() / 1000))
      const key = await keys.signing()
      const token = await new SignJWT({
        ...furtherClaims(user),
        iss: issuer,
        aud: audience,
        sub: `${user.pk}`,
        client_id: clientId,
        jti: crypto.randomUUID(),
        sid: id,
        iat: issued,
        exp: expires,
        ...(scopes !== null && { scope: scopes.join(' ') }),
      })
        .setProtectedHeader({ alg: key.algorithm, typ, kid: key.id })
        .sign(key.privateKey)
      return { token, expiresIn: expires - issued }
    },

    async verify(text) {
      const token = accessTokenOf(await claimsOf(text))
      if (token === null) throw new InvalidToken('The token is invalid.')
      const user = await userOf(token)
      if (!user?.isActive) throw new InvalidToken('User inactive or deleted.')
      return { user, token }
    },
  }
}

interface VerificationOptions {
  readonly issuer: string
  readonly audience: string
  /** Seconds. */
  readonly clockTolerance: number
  readonly now: () => Date
}

/**
 * Reads the claims of a token, after its signature and its times were verified.
 *
 * @throws InvalidToken when it has expired or is none of these keys.
 */
function verifiedClaims(
  { issuer, audience, clockTolerance, now }: VerificationOptions,
  keys: KeyRing,
): (token: string) => Promise<JWTPayload> {
  /** Clients send a token until it expires, and a signature takes longer than the rest. */
  const verified = new Lru<string, VerifiedToken>({ max: maxVerified })

  const isCurrent = ({ exp = 0 }: JWTPayload) => now().getTime() / 1000 < exp + clockTolerance

  async function verify(token: string) {
    try {
      return await jwtVerify(token, (header) => keyOf(header, keys), {
        issuer,
        audience,
        typ,
        clockTolerance,
        currentDate: now(),
        requiredClaims: ['sub', 'exp', 'iat', 'jti', 'client_id', 'sid'],
      })
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw new InvalidToken('The token has expired.')
      }
      if (error instanceof errors.JOSEError) throw new InvalidToken('The token is invalid.', error)
      throw error
    }
  }

  return async (token) => {
    const known = verified.get(token)
    if (known !== undefined) {
      if (isCurrent(known.claims) && (await keys.find(known.key)) !== null) return known.claims
      verified.delete(token)
    }
    const { payload, protectedHeader } = await verify(token)
    const claims = deepFreeze(payload)
    verified.set(token, { claims, key: `${protectedHeader.kid}` })
    return claims
  }
}

/** A token whose signature was verified. */
interface VerifiedToken {
  readonly claims: JWTPayload
  /** The id of its key: the token ends with it. */
  readonly key: string
}

/** About a kilobyte each. */
const maxVerified = 1000

/** So that no other JWT of the same issuer passes for an access token (RFC 9068 §2.1). */
const typ = 'at+jwt'

/** The key that the header names, if it is one for that algorithm. */
async function keyOf({ kid, alg }: { kid?: string; alg?: string }, keys: KeyRing) {
  const key = typeof kid === 'string' ? await keys.find(kid) : null
  // Compared with the key's own: the header must not choose the algorithm (RFC 8725 §3.1).
  if (key === null || key.algorithm !== alg) throw new errors.JWKSNoMatchingKey()
  return key.publicKey
}
