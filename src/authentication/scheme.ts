import type { IsTrustedProxy } from '../http/client.ts'
import type { IncomingRequest } from '../http/request.ts'
import type { SchemeDescription } from './scheme-description.ts'
import type { SessionSettings } from './session-settings.ts'

/**
 * Who sent a request, and with which credentials (null for schemes that have no record of them).
 */
export interface Identity<CurrentUser = unknown, Credentials = unknown> {
  user: CurrentUser
  auth: Credentials
  /** Header fields of the answer, whatever it will be: `{ 'Set-Cookie': ... }`. Default none. */
  headers?: Readonly<Record<string, string>>
}

/** What a scheme may ask of the view. */
export interface AuthenticatedView {
  readonly authentication: readonly Scheme[]
  /** Whether an address is in `TRUSTED_PROXIES`. */
  readonly isTrustedProxy: IsTrustedProxy
  readonly settings: SessionSettings & {
    readonly SECRET_KEYS: readonly string[]
    readonly TRUSTED_PROXIES: readonly string[]
    readonly CORS_ALLOWED_ORIGINS: readonly string[]
  }
}

/** One way to authenticate a request. */
export interface Scheme<CurrentUser = unknown, Credentials = unknown> {
  /** What logs and documentation call it: `token`. Default `unnamed`. */
  readonly name?: string

  /**
   * The request's identity, or null when this scheme's credentials are absent and the next scheme
   * should be tried.
   *
   * @throws AuthenticationFailed when the credentials are present and wrong: 401, or 403 when the
   *   view's first scheme has no challenge.
   * @throws PermissionDenied to refuse outright: always 403.
   */
  authenticate(
    request: IncomingRequest,
    view: AuthenticatedView,
  ): Promise<Identity<CurrentUser, Credentials> | null> | Identity<CurrentUser, Credentials> | null

  /**
   * The `WWW-Authenticate` value of a 401. A scheme without one, or with an empty one, makes its
   * denials 403.
   */
  challenge?(request: IncomingRequest): string

  /**
   * Header fields of the request that decide and that caches must tell apart: `['Cookie']`. Default
   * none.
   */
  readonly vary?: readonly string[]

  /**
   * Called when a view with the scheme is declared.
   *
   * @throws Error when the view or its settings cannot be used with it.
   */
  checkView?(view: AuthenticatedView): void

  /**
   * What documentation tells of it, for requests like this one. Absent: nothing, and clients are
   * not told how to authenticate.
   */
  describe?(request: IncomingRequest, view: AuthenticatedView): SchemeDescription
}
