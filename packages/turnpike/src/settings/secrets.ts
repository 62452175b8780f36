import { leastMinLength } from '../accounts/passwords/rules/password-rules.ts'
import { randomSecret } from '../http/signing.ts'
import { passwordRules } from '../rules/password-rules.ts'
import { orNull } from '../rules/rule.ts'
import { secretList } from '../rules/secret.ts'
import { setting } from './setting.ts'

/** The secrets that sign what clients send back, and what new passwords must be. */
export const secretSettings = {
  /**
   * Secrets that sign cursors and CSRF tokens: the first one signs and all of them verify, so that
   * you can put a new one in front. The service also seals tokens under them, and stores a secret
   * of its own beside the database. Default one random secret: what it signed does not outlive the
   * process.
   *
   * @see docs/accounts.md#tokens-at-rest
   */
  SECRET_KEYS: setting(secretList, secretOfFirstUse),

  /**
   * The rules for new passwords, on the command line and in the admin: at least `minLength`
   * characters, at most 1,024 bytes, not like the username or the email address, not one of 10,000
   * common ones, and if there is a `breachedUrl`, not a breached one. Null means no rules. Default
   * `{ minLength: 8 }`.
   *
   * @see docs/accounts.md#rules-for-new-passwords
   */
  PASSWORD_RULES: setting(orNull(passwordRules), () => ({ minLength: leastMinLength })),
}

/**
 * One random secret. Created on first use: Cloudflare Workers have no random bytes while a module
 * loads.
 */
function secretOfFirstUse(): readonly string[] {
  let secret: string | undefined
  const get = () => {
    secret ??= randomSecret()
    return secret
  }
  return Object.defineProperty([''], 0, { get, enumerable: true })
}
