import type { Rule } from './rule.ts'

/** Any finite number from `least` on. @param of the unit: `seconds`. */
export const numberOf = (of: string, least: number): Rule<number> => ({
  expected: `a number of ${of}, at least ${least}`,
  accepts: (value): value is number => Number.isFinite(value) && Number(value) >= least,
})
