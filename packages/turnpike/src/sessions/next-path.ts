/**
 * The path to go to after signing in, as requested by the client, encoded for the `Location` field.
 * Null when there is none, or when it could lead to another host.
 */
export function nextPath(text: string | null): string | null {
  // Browsers read `//host`, `/\host` and `/<tab>/host` as another host.
  if (text === null || text.length > maxLength || !/^\/(?![/\\])\P{Cc}*$/u.test(text)) return null

  const url = URL.parse(text, base)
  if (url?.origin !== base) return null
  const path = url.pathname + url.search + url.hash
  // `/.//host` has become `//host`.
  return path.startsWith('//') ? null : path
}

const base = 'http://own.invalid'

/** Limits the response, which repeats the path. No path of a service is as long. */
const maxLength = 2048
