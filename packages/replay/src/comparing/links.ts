/** Names of query parameters whose value is a cursor. */
export const defaultCursorParams: readonly string[] = ['cursor']

/**
 * A text cut at the base URLs of a service. Two texts are equal but for their bases when the parts
 * are equal: whatever is in the text itself, it cannot look like a cut.
 */
export function partsBetween(text: string, bases: readonly string[]): string[] {
  let parts = [text]
  for (const base of bases) parts = parts.flatMap((part) => splitAt(part, base))
  return parts
}

function splitAt(text: string, base: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = text.indexOf(base); at >= 0; at = text.indexOf(base, at + base.length)) {
    // Not `http://localhost:80` in `http://localhost:8000/`, nor in `http://localhost:80.evil/`.
    if (/^[\w.:@-]/.test(text.slice(at + base.length))) continue
    parts.push(text.slice(start, at))
    start = at + base.length
  }
  parts.push(text.slice(start))
  return parts
}

/** A link without the values of its cursors. @param names of their query parameters. */
export function withoutCursors(link: string, names: readonly string[]): string {
  const at = link.indexOf('?')
  if (at < 0) return link
  const query = link.slice(at).replace(/(?<=[?&])([^&=#>\s]+)=[^&#>\s]+/g, (pair, name: string) =>
    // Not the empty text, which is not a cursor. A value has no line end.
    names.includes(name) ? `${name}=\n` : pair,
  )
  return link.slice(0, at) + query
}

/**
 * Path and query of a link to the service itself, without the path of its base URL. Null for
 * other links.
 *
 * @param bases the first is the base URL itself.
 */
export function ownTarget(link: string, bases: readonly string[]): string | null {
  const path = new URL(bases[0] ?? '').pathname.replace(/\/$/, '')
  const starts = path === '' ? bases : [...bases, path]
  const start = starts.find((each) => link.startsWith(`${each}/`) || link.startsWith(`${each}?`))
  const target = start === undefined ? link : link.slice(start.length)
  return /^\/(?!\/)[!-~]*$/.test(target) ? target : null
}
