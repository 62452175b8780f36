import type { CookieChange } from './scenario.ts'

/** The cookies of one browser. A service has one host here, so a cookie is sent everywhere on it. */
export class CookieJar {
  readonly #values = new Map<string, string>()

  /** The value of a cookie, or undefined when the jar has no such cookie. */
  get(name: string): string | undefined {
    return this.#values.get(name)
  }

  /** The `Cookie` header without the dropped cookies, or null when nothing is left to send. */
  header(dropped: readonly string[] = []): string | null {
    const kept = [...this.#values].filter(([name]) => !dropped.includes(name))
    return kept.length === 0 ? null : kept.map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Keeps what an answer sets and forgets what it clears. */
  receive(headers: Headers): void {
    for (const { name, value, isExpired } of headers.getSetCookie().map(parseSetCookie)) {
      if (isExpired) this.#values.delete(name)
      else this.#values.set(name, value)
    }
  }
}

/** What an answer does to a cookie. The last `Set-Cookie` of that name counts. */
export function cookieChange(headers: Headers, name: string): CookieChange | 'expired' | 'emptied' {
  const change = headers
    .getSetCookie()
    .map(parseSetCookie)
    .findLast((cookie) => cookie.name === name)

  if (change === undefined) return 'absent'
  if (change.isExpired) return change.value === '' ? 'cleared' : 'expired'
  return change.value === '' ? 'emptied' : 'set'
}

interface SetCookie {
  name: string
  value: string
  isExpired: boolean
}

function parseSetCookie(text: string): SetCookie {
  const [pair = '', ...attributes] = text.split(';')
  const [name, value] = splitPair(pair)
  const attribute = new Map(attributes.map(splitPair).map(([key, it]) => [key.toLowerCase(), it]))

  const maxAge = attribute.get('max-age')
  const expires = attribute.get('expires')
  // Max-Age wins over Expires (RFC 6265 §4.1.2.2).
  const isExpired =
    maxAge !== undefined
      ? Number(maxAge) <= 0
      : expires !== undefined && Date.parse(expires) <= Date.now()

  return { name, value: value.replace(/^"(.*)"$/, '$1'), isExpired }
}

function splitPair(text: string): [string, string] {
  const equals = text.indexOf('=')
  return equals < 0
    ? [text.trim(), '']
    : [text.slice(0, equals).trim(), text.slice(equals + 1).trim()]
}
