import { asWritten, ConfigurationError } from '../errors/configuration-error.ts'

/** Credentials that allow only some things: an API key, an access token. */
export interface Scoped {
  /** The scopes that they allow, such as `notes:read`. Empty allows nothing that needs a scope. */
  readonly scopes: readonly string[]
}

/** Whether the credentials of a request have scopes, even none of them. */
export const isScoped = (auth: unknown): auth is Scoped =>
  typeof auth === 'object' && auth !== null && 'scopes' in auth && Array.isArray(auth.scopes)

/** Whether it may name a scope: printable ASCII but blank, `"` and backslash (RFC 6749 §3.3). */
export const isScopeName = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(text)

/**
 * @param subject begins the message: `requireScope()`.
 * @throws ConfigurationError when one of them cannot name a scope.
 */
export function requireScopeNames(subject: string, scopes: readonly unknown[]): void {
  const wrong = scopes.find((scope) => !isScopeName(scope))
  if (wrong === undefined) return
  throw new ConfigurationError(
    `${subject} got the scope ${asWritten(wrong)}. A scope has 1 to 100 printable ASCII characters ` +
      'other than blank, " and \\, such as notes:read.',
  )
}
