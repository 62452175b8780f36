import { compactVerify, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import type { KeyHint, KeySet, KeySource, VerificationKey } from '../keys/key-set.ts'
import { refusalOf, TokenRefused } from './refusals.ts'
import type { UnverifiedToken } from './unverified.ts'

/** The rules for a token. */
export interface TokenRules {
  readonly issuer: string
  /** Null means any. */
  readonly audience: string | readonly string[] | null
  readonly algorithms: readonly string[]
  /** Types in lower case and without `application/`; a token without one is a `jwt`. */
  readonly types: readonly string[]
  /** Seconds. */
  readonly clockTolerance: number
  readonly requireExpiry: boolean
}

/**
 * Refuses a token that cannot be valid whatever its signature, before its key is looked for. What
 * passes here is not proven yet.
 */
export function refuseUnfit({ header, claims }: UnverifiedToken, rules: TokenRules): void {
  if (typeof header.alg !== 'string' || !rules.algorithms.includes(header.alg)) {
    throw new TokenRefused('algorithm')
  }
  // No extension is supported, not even one that asks for the default (RFC 7515 §4.1.11).
  if (Object.hasOwn(header, 'crit')) throw new TokenRefused('extension')
  if (!rules.types.includes(typeOf(header.typ))) throw new TokenRefused('type')
  if (claims.iss !== rules.issuer) throw new TokenRefused('issuer')
  if (claims.exp !== undefined && typeof claims.exp !== 'number') throw new TokenRefused('claims')
  // So tokens of a key that is gone are known to be expired.
  if (claims.exp !== undefined && claims.exp <= now() - rules.clockTolerance) {
    throw new TokenRefused('expired')
  }
}

/** `application/at+jwt` and `at+JWT` are the same (RFC 7515 §4.1.9). Empty if it is not a text. */
export function typeOf(typ: unknown): string {
  if (typ === undefined) return 'jwt'
  return typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : ''
}

/** A token that its issuer has signed, for this audience and this moment. */
export interface Verified {
  readonly claims: JWTPayload
  /** The keys among which its own was. */
  readonly set: KeySet
}

/*
 * A token whose `kid` is unknown passes these, in this order:
 *
 * 1. `refuseUnfit` above: a token that cannot be valid anyway never causes a fetch.
 * 2. jwt/keys/key-set.ts finds no key of that name. Without a `kid` it would return all that fit.
 * 3. `renewed` of jwt/keys/issuer-keys.ts: newer keys than those seen, or a fetch unless there was
 *    one within `cooldownSeconds`. While the issuer is away, a 503. Given keys stay the same.
 * 4. `verifyInVain` below takes the time of a wrong signature, and the refusal is its 401.
 * 5. jwt/jwt-authentication.ts counts it as wrong credentials: `isForgery` of refusals.ts.
 */

/**
 * @throws BearerFailure when it is not such a token.
 * @throws ServiceUnavailable when it cannot be decided, because the issuer is away.
 */
export async function verify(
  token: string,
  { header }: UnverifiedToken,
  keys: KeySource,
  known: KeySet,
  rules: TokenRules,
): Promise<Verified> {
  const hint: KeyHint = { alg: String(header.alg), kid: header.kid }
  let set = known
  let found = await set.find(hint)
  if (found.length === 0) {
    set = await keys.renewed(known)
    if (set !== known) found = await set.find(hint)
  }
  if (found.length === 0) {
    await verifyInVain(token, hint, set)
    throw new TokenRefused('signature')
  }

  const claims = await verifiedClaims(token, found, rules)
  if (claims.iat !== undefined && claims.iat > now() + rules.clockTolerance)
    throw new TokenRefused('early')
  return { claims, set }
}

/** Which of the keys has signed is not known if the token does not name it. */
async function verifiedClaims(
  token: string,
  keys: readonly VerificationKey[],
  { issuer, audience, algorithms, clockTolerance, requireExpiry }: TokenRules,
): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    issuer,
    ...(audience !== null && { audience: [audience].flat() }),
    algorithms: [...algorithms],
    clockTolerance,
    requiredClaims: requireExpiry ? ['exp'] : [],
  }
  let failure: unknown
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, options)
      return requireTimes(payload)
    } catch (error) {
      if (error instanceof TokenRefused) throw error
      failure = error
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break
    }
  }
  throw new TokenRefused(refusalOf(failure), failure)
}

/** Times must be such that a `Date` can hold them: JSON can say 1e999. */
function requireTimes(claims: JWTPayload): JWTPayload {
  for (const time of [claims.exp, claims.nbf, claims.iat]) {
    if (time !== undefined && !(Math.abs(time) <= 8.64e12)) throw new TokenRefused('claims')
  }
  return claims
}

/** An unknown key takes as long as a wrong signature. */
async function verifyInVain(token: string, { alg }: KeyHint, set: KeySet): Promise<void> {
  const [key] = await set.find({ alg })
  if (key !== undefined) await compactVerify(token, key).catch(() => {})
}

/** Seconds since 1970. */
const now = () => Math.floor(Date.now() / 1000)
