import { isToken } from './token.ts'

/**
 * The cookies of a `Cookie` header by name (RFC 6265bis §5.8.3). Values are unchanged: quotes are
 * part of them and nothing is decoded. For cookies of the same name the first one wins.
 */
export function parseCookies(header: string | null): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    const name = withoutBlanks(pair.slice(0, Math.max(equals, 0)))
    if (name !== '' && !cookies.has(name)) cookies.set(name, withoutBlanks(pair.slice(equals + 1)))
  }
  return cookies
}

export interface CookieAttributes {
  /** Seconds for which the browser keeps it. 0: it is deleted at once. */
  maxAgeSeconds: number
  /** True: it is only sent over https. */
  isSecure: boolean
  /** True: scripts of a page cannot read it. */
  isHttpOnly: boolean
  /** Below which paths it is sent. Default `/`. */
  path?: string
  /** From which sites it is sent (RFC 6265bis §5.4.7). Default `Lax`. */
  sameSite?: 'Strict' | 'Lax' | 'None'
}

/**
 * The value of a `Set-Cookie` field. The cookie is sent to this host only; by default for every
 * path, and for requests from other sites only when a link is followed (`SameSite=Lax`).
 *
 * @throws Error when the name or the value has characters not allowed in cookies (RFC 6265bis
 *   §4.1.1).
 */
export function setCookie(
  name: string,
  value: string,
  { maxAgeSeconds, isSecure, isHttpOnly, path = '/', sameSite = 'Lax' }: CookieAttributes,
): string {
  if (!isToken(name)) throw new Error(`${JSON.stringify(name)} cannot be the name of a cookie.`)
  if (!/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(value)) {
    throw new Error(`The value for the cookie ${name} has characters that a cookie cannot carry.`)
  }
  const attributes = [`Path=${path}`, `Max-Age=${maxAgeSeconds}`, `SameSite=${sameSite}`]
  if (isSecure) attributes.push('Secure')
  if (isHttpOnly) attributes.push('HttpOnly')
  return [`${name}=${value}`, ...attributes].join('; ')
}

/** Trims only spaces and tabs. Otherwise a planted cookie could pass for another one. */
function withoutBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

const isBlank = (code: number) => code === 0x20 || code === 0x09
