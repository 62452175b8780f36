/**
 * What in a JSON text the parser would not complain of and the service cannot keep, or null: nesting
 * that is too deep for parsers and serialisers, and numbers that JavaScript would change without notice.
 *
 * It looks once at each character, and says nothing of the grammar: that is the parser's.
 */
export function problemInJson(text: string, maxDepth: number): string | null {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfString(text, index)
    else if (code === openList || code === openObject) {
      if (++depth > maxDepth) return `nested deeper than ${maxDepth} levels.`
    } else if (code === closeList || code === closeObject) depth--
    else if (isDigit(code)) {
      const end = endOfNumber(text, index)
      const problem = end - index < safeLength ? null : problemOfNumber(text.slice(index, end))
      if (problem !== null) return problem
      index = end - 1
    }
  }
  return null
}

const quote = 0x22
const backslash = 0x5c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

/** The index of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== quote) {
    index += text.charCodeAt(index) === backslash ? 2 : 1
  }
  return index
}

/** Shorter numbers have neither so many digits nor so great an exponent that they would be changed. */
const safeLength = 4

function endOfNumber(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && isOfNumber(text.charCodeAt(index))) index++
  return index
}

/** Digits, `.`, `e`, `E`, `+` and `-`. */
const isOfNumber = (code: number) =>
  isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d

/** Seventeen digits tell any number that a double can hold apart from all others. */
const maxDigits = 17

function problemOfNumber(text: string): string | null {
  if (/^[0-9]{1,15}$/.test(text)) return null
  const value = Number(text)
  const digits = digitsOf(text)
  if (!Number.isFinite(value)) return 'a number is too large.'
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const isWritten = /[.eE]/.test(text) && digits === digitsOf(String(value))
    return isWritten ? null : 'an integer beyond 2^53 - 1 would be rounded: send it as a string.'
  }
  const isLost = digits.length > maxDigits || (value === 0 && digits !== '')
  return isLost ? 'a number has more digits than would be kept: send it as a string.' : null
}

/** The digits of a number from its first to its last that is not zero: `0.120e5` → `12`. */
const digitsOf = (number: string): string =>
  (number.split(/[eE]/, 1)[0] ?? '').replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
