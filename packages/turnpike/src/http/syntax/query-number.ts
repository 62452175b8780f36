/**
 * Parses a number in a query: ASCII digits only, no sign, no whitespace. Numbers beyond 2^53 - 1
 * become 2^53 - 1. Null if malformed.
 */
export const parseNumber = (text: string): number | null =>
  /^[0-9]+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : null
