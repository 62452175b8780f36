/**
 * The names and values of URL-encoded text (WHATWG URL §5), or null when there are more than
 * `maxPairs`.
 *
 * They are counted before parsing: the parsers of some engines take quadratic time, so that two
 * megabytes of `a&` would keep them busy for half a minute.
 */
export function parseUrlEncoded(text: string, maxPairs: number): URLSearchParams | null {
  const pairs = text.endsWith('&') ? text.slice(0, -1) : text
  if (pairs.split('&', maxPairs + 1).length > maxPairs) return null
  return urlEncoded(text)
}

/** The names and values of URL-encoded text known to have few. */
export const urlEncoded = (text: string): URLSearchParams =>
  // The constructor would drop a leading question mark, which belongs to the first name.
  new URLSearchParams(text.startsWith('?') ? `&${text}` : text)
