import type { Scoped, WithAuthenticationContext } from 'turnpike'
import { isScopeName } from 'turnpike/kit'
import { InvalidToken } from '../jwt/bearer/bearer-failure.ts'
import { type Actor, actorIn } from '../jwt/tokens/actor.ts'
import { authenticationContext } from '../jwt/tokens/authentication-context.ts'
import { deepFreeze } from '../jwt/tokens/deep-freeze.ts'

/** The answer of the authorization server about a token (RFC 7662 §2.2). Anything may be absent. */
export interface IntrospectionClaims {
  readonly active: boolean
  readonly scope?: string
  readonly client_id?: string
  readonly username?: string
  readonly token_type?: string
  readonly sub?: string
  readonly aud?: string | string[]
  readonly iss?: string
  readonly jti?: string
  /** In seconds since 1970, like the next ones. */
  readonly exp?: number
  readonly iat?: number
  readonly nbf?: number
  readonly [claim: string]: unknown
}

/** The `auth` of a request with an introspected token. Requests with the token share it. */
export interface IntrospectedToken extends Scoped, WithAuthenticationContext {
  /** The client that the token was issued to; null if the issuer does not say. */
  readonly clientId: string | null
  readonly claims: IntrospectionClaims
  /** When the token expires; null if the issuer does not say. */
  readonly expires: Date | null
  /** Who acts for the user; null if the token was not delegated. */
  readonly actor: Actor | null
}

export const introspectedToken = (claims: IntrospectionClaims): IntrospectedToken =>
  Object.freeze({
    scopes: Object.freeze(namesIn(claims.scope)),
    clientId: typeof claims.client_id === 'string' ? claims.client_id : null,
    claims: deepFreeze(claims),
    expires: typeof claims.exp === 'number' ? new Date(claims.exp * 1000) : null,
    // `requireAccessToken` refuses what cannot be read.
    actor: actorIn(claims.act) ?? null,
    ...authenticationContext(claims),
  })

const namesIn = (scope: unknown): string[] =>
  typeof scope === 'string' ? scope.split(' ').filter(isScopeName) : []

/** Further rules for an active token. */
export interface TokenRules {
  readonly issuer: string | undefined
  readonly audience: string | readonly string[] | null
  readonly clockTolerance: number
}

/**
 * Checks what the authorization server leaves to the service (RFC 7662 §4).
 *
 * @param now in seconds since 1970.
 * @throws InvalidToken `invalid_token`.
 */
export function requireAccessToken(
  claims: IntrospectionClaims,
  { issuer, audience, clockTolerance }: TokenRules,
  now: number,
): void {
  const { exp = Infinity, nbf = -Infinity, iss, token_type: type } = claims
  if (typeof exp !== 'number' || typeof nbf !== 'number')
    throw new InvalidToken('The token has no valid lifetime.')
  if (exp + clockTolerance <= now) throw new InvalidToken('The token has expired.')
  if (nbf - clockTolerance > now) throw new InvalidToken('The token is not valid yet.')
  if (issuer !== undefined && iss !== undefined && iss !== issuer) {
    throw new InvalidToken('The token is from another issuer.')
  }
  if (actorIn(claims.act) === undefined)
    throw new InvalidToken('The token has a missing or invalid claim.')
  if (audience !== null && !isFor(claims.aud, audience))
    throw new InvalidToken('The token is for another audience.')

  // A refresh token is active, too, and may live for months.
  const isNamed = typeof type === 'string'
  if (isNamed ? !/^(?:bearer|dpop)$/i.test(type) : type !== undefined || audience === null) {
    throw new InvalidToken('The token is not known to be an access token.')
  }
  if (isOfOtherUse(claims)) throw new InvalidToken('The token is not an access token.')
  if (isNamed && /^dpop$/i.test(type) && claims.cnf === undefined) {
    throw new InvalidToken('The token is bound to a key that the issuer does not name.')
  }
}

function isFor(aud: unknown, audience: string | readonly string[]): boolean {
  const accepted = [audience].flat()
  return [aud].flat().some((one) => typeof one === 'string' && accepted.includes(one))
}

/**
 * Servers that give every kind of token the type `Bearer` name its use elsewhere: Ory Hydra in
 * `token_use`, Keycloak in `typ`.
 */
const isOfOtherUse = ({ token_use, typ }: IntrospectionClaims): boolean =>
  [token_use, typ].some((use) => typeof use === 'string' && /^(?:refresh|offline|id)/i.test(use))
