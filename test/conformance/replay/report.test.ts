import { describe, expect, it } from 'vitest'
import type { ExchangeResult } from './replay.ts'
import {
  expectedFailureLines,
  type ScenarioResult,
  scenarioLines,
  totals,
  totalsLine,
} from './report.ts'

const good: ExchangeResult = { name: 'good', differences: [] }
const bad: ExchangeResult = { name: 'bad', differences: ['status: expected 200, came 500'] }

const result = (
  exchanges: ExchangeResult[],
  expectedFailure: string | null = null,
): ScenarioResult => ({ name: 'auth-basic', exchanges, expectedFailure })

describe('the report', () => {
  it('the report has one line for a scenario that passes', () => {
    expect(scenarioLines(result([good, good]))).toEqual(['auth-basic 2/2'])
  })

  it('the report shows expected and actual values below a scenario that fails', () => {
    expect(scenarioLines(result([good, bad]))).toEqual([
      'auth-basic 1/2',
      '  bad',
      '    status: expected 200, came 500',
    ])
  })

  it('names the scenarios that are not yet expected to pass, with the reason', () => {
    expect(expectedFailureLines({ 'throttle-user': 'There are no rates yet.' })).toEqual([
      'Not yet expected to pass:',
      '  throttle-user: There are no rates yet.',
      '',
    ])
    expect(expectedFailureLines({})).toEqual([])
  })

  it('the report counts exchanges', () => {
    const outcome = totals([result([good, bad]), result([good])])

    expect(outcome.isGood).toBe(false)
    expect(totalsLine(outcome)).toBe('2 passed, 1 failed')
  })

  it('skips the exchanges of scenarios that are not yet expected to pass', () => {
    const outcome = totals([result([good]), result([good, bad], 'not there yet')])

    expect(outcome.isGood).toBe(true)
    expect(totalsLine(outcome)).toBe('1 passed, 0 failed, 2 skipped')
  })

  it('the report fails when a scenario passes that is not expected to', () => {
    const passing = result([good, good], 'not there yet')

    expect(totals([passing]).isGood).toBe(false)
    expect(scenarioLines(passing)[1]).toContain('remove it from the list')
  })
})
