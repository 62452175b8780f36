import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { nameOf, type Pair } from './pair.ts'
import { Unsupported } from './suite.ts'

/** What the cases of one feature have found. */
export interface Outcome {
  readonly cases: number
  readonly passed: number
  readonly failed: number
  /** Why the others do not apply, each reason once. */
  readonly unsupported: readonly string[]
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
  const features: Record<
    string,
    { cases: number; passed: number; failed: number; unsupported: string[] }
  > = {}
  return {
    /** @throws what the case throws, unless it says that the pair does not support something. */
    async run(feature: string, test: () => Promise<void>): Promise<void> {
      features[feature] ??= { cases: 0, passed: 0, failed: 0, unsupported: [] }
      const outcome = features[feature]
      outcome.cases++
      try {
        await test()
        outcome.passed++
      } catch (error) {
        if (!(error instanceof Unsupported)) {
          outcome.failed++
          throw error
        }
        if (!outcome.unsupported.includes(error.message)) outcome.unsupported.push(error.message)
      }
    },
    result: (): Result => {
      const { orm, version, database } = pair
      return { orm, version, database, features }
    },
  }
}

export { nameOf }
