import type { TextRule } from './rule.ts'

export interface WholeNumberOptions {
  least: number
  /** Default the largest exact integer, 2⁵³ − 1. */
  most?: number
  /** The unit, for messages: `seconds`. Default none. */
  of?: string
}

/** A whole number within bounds. */
export /* @__NO_SIDE_EFFECTS__ */ function wholeNumber({
  least,
  most = Number.MAX_SAFE_INTEGER,
  of,
}: WholeNumberOptions): TextRule<number> {
  const accepts = (value: unknown): value is number =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
  const isBounded = most !== Number.MAX_SAFE_INTEGER
  const range = isBounded ? ` from ${least} to ${most}` : ` of at least ${least}`
  const expected =
    of === undefined
      ? `a whole number${range}`
      : `a whole number of ${of}${isBounded ? range : `, at least ${least}`}`
  return {
    expected,
    accepts,
    text: {
      expected,
      parse(digits) {
        const number = /^[0-9]{1,16}$/.test(digits) ? Number(digits) : Number.NaN
        return accepts(number) ? number : undefined
      },
    },
  }
}
