import type { HttpRequest } from '../../http/http-request.ts'
import type { Rule } from '../../rules/rule.ts'

/**
 * Accounts that another library keeps, as far as the schemes use them. The result of `betterAuth()`
 * fits; for other libraries write an object with this method.
 */
export interface ExternalAccounts<Session> {
  readonly api: {
    /**
     * The session of the credentials in the header fields, or null when they are wrong or have
     * ended. With `returnHeaders` it may also give the header fields of the answer, whose
     * `Set-Cookie` is sent to browsers.
     *
     * @throws an error with the `statusCode` 401 or 403 when the credentials are wrong, 429 when
     *   they are used too often, 500 or more when the accounts cannot be read. `details.tryAgainIn`
     *   of its `body` is the number of milliseconds to wait after a 429.
     */
    getSession(context: {
      headers: Headers
      returnHeaders: true
    }): Promise<Session | ExternalAnswer<Session> | null>
  }
}

/** A session, and the header fields with which the other library would answer. */
export interface ExternalAnswer<Session> {
  readonly response: Session | null
  readonly headers?: Headers | null | undefined
}

export const externalAccounts: Rule<ExternalAccounts<unknown>> = {
  expected: 'an object with api.getSession(), such as the result of betterAuth()',
  accepts: (value): value is ExternalAccounts<unknown> =>
    typeof Object(Object(value).api).getSession === 'function',
}

/** The options that all schemes for external accounts have. */
export interface ExternalAccountOptions<Session, CurrentUser> {
  /** Who keeps the accounts: the result of `betterAuth()`. */
  auth: ExternalAccounts<Session>
  /**
   * The user of this application for a session, or null when there is none: the request is then
   * refused. Find users by the id of the account. Its e-mail address may be that of another person,
   * unless the other library has verified it. A user whose `isActive` is false is refused.
   */
  userOf: (
    session: Session,
    request: HttpRequest,
  ) => CurrentUser | null | Promise<CurrentUser | null>
}
