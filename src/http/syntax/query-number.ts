/**
 * A number as clients write it: ASCII digits only, no sign, no blanks. Larger ones than JavaScript
 * holds exactly become the largest that it does. Null: not such a number.
 */
export const parseNumber = (text: string): number | null =>
  /^[0-9]+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : null
