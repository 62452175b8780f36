import type { Rule } from './rule.ts'

/** The longest time of a timer. JavaScript runs one that is longer after 1 millisecond. */
export const longestTimer = { seconds: 2_147_483, milliseconds: 2_147_483_647 }

/** Any finite number within bounds. @param of the unit: `seconds`. @param most default no bound. */
export function numberOf(of: string, least: number, most = Number.POSITIVE_INFINITY): Rule<number> {
  const range = Number.isFinite(most) ? ` from ${least} to ${most}` : `, at least ${least}`
  return {
    expected: `a number of ${of}${range}`,
    accepts: (value): value is number =>
      Number.isFinite(value) && Number(value) >= least && Number(value) <= most,
  }
}
