/** The result of comparing a sent token with that of the cookie. */
export type CsrfComparison =
  | 'equal'
  | 'incorrect'
  | 'has incorrect length'
  | 'has invalid characters'

/**
 * The tokens against cross-site request forgery: the one in the cookie, and what a page or a client
 * sends back. Turnpike's own are signed under `SECRET_KEYS` and belong to one session;
 * `djangoCsrfTokens()` of `@turnpike/django` has those of Django.
 */
export interface CsrfTokens {
  /** A new token for the cookie. @param sessionId null: a browser without a session. */
  create(secrets: readonly string[], sessionId: string | null): string

  /** Whether the token of a cookie is valid for the session. Others are replaced. */
  isValid(token: string, secrets: readonly string[], sessionId: string | null): boolean

  /**
   * A valid token for a page, with other characters each time. In a compressed page that shows a
   * secret next to an attacker's text, the length would reveal the secret (the BREACH attack).
   */
  mask(token: string): string

  /** Compares what a client has sent, masked or plain, with the token of its cookie. */
  compare(sent: string, token: string): CsrfComparison
}
