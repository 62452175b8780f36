import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { Throttled } from '../errors/exceptions.ts'
import type { Client } from '../http/client.ts'
import type { CredentialBudget } from '../http/credential-budget.ts'
import type { Logger } from '../http/logger.ts'
import { deriveKey } from '../http/signing.ts'
import { toBase64Url } from '../http/syntax/base64url.ts'
import { logSecurityEvent } from '../telemetry/security-events.ts'

/** Why a sign-in was rejected. */
export type SignInRefusal =
  /** The password is wrong, or the user does not exist or is inactive. */
  | 'wrong_password'
  /** No token has the key. */
  | 'wrong_token'
  /** Too many attempts have failed or are waiting: the credentials were not checked. */
  | 'throttled'
  /** The password was right but had changed by the time of the sign-in. */
  | 'outdated'

export interface SignInLogSettings {
  LOGGER: Logger
  SECRET_KEYS: readonly string[]
}

/**
 * Logs one line for a rejected sign-in: `reason`, `username` as a digest, `clientAddress`, and for
 * `throttled` the seconds to `wait`.
 */
export function logRefusedSignIn(
  { LOGGER, SECRET_KEYS }: SignInLogSettings,
  client: Client,
  username: string | null,
  reason: SignInRefusal,
  details: { wait?: number | null } = {},
): void {
  logSecurityEvent(LOGGER, 'sign-in.refused', {
    signIn: 'refused',
    reason,
    username: username === null ? null : usernameDigest(SECRET_KEYS, username),
    clientAddress: client.address,
    ...details,
  })
}

/**
 * Stands for a username in the log lines of rejected sign-ins: 16 letters, digits, `-` and `_`,
 * always the same for the same name and secret. People type passwords into the username field, so
 * no name is logged.
 *
 * @param secrets the `SECRET_KEYS`; only the first is used.
 */
export function usernameDigest([secret = '']: readonly string[], username: string): string {
  const digest = hmac(sha256, deriveKey(secret, 'usernames in the log'), utf8ToBytes(username))
  return toBase64Url(digest.subarray(0, 12))
}

/** The budget, with a log line for each attempt that fails or is denied. */
export const loggedBudget = (
  budget: CredentialBudget,
  settings: SignInLogSettings,
): CredentialBudget => ({
  async attempt(client, username, check) {
    try {
      const result = await budget.attempt(client, username, check)
      const reason = username === null ? 'wrong_token' : 'wrong_password'
      if (result === null) logRefusedSignIn(settings, client, username, reason)
      return result
    } catch (error) {
      if (error instanceof Throttled) {
        logRefusedSignIn(settings, client, username, 'throttled', { wait: error.wait })
      }
      throw error
    }
  },
})
