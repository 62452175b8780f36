import { randomSecret } from '../http/signing.ts'
import { secretList } from '../rules/secret.ts'
import { setting } from './setting.ts'

/** The secrets that sign what clients send back. */
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
