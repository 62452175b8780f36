import { TranslatableMessage } from '../languages/message.ts'

/** Limits on a JSON text besides its length. */
export interface JsonLimits {
  /** Deepest nesting of lists and objects. */
  readonly maxDepth: number
  /** Maximum number of list items and object members in total. */
  readonly maxItems: number
}

/**
 * The fault of a text that the JSON parser would accept but the service cannot handle, or null:
 * nesting too deep for parsers and serialisers, more items than a schema can check in a short time,
 * integers that JavaScript would round, and numbers that would become infinite. Fractions are
 * rounded, as in any JSON parser.
 *
 * It looks at each character once and leaves the grammar to the parser.
 */
export function problemInJson(
  text: string,
  { maxDepth, maxItems }: JsonLimits,
): TranslatableMessage | null {
  let depth = 0
  let items = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfString(text, index)
    else if (code === openList || code === openObject) {
      if (++depth > maxDepth) return tooDeep(maxDepth)
      if (!isEmptyAt(text, index + 1) && ++items > maxItems) return tooMany(maxItems)
    } else if (code === comma) {
      if (++items > maxItems) return tooMany(maxItems)
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

const tooDeep = (maxDepth: number) =>
  new TranslatableMessage('nested deeper than {limit} levels.', { limit: maxDepth })

const tooMany = (maxItems: number) =>
  new TranslatableMessage('more than {limit} list items and object members.', { limit: maxItems })

/** Whether the list or object that begins here is empty. */
function isEmptyAt(text: string, start: number): boolean {
  let index = start
  while (isBlank(text.charCodeAt(index))) index++
  const code = text.charCodeAt(index)
  return code === closeList || code === closeObject
}

/** A space, tab, line feed or carriage return (RFC 8259 §2). */
const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

const quote = 0x22
const comma = 0x2c
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

/** Shorter numbers have too few digits and too small an exponent to be changed. */
const safeLength = 4

function endOfNumber(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && isOfNumber(text.charCodeAt(index))) index++
  return index
}

/** Digits, `.`, `e`, `E`, `+` and `-`. */
const isOfNumber = (code: number) =>
  isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d

function problemOfNumber(text: string): TranslatableMessage | null {
  if (/^[0-9]{1,15}$/.test(text)) return null
  const value = Number(text)
  if (!Number.isFinite(value)) return new TranslatableMessage('a number is too large.')
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return null

  const isKept = /[.eE]/.test(text) && digitsOf(text) === digitsOf(String(value))
  return isKept || hasFraction(text)
    ? null
    : new TranslatableMessage('an integer beyond 2^53 - 1 would be rounded: send it as a string.')
}

/** The digits of a number from the first to the last that is not zero: `0.120e5` → `12`. */
function digitsOf(number: string): string {
  const digits = mantissaOf(number).replace('.', '')
  let start = 0
  while (digits.charCodeAt(start) === zero) start++
  return withoutZerosAtEnd(digits.slice(start))
}

/** Whether the number has a fraction: `9.5` and `1e-1` have one, `9.50e1` and `9.0` have not. */
function hasFraction(number: string): boolean {
  const [whole = '', fraction = ''] = mantissaOf(number).split('.')
  const digits = withoutZerosAtEnd(whole + fraction)
  return digits.length - whole.length > Number(number.split(/[eE]/)[1] ?? 0)
}

const mantissaOf = (number: string): string => number.split(/[eE]/, 1)[0] ?? ''

/** A pattern such as /0+$/ would take quadratic time. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (digits.charCodeAt(end - 1) === zero) end--
  return digits.slice(0, end)
}

const zero = 0x30
