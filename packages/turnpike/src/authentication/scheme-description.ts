import type { ApiException } from '../errors/api-exception.ts'

/** The documentation of a scheme. */
export interface SchemeDescription {
  /** For people. Default none. */
  readonly description?: string
  /**
   * Where the credentials are sent; null when the web server in front sends them, not the client.
   */
  readonly credentials: CredentialsPlace | null
  /**
   * The issuer identifier of the authorization server from which clients get its tokens (RFC 8414
   * §2), for `protectedResourceViews`. Default none.
   */
  readonly authorizationServer?: string
  /** Whether proofs of possession are required, and their signatures (RFC 9449). Default none. */
  readonly dpop?: { readonly required: boolean; readonly algorithms: readonly string[] }
  /** Errors that it may raise for invalid credentials. Default none. */
  readonly raises?: readonly ApiException[]
  /** True: wrong credentials are counted (`FAILED_CREDENTIALS_RATES`). Default false. */
  readonly countsFailures?: boolean
  /** True: writes need the CSRF token. Default false. */
  readonly needsCsrfToken?: boolean
}

/**
 * A header field, with a keyword before the credentials (`Authorization: Token …`) or without; or a
 * cookie. `format` is a hint for readers of the documentation: `JWT`.
 */
export type CredentialsPlace =
  | { readonly header: string; readonly keyword?: string; readonly format?: string }
  | { readonly cookie: string }
