/** The text without whitespace around it; the same string when there is none. */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** Whether the text is empty or only whitespace. */
export const isBlankText = (text: string): boolean => trimBlanks(text) === ''

/**
 * Whitespace as Python defines it, because Django REST framework trims with it: that of JavaScript,
 * the separators U+001C to U+001F and the line end U+0085, but not the byte order mark U+FEFF.
 */
const isBlank = (code: number): boolean =>
  code <= 0x20 ? code >= 0x1c || (code >= 0x09 && code <= 0x0d) : code >= 0x85 && others.has(code)

const others: ReadonlySet<number> = new Set(
  ['\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029']
    .concat('\u202f\u205f\u3000')
    .flatMap((characters) => [...characters].map((character) => character.charCodeAt(0))),
)
