import { describe, it } from 'vitest'

/**
 * A group of tests that is skipped. Vitest runs the function of a skipped group, to find its tests:
 * here it is not run, because it may need what is missing.
 */
export function skippedGroup(name: string): void {
  describe.skip(name, () => it.skip('the tests of this group need what is not installed', () => {}))
}

/**
 * Skips the tests of a group, and says so, for a reason. With TURNPIKE_NO_SKIPS that is an error.
 *
 * @param reason null: the tests are run.
 */
export function describeUnless(reason: string | null, name: string, tests: () => void): void {
  if (reason === null) {
    describe(name, tests)
    return
  }
  if (process.env.TURNPIKE_NO_SKIPS === '1') throw new Error(reason)
  console.warn(`Skipping ${name}: ${reason}`)
  skippedGroup(`${name} (skipped: ${reason})`)
}
