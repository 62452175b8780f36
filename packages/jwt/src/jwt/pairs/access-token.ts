import type { JWTPayload } from 'jose'
import type { WithAuthenticationContext } from 'turnpike'
import { type Actor, actorIn } from '../tokens/actor.ts'
import { authenticationContext } from '../tokens/authentication-context.ts'

/** A verified access token: the `auth` of a request. */
export interface AccessToken extends WithAuthenticationContext {
  /** The `jti` claim: unique. */
  readonly id: string
  /** The `sub` claim: the pk of the user, as text. */
  readonly userId: string
  /** The `client_id` claim. */
  readonly clientId: string
  /** The `sid` claim: the id of the sign-in, whose refresh tokens are one family. */
  readonly signInId: string
  /**
   * Its scopes, from the `scope` claim. Without them it allows whatever the user may do. So
   * `isUnscoped` passes for tokens without, and `requireScope` for tokens with these scopes.
   */
  readonly scopes?: readonly string[]
  readonly issued: Date
  readonly expires: Date
  /** Who acts for the user, from the `act` claim of the option `claims`; null if nobody does. */
  readonly actor: Actor | null
  /** All claims (RFC 7519 §4), with those of the option `claims`. */
  readonly claims: Readonly<JWTPayload>
}

/** The claims of a verified token as an `AccessToken`; null when one is missing or malformed. */
export function accessTokenOf(claims: JWTPayload): AccessToken | null {
  const { jti, sub, client_id: clientId, sid, scope, iat, exp } = claims
  if (typeof jti !== 'string' || typeof sub !== 'string' || typeof clientId !== 'string')
    return null
  if (typeof sid !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return null
  if (scope !== undefined && typeof scope !== 'string') return null
  const actor = actorIn(claims.act)
  if (actor === undefined) return null
  return {
    id: jti,
    userId: sub,
    clientId,
    signInId: sid,
    ...(scope !== undefined && { scopes: scope.split(' ').filter((name) => name !== '') }),
    issued: new Date(iat * 1000),
    expires: new Date(exp * 1000),
    actor,
    ...authenticationContext(claims),
    claims,
  }
}
