import { Unreadable } from './unreadable.ts'

/** A string literal of Python, read from a text. */
export interface ReadString {
  readonly value: string
  readonly isBytes: boolean
  /** Where it ends in the text. */
  readonly end: number
}

/**
 * The string literal that begins at a position: in single, double or triple quotes, with the
 * prefixes `r`, `b`, `u` and `f`. Null if none begins there.
 *
 * @throws Unreadable when it does not end.
 */
export function readPythonString(text: string, start: number): ReadString | null {
  opening.lastIndex = start
  const match = opening.exec(text)
  if (match === null) return null
  const [whole, prefix = '', quote = ''] = match
  const isRaw = /r/i.test(prefix)
  let value = ''
  let at = start + whole.length

  while (!text.startsWith(quote, at)) {
    const next = text[at]
    if (next === undefined) throw new Unreadable('a text is not closed', start)
    if (next !== '\\') {
      value += next
      at++
    } else if (isRaw) {
      value += text.slice(at, at + 2)
      at += 2
    } else {
      const read = readEscape(text, at)
      value += read.value
      at = read.end
    }
  }
  return { value, isBytes: /b/i.test(prefix), end: at + quote.length }
}

const opening = /([rbuf]{0,2})('''|"""|'|")/iy

/** The character that an escape stands for. Python keeps the backslash of an unknown one. */
function readEscape(text: string, at: number): { value: string; end: number } {
  numeric.lastIndex = at
  const match = numeric.exec(text)
  if (match !== null) {
    const code = match[1] ?? match[2] ?? match[3]
    const number =
      code === undefined ? Number.parseInt(match[4] ?? '0', 8) : Number.parseInt(code, 16)
    if (number > 0x10ffff) throw new Unreadable('an escape is beyond Unicode', at)
    return { value: String.fromCodePoint(number), end: at + match[0].length }
  }
  const next = text[at + 1]
  if (next === undefined) throw new Unreadable('a text is not closed', at)
  return { value: escapes.get(next) ?? `\\${next}`, end: at + 2 }
}

const numeric = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3}))/y

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['\n', ''],
])
