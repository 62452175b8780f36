import { expectedFailures } from './expected-failures.ts'
import { replayThroughBoth } from './replay/doors.ts'
import { loadVectors, vectorsFolder } from './replay/load.ts'
import {
  expectedFailureLines,
  type ScenarioResult,
  scenarioLines,
  totals,
  totalsLine,
} from './replay/report.ts'
import { buildApp } from './service/build.ts'

/** Replays every scenario of the folder: `npm run conformance`. */
const { world, scenarios } = await loadVectors(vectorsFolder)
const results: ScenarioResult[] = []

print(expectedFailureLines(expectedFailures))
for (const scenario of scenarios) {
  const { name } = scenario
  const exchanges = await replayThroughBoth(scenario, world, buildApp)
  const result = { name, exchanges, expectedFailure: expectedFailures[name] ?? null }
  results.push(result)
  print(scenarioLines(result))
}

const outcome = totals(results)
print(['', totalsLine(outcome)])
process.exitCode = outcome.isGood ? 0 : 1

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line)
}
