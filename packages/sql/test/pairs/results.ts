import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { nameOf, type Pair } from './pair.ts'
import { Unsupported } from './suite.ts'

/** What the cases of one feature have found. */
export interface Outcome {
  readonly cases: number
  readonly passed: number
  readonly failed: number
  /** How many of the others do not apply, by the reason. */
  readonly unsupported: Readonly<Record<string, number>>
}

/** What a pair can do: the outcomes by feature. */
export interface Result extends Pick<Pair, 'orm' | 'version' | 'database'> {
  readonly features: Readonly<Record<string, Outcome>>
}

export const resultsPath = resolve(import.meta.dirname, 'results.json')

/** The results that the docs show, written by write-docs.ts. */
export const writtenResults = (): Record<string, Result> =>
  JSON.parse(readFileSync(resultsPath, 'utf8'))

/** Collects the outcomes of the cases of a pair. */
export function collector(pair: Pair) {
  const features: Record<string, Outcome> = {}
  return {
    /** @throws what the case throws, unless it says that the pair does not support something. */
    async run(feature: string, test: () => Promise<void>): Promise<void> {
      const before = features[feature] ?? { cases: 0, passed: 0, failed: 0, unsupported: {} }
      const { cases, passed, failed, unsupported } = before
      const outcome = { ...before, cases: cases + 1 }
      features[feature] = outcome
      try {
        await test()
        features[feature] = { ...outcome, passed: passed + 1 }
      } catch (error) {
        if (!(error instanceof Unsupported)) {
          features[feature] = { ...outcome, failed: failed + 1 }
          throw error
        }
        const count = (unsupported[error.message] ?? 0) + 1
        features[feature] = { ...outcome, unsupported: { ...unsupported, [error.message]: count } }
      }
    },
    result: (): Result => {
      const { orm, version, database } = pair
      return { orm, version, database, features }
    },
  }
}

export { nameOf }
