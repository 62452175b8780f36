import { isAnswer, type Outcome } from '../sending/answer.ts'
import { compareBodies } from './bodies.ts'
import { type Comparison, differ } from './comparison.ts'
import { compareHeaders } from './fields/headers.ts'

/**
 * Compares what the two services answered. What is found is added to the comparison.
 *
 * Header fields and bodies of answers whose statuses are of different classes are not compared: an
 * error has nothing in common with a result.
 */
export function compareOutcomes(comparison: Comparison, one: Outcome, other: Outcome): void {
  if (!isAnswer(one) || !isAnswer(other)) {
    const kind = `${shownStatus(one)} → ${shownStatus(other)}`
    differ(comparison, 'status', '', kind, shownStatus(one), shownStatus(other))
    return
  }
  if (one.status !== other.status) {
    const kind = `${one.status} → ${other.status}`
    differ(comparison, 'status', '', kind, String(one.status), String(other.status))
  }
  if (Math.floor(one.status / 100) !== Math.floor(other.status / 100)) return
  compareHeaders(comparison, one.headers, other.headers)
  compareBodies(comparison, one, other)
}

const shownStatus = (outcome: Outcome): string =>
  isAnswer(outcome) ? String(outcome.status) : `none (${outcome.failure})`
