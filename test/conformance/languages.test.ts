import { describe, expect, it } from 'vitest'
import { expectedFailures } from './expected-failures.ts'
import { replayThroughBoth } from './replay/doors.ts'
import { loadVectors, vectorsFolder } from './replay/load.ts'
import { passed } from './replay/report.ts'
import { buildAppWith } from './service/build.ts'

const { world, scenarios } = await loadVectors(vectorsFolder)
const buildApp = buildAppWith({ LANGUAGES: ['en', 'de', 'fr', 'ja'] })

describe('an API with languages, for clients that ask for none', () => {
  it.each(scenarios.filter(({ name }) => !(name in expectedFailures)))(
    'an API with languages matches the reference: $name',
    async (scenario) => {
      const results = await replayThroughBoth(scenario, world, buildApp)
      expect(results.filter((result) => !passed(result))).toEqual([])
    },
  )
})
