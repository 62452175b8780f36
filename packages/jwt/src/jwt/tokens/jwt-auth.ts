import type { JWTPayload } from 'jose'
import type { Schema, Scoped, WithAuthenticationContext, WithRoles } from 'turnpike'
import { isObject, isScopeName } from 'turnpike/kit'
import { type Actor, actorIn } from './actor.ts'
import { authenticationContext } from './authentication-context.ts'
import { deepFreeze } from './deep-freeze.ts'
import { TokenRefused } from './refusals.ts'

/** The claims of a token without a schema: those of RFC 7519, and any others. */
export type JwtClaims = JWTPayload

/** The `auth` of a request with a JWT. It is frozen, because requests with the token share it. */
export interface JwtAuth<Claims = JwtClaims> extends Scoped, WithRoles, WithAuthenticationContext {
  /** The claims of the token, as the schema returns them if there is one. */
  readonly claims: Claims
  /** When the token expires; null means never. */
  readonly expires: Date | null
  /** Who acts for the user; null if the token was not delegated. */
  readonly actor: Actor | null
}

/**
 * Where the names of scopes or roles are: a claim, the path to one (`['realm_access', 'roles']`),
 * or a function of the claims. A claim is a list of names, or a text with blanks between them.
 */
export type NamesIn<Claims> = string | readonly string[] | ((claims: Claims) => readonly string[])

export interface ReadClaimsOptions<Claims> {
  claims?: Schema<Claims> | undefined
  scopesIn?: NamesIn<Claims> | undefined
  rolesIn?: NamesIn<Claims> | undefined
}

/**
 * The `auth` that the claims of a verified token make.
 *
 * @throws TokenRefused when they do not fit the schema, or `act` names nobody.
 */
export async function readClaims<Claims>(
  raw: JwtClaims,
  { claims: schema, scopesIn, rolesIn }: ReadClaimsOptions<Claims>,
): Promise<JwtAuth<Claims>> {
  const result = await schema?.['~standard'].validate(raw)
  const actor = actorIn(raw.act)
  if (result?.issues !== undefined || actor === undefined) throw new TokenRefused('claims')
  // Without a schema the claims have the type of the default: any.
  const claims = result === undefined ? (raw as Claims) : result.value
  return deepFreeze({
    claims,
    scopes: [...scopesOf(raw, claims, scopesIn)],
    roles: [...rolesOf(raw, claims, rolesIn)],
    expires: raw.exp === undefined ? null : new Date(raw.exp * 1000),
    actor,
    ...authenticationContext(raw),
  })
}

/** The names of scopes in a token. By default in `scope` (RFC 9068 §2.2.3), otherwise in `scp`. */
function scopesOf<Claims>(
  raw: JwtClaims,
  claims: Claims,
  place: NamesIn<Claims> | undefined,
): readonly string[] {
  const names =
    place === undefined
      ? namesIn(raw, ['scope' in raw ? 'scope' : 'scp'])
      : namesAt(raw, claims, place)
  return names.filter(isScopeName)
}

/** The names of roles in a token. By default in `roles` (RFC 9068 §2.2.3.1). */
const rolesOf = <Claims>(
  raw: JwtClaims,
  claims: Claims,
  place: NamesIn<Claims> = 'roles',
): readonly string[] => namesAt(raw, claims, place)

const namesAt = <Claims>(
  raw: JwtClaims,
  claims: Claims,
  place: NamesIn<Claims>,
): readonly string[] => (typeof place === 'function' ? place(claims) : namesIn(raw, [place].flat()))

function namesIn(raw: JwtClaims, path: readonly string[]): readonly string[] {
  let value: unknown = raw
  for (const name of path) {
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  if (typeof value === 'string') return value.split(' ').filter((name) => name !== '')
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}
