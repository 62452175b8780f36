import { describe, expect, it } from 'vitest'
import { expectedFailures } from './expected-failures.ts'
import { replayThroughBoth } from './replay/doors.ts'
import { loadVectors, vectorsFolder } from './replay/load.ts'
import { replay } from './replay/replay.ts'
import { passed } from './replay/report.ts'
import { buildApp } from './service/build.ts'

const { world, scenarios } = await loadVectors(vectorsFolder)

describe('conformance with the reference', () => {
  it.each(scenarios)('matches the reference: $name', async (scenario) => {
    const results = await replayThroughBoth(scenario, world, buildApp)
    const failures = results.filter((result) => !passed(result))

    if (scenario.name in expectedFailures) expect(failures, 'it passes: unlist it').not.toEqual([])
    else expect(failures).toEqual([])
  })

  it.each(scenarios)('$name asks something of every answer', async (scenario) => {
    const results = await replay(scenario, world, () => () => new Response('', { status: 599 }))

    expect(results.filter(passed)).toEqual([])
  })
})
