import { describe } from 'vitest'
import { skippedGroup } from './skipped.ts'

// vitest.config.ts runs this before each file of tests: `describe.skipIf(postgresMissing !== null)`
// does not run the function of a group that it skips either.
const skipped = Object.assign((name: string) => skippedGroup(name), {
  each: () => skippedGroup,
})

describe.skipIf = (condition: unknown) =>
  condition ? (skipped as unknown as typeof describe) : describe
describe.runIf = (condition: unknown) => describe.skipIf(!condition)
