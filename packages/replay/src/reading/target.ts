/** A URL in its two parts that matter: where it was sent, and what is sent again. */
export interface SplitUrl {
  /** `api.example.com`, `localhost:8000` */
  readonly host: string
  /** `/notes/?page=2` */
  readonly target: string
}

/**
 * Splits an absolute URL without rewriting its path, as the parser of `URL` would: `/a/../b` stays
 * as it was sent. Null for other schemes than HTTP.
 */
export function splitUrl(url: string): SplitUrl | null {
  const [, authority, rest] = /^https?:\/\/([^/?#\\]*)(.*)$/is.exec(url) ?? []
  if (authority === undefined || rest === undefined) return null
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()
  return { host, target: rest.startsWith('/') ? rest : `/${rest}` }
}

/** How characters beyond ASCII became text: as UTF-8, or each byte as one character. */
export type TextOf = 'utf8' | 'latin1'

/**
 * The target of a request line as it can be sent: the path and the query, without a fragment. Null
 * when it is none, or has characters that would end the request line: spaces, control characters.
 */
export function sendableTarget(text: string, textOf: TextOf = 'utf8'): string | null {
  const target = splitUrl(text)?.target ?? text
  if (!target.startsWith('/')) return null
  const [withoutFragment = ''] = target.split('#', 1)
  // A replacement character stands for bytes that are lost.
  if (unsendable.test(withoutFragment)) return null
  return withoutFragment.replace(beyondAscii, (part) => percentEncoded(part, textOf))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to refuse.
const unsendable = /[\u0000-\u0020\u007f\ufffd]|[\ud800-\udbff](?![\udc00-\udfff])/
const beyondAscii = /[^\u0020-\u007e]+/g

/** `é` → `%C3%A9`. */
export const percentEncoded = (text: string, textOf: TextOf): string =>
  [...Buffer.from(text, textOf)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')

/** A path that was decoded by the server, as it may be sent: `/a b` → `/a%20b`. */
export const encodedPath = (path: string, textOf: TextOf): string =>
  path.replace(/[^!$&'()*+,\-./:;=@\w~]+/g, (part) => percentEncoded(part, textOf))
