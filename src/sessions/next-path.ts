/**
 * Where to go after signing in, as the client asks for it: a path of this service, encoded for the
 * `Location` field. Null when there is none, or it could lead anywhere else.
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

/** No path of a service is as long, and the answer repeats it. */
const maxLength = 2048
