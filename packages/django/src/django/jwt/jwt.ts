import type { Scheme, User, ViewOptions } from 'turnpike'
import type { DjangoDatabase } from '../django-database.ts'
import { recordLogin } from '../last-login.ts'
import { type DjangoJwtAuth, jwtScheme } from './authentication.ts'
import { jwtBlacklist } from './blacklist.ts'
import { type DjangoJwtOptions, djangoJwtOptions } from './options.ts'
import { type JwtUsers, jwtOwners } from './owners.ts'
import { jwtKeys } from './signing-keys.ts'
import { jwtTokens } from './tokens.ts'
import { type DjangoJwtViewsOptions, jwtViews } from './views/views.ts'

/** Tokens of djangorestframework-simplejwt: those that it issues and those of this service. */
export interface DjangoJwt<U extends User> {
  /**
   * Authenticates `Authorization: Bearer eyJhbGciOiJIUzI1NiIs…`, an access token, as
   * `JWTAuthentication` does. `request.auth` is the token. Use it over HTTPS only.
   */
  readonly authentication: Scheme<U, DjangoJwtAuth>

  /** A new pair for a user who has proved their identity. It is recorded as simplejwt does. */
  issue(user: U): Promise<{ readonly refresh: string; readonly access: string }>

  /**
   * The views of simplejwt by path: `/api/token/` signs in, and below it `refresh/`, `verify/` and,
   * if there is a blacklist, `blacklist/`.
   */
  views(options?: DjangoJwtViewsOptions): Readonly<Record<string, ViewOptions>>

  /**
   * Deletes the records of expired tokens, as `manage.py flushexpiredtokens` does.
   *
   * @returns how many; 0 without a blacklist.
   */
  deleteExpired(): Promise<number>
}

/**
 * Access and refresh tokens as simplejwt makes them, with its blacklist. Needs the package `jose`.
 *
 * @throws ConfigurationError when an option is unknown or wrong, or a key is missing.
 */
export function djangoJwt<U extends User>(
  database: DjangoDatabase,
  users: JwtUsers<U>,
  options: DjangoJwtOptions<U> = {},
): DjangoJwt<U> {
  djangoJwtOptions.require(options)
  const { headerTypes: words = ['Bearer'], usernameField = database.users.username } = options
  const keys = jwtKeys(options, database.keys)
  const blacklist = options.blacklist === false ? null : jwtBlacklist(database)
  const tokens = jwtTokens(options, keys, blacklist, database.now)
  const owners = jwtOwners(database, users, options)

  async function issue(user: U) {
    const refresh = await tokens.refresh({
      ...options.claims?.(user),
      ...(await owners.claimsOf(user)),
    })
    await blacklist?.record(refresh, user.pk)
    const { token: access } = await tokens.access(refresh.claims)
    if (options.updateLastLogin === true) await recordLogin(database, user)
    return { refresh: refresh.token, access }
  }

  return {
    authentication: jwtScheme(tokens, owners, words),
    issue,
    views: (given) =>
      jwtViews({ options, usernameField, words, users, tokens, owners, blacklist, issue }, given),
    deleteExpired: async () => (await blacklist?.deleteExpired()) ?? 0,
  }
}
