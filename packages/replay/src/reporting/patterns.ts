/**
 * A function that says whether a text fits a pattern: `*` is any text within one segment, `**` any
 * text. `/notes/*` fits `/notes/7` and not `/notes/7/tags`.
 */
export function patternOf(pattern: string, separator = '/'): (text: string) => boolean {
  const pieces = pattern.split(/(\*\*|\*)/)
  return (text) => fits(pieces, text, separator)
}

/** Without a regular expression: several stars in one could take exponential time. */
function fits(pieces: readonly string[], text: string, separator: string): boolean {
  let ends = new Set([0])
  for (const piece of pieces) {
    const next = new Set<number>()
    for (const end of ends) {
      if (piece === '**' || piece === '*') {
        for (let at = end; at <= text.length; at++) {
          next.add(at)
          if (piece === '*' && text[at] === separator) break
        }
      } else if (text.startsWith(piece, end)) next.add(end + piece.length)
    }
    ends = next
  }
  return ends.has(text.length)
}

/** A path without its query, with `*` for numbers and UUIDs: causes are grouped by it. */
export const pathPattern = (target: string): string =>
  (target.split('?', 1)[0] ?? '').replace(
    /\/(?:\d+|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{16,64})(?=\/|$)/gi,
    '/*',
  )
