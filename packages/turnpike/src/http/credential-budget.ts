import type { Client } from './client.ts'

/**
 * Limits how often wrong credentials may be tried. Schemes and views that check credentials use it:
 * a wrong password never reaches permissions and throttles.
 */
export interface CredentialBudget {
  /**
   * Checks credentials within the budget. No more checks run at once than failures are left; if
   * running checks use up the rest, it waits for one of them to end. The number of waiting attempts
   * is limited.
   *
   * @param username the user whose password is checked; null for credentials without a name.
   * @param check returns null when the credentials are wrong, which counts as a failure.
   * @throws Throttled when too many attempts have failed or are waiting. The check is then not run.
   */
  attempt<Result>(
    client: Client,
    username: string | null,
    check: () => Promise<Result | null>,
  ): Promise<Result | null>
}
