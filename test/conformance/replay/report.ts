import type { ExchangeResult } from './replay.ts'

/** What came of a scenario. */
export interface ScenarioResult {
  name: string
  exchanges: ExchangeResult[]
  /** Why the scenario is not yet expected to pass, or null when it is. */
  expectedFailure: string | null
}

export const passed = ({ differences }: ExchangeResult): boolean => differences.length === 0

/** The scenarios that are not yet expected to pass, a line each. */
export function expectedFailureLines(expectedFailures: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(expectedFailures)
  return entries.length === 0
    ? []
    : ['Not yet expected to pass:', ...entries.map(([name, reason]) => `  ${name}: ${reason}`), '']
}

/** A line for the scenario, and lines for each of its failures. */
export function scenarioLines({ name, exchanges, expectedFailure }: ScenarioResult): string[] {
  const failed = exchanges.filter((exchange) => !passed(exchange))
  const line = `${name} ${exchanges.length - failed.length}/${exchanges.length}`

  if (expectedFailure !== null) {
    return failed.length > 0
      ? [`${line} (not yet expected to pass)`]
      : [line, '  It passes: remove it from the list in expected-failures.ts.']
  }
  return [
    line,
    ...failed.flatMap((exchange) => [
      `  ${exchange.name}`,
      ...exchange.differences.map((difference) => `    ${difference}`),
    ]),
  ]
}

/** Counts of exchanges. Those of a scenario that is not yet expected to pass are skipped. */
export interface Totals {
  passed: number
  failed: number
  skipped: number
  /** Whether all is as it is expected to be. */
  isGood: boolean
}

/** Counts the exchanges of all scenarios. */
export function totals(results: readonly ScenarioResult[]): Totals {
  const expected = results.filter(({ expectedFailure }) => expectedFailure === null)
  const listed = results.filter(({ expectedFailure }) => expectedFailure !== null)
  const exchanges = expected.flatMap((result) => result.exchanges)
  const failed = exchanges.filter((exchange) => !passed(exchange)).length

  return {
    passed: exchanges.length - failed,
    failed,
    skipped: listed.flatMap((result) => result.exchanges).length,
    isGood: failed === 0 && listed.every((result) => !result.exchanges.every(passed)),
  }
}

/** `720 passed, 0 failed`, and the skipped ones when there are any. */
export const totalsLine = ({ passed, failed, skipped }: Totals): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
