import { splitOutsideQuotes } from './split-outside-quotes.ts'
import { isToken } from './token.ts'

const maxLength = 8192

/**
 * The value of one preference of a `Prefer` field (RFC 7240 §2): `none` for `wait=5, count=none`.
 * Parameters after `;` are ignored, and the first preference of the name counts. Only the first
 * 8,192 characters are read.
 *
 * @param name in lower case. Clients may write it in any case.
 * @returns null when the preference is absent, has no value, or is malformed.
 */
export function preferenceOf(field: string | null, name: string): string | null {
  for (const preference of splitOutsideQuotes((field ?? '').slice(0, maxLength), ',')) {
    const [own = ''] = splitOutsideQuotes(preference, ';')
    const [left, right] = parted(own)
    if (left.trim().toLowerCase() === name) return right === null ? null : wordOf(right.trim())
  }
  return null
}

function parted(text: string): [left: string, right: string | null] {
  const equals = text.indexOf('=')
  return equals < 0 ? [text, null] : [text.slice(0, equals), text.slice(equals + 1)]
}

/** A token, or the content of a quoted string. An empty one is the same as none. */
function wordOf(text: string): string | null {
  if (isToken(text)) return text
  const quoted = /^"((?:[^"\\]|\\.)+)"$/.exec(text)?.[1]
  return quoted === undefined ? null : quoted.replace(/\\(.)/g, '$1')
}
