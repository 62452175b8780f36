import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { CredentialBudget } from '../accounts/credential-budget.ts'
import { Throttled } from '../errors/exceptions.ts'
import type { Client } from '../http/client.ts'
import type { Logger } from '../http/logger.ts'
import { deriveKey, toBase64Url } from '../http/signing.ts'

/** Why somebody has not been let in. */
export type SignInRefusal =
  /** The password is not the user's, or there is no such user, or they are inactive. */
  | 'wrong_password'
  /** Nobody has the key of the token. */
  | 'wrong_token'
  /** Too many have failed or wait: the credentials were not looked at. */
  | 'throttled'
  /** The password was right, and another one by the time of the sign-in. */
  | 'outdated'

export interface SignInLogSettings {
  LOGGER: Logger
  SECRET_KEYS: readonly string[]
}

/**
 * Writes one line for a sign-in that was refused: `reason`, `username` as a digest,
 * `clientAddress`, and for `throttled` the seconds to `wait`.
 */
export function logRefusedSignIn(
  { LOGGER, SECRET_KEYS }: SignInLogSettings,
  client: Client,
  username: string | null,
  reason: SignInRefusal,
  details: { wait?: number | null } = {},
): void {
  LOGGER.warn(
    {
      signIn: 'refused',
      reason,
      username: username === null ? null : usernameDigest(SECRET_KEYS, username),
      clientAddress: client.address,
      ...details,
    },
    'sign-in refused',
  )
}

/**
 * What stands for a username in the lines of refused sign-ins: 16 letters, digits, `-` and `_`, the
 * same for the same name and secret. People type passwords where their names belong, so no name is
 * logged.
 *
 * @param secrets the `SECRET_KEYS`; the first one counts.
 */
export function usernameDigest([secret = '']: readonly string[], username: string): string {
  const digest = hmac(sha256, deriveKey(secret, 'usernames in the log'), utf8ToBytes(username))
  return toBase64Url(digest.subarray(0, 12))
}

/** The budget, which then writes a line for each attempt that fails or is refused. */
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
