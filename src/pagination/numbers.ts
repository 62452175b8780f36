/**
 * A number as clients write it: ASCII digits only, no sign, no blanks. Larger ones than JavaScript
 * holds exactly become the largest that it does. Null: not such a number.
 */
export const parseNumber = (text: string): number | null =>
  /^[0-9]+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : null

/** A page size or limit that the client gives: at least 1, at most `max`. Null: none is given. */
export function parseSize(text: string | null, max: number | null): number | null {
  const size = text === null ? null : parseNumber(text)
  if (size === null || size === 0) return null
  return max === null ? size : Math.min(size, max)
}
