import { comparedText } from './compared-text.ts'

/** From 0 to 1: passwords of at least this similarity are refused, as Django does. */
const maxSimilarity = 0.7

/**
 * Whether a password is like a name, or like a part of it: `ann.smith@example.com` has the parts
 * `ann`, `smith`, `example` and `com`. Case, widths and invisible characters are ignored.
 */
export function isSimilar(password: string, name: string): boolean {
  const written = comparedText(password)
  const whole = comparedText(name)
  const parts = [...whole.split(/[^\p{L}\p{N}_]+/u), whole].filter((part) => part !== '')
  return parts.some((part) => similarity(written, part) >= maxSimilarity)
}

/**
 * The share of the characters of two texts that both have, in any order, as `quick_ratio` of
 * Python's difflib: 2 × 3 ÷ (4 + 5) for `anna` and `annex`.
 */
function similarity(one: string, other: string): number {
  const left = new Map<string, number>()
  for (const character of other) left.set(character, (left.get(character) ?? 0) + 1)
  let common = 0
  for (const character of one) {
    const count = left.get(character) ?? 0
    if (count === 0) continue
    left.set(character, count - 1)
    common++
  }
  return (2 * common) / ([...one].length + [...other].length)
}
