import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * Prints the files that took longest, and `N passed, N failed, N skipped` as the last line. With `TURNPIKE_NO_SKIPS` set, a skipped
 * test fails the run: there everything that a test needs must be at hand.
 */
export default class ClosingCount implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    // A file that cannot be loaded has no tests, and an error outside of a test belongs to none.
    const broken = modules.filter((module) => module.errors().length > 0).length
    const failed = count('failed') + broken + unhandledErrors.length
    const skipped = tests.filter((test) => test.result().state === 'skipped')

    if (process.env.TURNPIKE_NO_SKIPS && skipped.length > 0) {
      process.exitCode = 1
      for (const test of skipped)
        console.error(`Skipped, which is not allowed here: ${nameOf(test)}`)
    }
    const slowest = modules
      .map((module) => ({ path: module.moduleId, seconds: module.diagnostic().duration / 1000 }))
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, 10)
    if (modules.length > 10) {
      console.log('The files that took longest, in seconds:')
      for (const { path, seconds } of slowest)
        console.log(`${seconds.toFixed(0).padStart(5)}  ${relative(process.cwd(), path)}`)
    }
    console.log(`${count('passed')} passed, ${failed} failed, ${skipped.length} skipped`)
  }
}

const nameOf = (test: TestCase) => `${test.module.moduleId} > ${test.fullName}`
