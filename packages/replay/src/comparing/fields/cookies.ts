import { type Comparison, differ } from '../comparison.ts'

/** Compares the cookies that are set: by name, with their attributes. */
export function compareCookies(
  comparison: Comparison,
  olds: readonly string[],
  news: readonly string[],
): void {
  const cookies = new Map(olds.map(cookieOf).map((cookie) => [cookie.name, cookie]))
  const otherCookies = new Map(news.map(cookieOf).map((cookie) => [cookie.name, cookie]))
  for (const name of new Set([...cookies.keys(), ...otherCookies.keys()])) {
    const where = `Set-Cookie ${name}`
    const cookie = cookies.get(name)
    const other = otherCookies.get(name)
    if (cookie === undefined || other === undefined) {
      const kind = other === undefined ? 'missing' : 'only the new service sets it'
      differ(
        comparison,
        'header',
        where,
        kind,
        cookie?.attributes ?? null,
        other?.attributes ?? null,
      )
      continue
    }
    if (cookie.attributes !== other.attributes) {
      differ(comparison, 'header', where, 'attributes', cookie.attributes, other.attributes)
    }
    // One that is emptied is removed.
    const isSame = cookie.value === other.value
    const isEitherEmpty = cookie.value === '' || other.value === ''
    if (!isSame && (isEitherEmpty || !comparison.rules.allows('cookie-values'))) {
      const shown = (value: string) => (value === '' ? 'empty' : 'not empty')
      differ(comparison, 'header', where, 'value', shown(cookie.value), shown(other.value))
    }
  }
}

interface Cookie {
  readonly name: string
  readonly value: string
  /** Sorted, without regard to case. The time of Expires is left to Max-Age. */
  readonly attributes: string
}

function cookieOf(field: string): Cookie {
  const [pair = '', ...attributes] = field.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  const value = pair.slice(at + 1).replace(/^"(.*)"$/, '$1')
  const hasAge = attributes.some((attribute) => /^max-age=/i.test(attribute))
  const kept = attributes
    .filter((attribute) => !(hasAge && /^expires=/i.test(attribute)))
    .map((attribute) => attribute.replace(/^[^=]+/, (name) => name.toLowerCase()))
    // A browser compares the value of SameSite without regard to case.
    .map((attribute) => (attribute.startsWith('samesite=') ? attribute.toLowerCase() : attribute))
  return { name: pair.slice(0, Math.max(0, at)), value, attributes: kept.toSorted().join('; ') }
}
