import type { Client } from '../client.ts'

/**
 * Bounds how often wrong credentials may be tried. It is asked by the schemes and views that check
 * credentials, before permissions and throttles, which a wrong password never reaches.
 */
export interface CredentialBudget {
  /**
   * Takes a place for an attempt whose credentials are about to be checked, or have been found wrong.
   * Of attempts at the same moment no more are let through than there are places.
   *
   * @param username whose password is tried; null for credentials without a name.
   * @returns gives the place back: to be called when the credentials turn out to be right.
   * @throws Throttled when too many attempts have failed.
   */
  spend(client: Client, username: string | null): Promise<() => Promise<void>>
}
