import type { ApiException } from '../errors/api-exception.ts'

/** What documentation tells of a scheme. */
export interface SchemeDescription {
  /** For people. Default none. */
  readonly description?: string
  /**
   * Where the credentials are sent, or null when no client sends them: the web server in front
   * does.
   */
  readonly credentials: CredentialsPlace | null
  /** Errors that it may raise for whatever is wrong with the credentials. Default none. */
  readonly raises?: readonly ApiException[]
  /** True: wrong credentials are counted (`FAILED_CREDENTIALS_RATES`). Default false. */
  readonly countsFailures?: boolean
  /** True: writes need the CSRF token. Default false. */
  readonly needsCsrfToken?: boolean
}

/**
 * A header field of credentials behind a keyword, `Authorization: Token …`, or alone; or a cookie.
 */
export type CredentialsPlace =
  | { readonly header: string; readonly keyword?: string }
  | { readonly cookie: string }
