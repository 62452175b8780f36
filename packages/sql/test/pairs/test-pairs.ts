import { postgresMissing } from '@turnpike/test-support/postgres.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { nameOf, type Pair } from './pair.ts'
import { collector, writtenResults } from './results.ts'
import { sessionOf } from './session.ts'
import { suites } from './suites/index.ts'

/** Puts pairs to all suites. What they find must be what the docs show. */
export function testPairs(pairs: readonly Pair[]): void {
  for (const pair of pairs) {
    const isMissing = pair.kind === 'postgres' && postgresMissing !== null
    describe.skipIf(isMissing)(nameOf(pair), () => {
      const session = sessionOf(pair)
      const { run, result } = collector(pair)
      afterAll(() => session.close())

      for (const { feature, cases } of suites) {
        for (const one of cases(session)) it(one.name, () => run(feature, one.run))
      }

      it(`the docs show what these cases found: npx node --conditions=source test/pairs/write-docs.ts`, () => {
        expect(writtenResults()[nameOf(pair)]).toEqual(result())
      })
    })
  }
}
