import type { KeySource } from '../keys/key-set.ts'
import { type JwtClaims, type ReadClaimsOptions, readClaims } from './jwt-auth.ts'
import { TokenRefused } from './refusals.ts'
import { isEncrypted, readUnverified, type UnverifiedToken } from './unverified.ts'
import { type VerifiedToken, verifiedTokens } from './verified-tokens.ts'
import { refuseUnfit, type TokenRules, verify } from './verify.ts'

export interface TokenVerifierOptions<Claims> extends ReadClaimsOptions<Claims> {
  readonly keys: KeySource
  readonly rules: TokenRules
  /** Longest token, in characters. */
  readonly maxLength: number
  /** What happens to tokens of other issuers. */
  readonly otherTokens: 'refuse' | 'pass'
  /** Maximum number of verified tokens that are remembered. */
  readonly cacheSize: number
}

/** Verifies tokens by the keys of their issuer. */
export interface TokenVerifier<Claims> {
  /**
   * A token that was verified before, if the keys are at hand. Undefined if it must be verified.
   */
  known(token: string): VerifiedToken<Claims> | undefined
  /**
   * Null if it is a token of another issuer, which may pass.
   *
   * @throws TokenRefused when it is not valid.
   * @throws ServiceUnavailable when it cannot be decided, because the issuer is away.
   */
  verify(token: string): Promise<VerifiedToken<Claims> | null>
}

export function tokenVerifier<Claims>(
  options: TokenVerifierOptions<Claims>,
): TokenVerifier<Claims> {
  const { keys, rules, cacheSize } = options
  const verified = verifiedTokens<Claims>(cacheSize)

  return {
    known(token) {
      const set = keys.ready()
      return set === null ? undefined : verified.get(set, token)
    },

    async verify(token) {
      const unverified = readOwn(token, options)
      if (unverified === null) return null
      refuseUnfit(unverified, rules)
      const set = keys.ready() ?? (await keys.current())
      const known = verified.get(set, token)
      if (known !== undefined) return known

      const { claims, set: used } = await verify(token, unverified, keys, set, rules)
      const { exp = Infinity, nbf = -Infinity, cnf } = claims
      const found: VerifiedToken<Claims> = {
        auth: await readClaims(claims, options),
        credential: credentialOf(claims),
        from: nbf - rules.clockTolerance,
        until: exp + rules.clockTolerance,
        confirmation: cnf,
      }
      verified.set(used, token, found)
      return found
    },
  }
}

/** The token if its issuer is this one. Null if it is of another one, which may pass. */
function readOwn(
  token: string,
  {
    rules,
    maxLength,
    otherTokens,
  }: Pick<TokenVerifierOptions<never>, 'rules' | 'maxLength' | 'otherTokens'>,
): UnverifiedToken | null {
  if (token.length > maxLength) throw new TokenRefused('tooLong')
  const unverified = readUnverified(token)
  const isOther = unverified?.claims.iss !== rules.issuer
  if (isOther && otherTokens === 'pass') return null
  if (unverified !== null) return unverified
  throw new TokenRefused(isEncrypted(token) ? 'encrypted' : 'malformed')
}

/** `azp` is what OpenID Connect calls the client (OpenID Connect Core §2). */
function credentialOf({ jti, client_id: clientId, azp }: JwtClaims): string | null {
  const id = [jti, clientId, azp].find((claim) => typeof claim === 'string' && claim !== '')
  return typeof id === 'string' ? id : null
}
