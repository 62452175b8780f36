import type { Client } from '../http/client.ts'

/**
 * Bounds how often wrong credentials may be tried. It is asked by the schemes and views that check
 * credentials, before permissions and throttles, which a wrong password never reaches.
 */
export interface CredentialBudget {
  /**
   * Checks credentials within the budget. Of checks at the same moment no more are made than
   * failures are left; where only checks under way fill the room, it waits for one of them to end.
   * How many wait is bounded.
   *
   * @param username whose password is checked; null for credentials without a name.
   * @param check null: the credentials are wrong, which costs a place.
   * @throws Throttled when too many attempts have failed, or wait. The check is not made then.
   */
  attempt<Result>(
    client: Client,
    username: string | null,
    check: () => Promise<Result | null>,
  ): Promise<Result | null>
}
