import type { AuthenticationFailed } from '../errors/exceptions.ts'
import type { IsTrustedProxy } from '../http/client.ts'
import type { HttpRequest } from '../http/http-request.ts'
import type { Logger } from '../http/logger.ts'
import type { ReplayStore } from '../http/replays/replay-store.ts'
import type { FieldValues } from '../http/response.ts'
import type { CsrfTokens } from './csrf/csrf-tokens.ts'
import type { ProtectedResource } from './protected-resource.ts'
import type { SchemeDescription } from './scheme-description.ts'

/** Who sent a request, and with which credentials (null for schemes without a record of them). */
export interface Identity<CurrentUser = unknown, Credentials = unknown> {
  user: CurrentUser
  auth: Credentials
  /**
   * The id of the credentials, for the request log and `callerOf`: the id of an API key, the `jti`
   * of a JWT. Never a secret. Default none.
   */
  credential?: string
  /**
   * Header fields of the response, whatever its status: `{ 'Set-Cookie': ... }`, a list for several
   * cookies. Default none.
   */
  headers?: FieldValues
}

/** The part of the view that a scheme needs. */
export interface AuthenticatedView {
  readonly authentication: readonly Scheme[]
  /** Whether an address is in `TRUSTED_PROXIES`. */
  readonly isTrustedProxy: IsTrustedProxy
  /** What challenges say of the API as a resource of OAuth; null without `PROTECTED_RESOURCE`. */
  readonly resource: ProtectedResource | null
  readonly settings: {
    readonly SESSION_COOKIE_NAME: string | null
    readonly SESSION_COOKIE_AGE: number
    readonly CSRF_COOKIE_NAME: string | null
    readonly CSRF_HEADER_NAME: string
    readonly CSRF_FIELD_NAME: string
    readonly CSRF_TRUSTED_ORIGINS: readonly string[]
    readonly CSRF_TOKENS: CsrfTokens | null
    readonly SECRET_KEYS: readonly string[]
    readonly TRUSTED_PROXIES: readonly string[]
    readonly CORS_ALLOWED_ORIGINS: readonly string[]
    readonly LOGGER: Logger
  }
}

/**
 * One way to authenticate a request, listed in the `authentication` of a view or in
 * `DEFAULT_AUTHENTICATION_CLASSES`. `authenticate` is enough; with a challenge its denials are 401
 * and not 403:
 *
 * ```ts
 * const apiKey: Scheme<Partner, null> = {
 *   name: 'api-key',
 *   vary: ['X-Api-Key'],
 *   async authenticate({ headers }) {
 *     const key = headers.get('X-Api-Key')
 *     if (key === null) return null
 *     const user = await partnerWith(key)
 *     if (user === null) throw new AuthenticationFailed('Invalid API key.')
 *     return { user, auth: null }
 *   },
 *   challenge: () => 'X-Api-Key',
 * }
 * ```
 */
export interface Scheme<CurrentUser = unknown, Credentials = unknown> {
  /** Its name in logs and documentation: `token`. Default `unnamed`. */
  readonly name?: string

  /**
   * The request's identity, or null when this scheme's credentials are absent and the next scheme
   * should be tried. For an open connection it is called again (`request.isCheckedAgain`).
   *
   * @throws AuthenticationFailed when the credentials are present and wrong: 401, or 403 when the
   *   view's first scheme has no challenge.
   * @throws PermissionDenied to deny the request outright: always 403.
   */
  authenticate(
    request: HttpRequest,
    view: AuthenticatedView,
  ): Promise<Identity<CurrentUser, Credentials> | null> | Identity<CurrentUser, Credentials> | null

  /**
   * The `WWW-Authenticate` value of a 401. Without one, or with an empty one, the scheme's denials
   * are 403.
   *
   * @param failure the exception that became the 401; absent when no credentials were sent. A
   *   scheme may throw a subclass and say more about it here (RFC 6750 §3.1).
   * @param view the view that answers. Its `resource` has further parameters for bearer schemes.
   */
  challenge?(request: HttpRequest, failure?: AuthenticationFailed, view?: AuthenticatedView): string

  /**
   * The `WWW-Authenticate` value for credentials of this scheme that are valid and allow too
   * little, with `CHALLENGE_PROFILE: 'oauth'`. Absent: such answers are a 403 without it.
   *
   * @param parameters of the challenge: `{ error: 'insufficient_scope', scope: 'notes:write' }`
   *   (RFC 6750 §3.1, RFC 9470 §3).
   */
  challengeInsufficient?(
    request: HttpRequest,
    parameters: Readonly<Record<string, string>>,
    view: AuthenticatedView,
  ): string

  /** Header fields on which the result depends, for caches: `['Cookie']`. Default none. */
  readonly vary?: readonly string[]

  /**
   * Where it remembers the ids of messages that may be used once, for `turnpike check`. Absent: it
   * remembers none.
   */
  readonly replays?: ReplayStore

  /** Whether its credentials have scopes, for `turnpike check`. Default false. */
  readonly isScoped?: boolean

  /**
   * Called when a view with the scheme is declared.
   *
   * @throws Error when it cannot work with the view or its settings.
   */
  checkView?(view: AuthenticatedView): void

  /**
   * Its documentation, for requests like this one. Absent: none, so clients do not learn from the
   * document how to authenticate.
   */
  describe?(request: HttpRequest, view: AuthenticatedView): SchemeDescription
}
