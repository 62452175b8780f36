import type { IncomingMessage } from 'node:http'
import { memoize } from '../../caching/memoize.ts'
import { isAddressedOnce } from './addressing.ts'
import { hasEncodedDotSegment } from './dot-segments.ts'

/** The destination of a request, normalised as in a URL. */
export interface Destination {
  readonly host: string
  /** Path and query. */
  readonly target: string
}

/**
 * The destination of the request for this target; null when it is ambiguous: see `isAddressedOnce`
 * and `hasEncodedDotSegment`. So is a backslash in the path, which URLs treat as a slash.
 */
export function destinationOf(incoming: IncomingMessage, url: string): Destination | null {
  const { headers } = incoming
  if (hasEncodedDotSegment(url) || !isAddressedOnce(incoming, url)) return null

  // Only HTTP/1.0 may omit the host.
  const host = hostOf(headers.host ?? 'localhost')
  const target = isPlain.test(url) && !dotSegment.test(url) ? url : normalised(url)
  return host === null || target === null ? null : { host, target }
}

/** The host in the form of a URL; null if the URL would have another host. */
const hostOf = memoize((text: string): string | null => {
  const url = URL.parse(`http://${text}/`)
  const name = text.toLowerCase().replace(/:\d*$/, '')
  return url !== null && url.hostname === name && url.pathname === '/' ? url.host : null
}, 100)

/** Paths and queries that a URL does not change, except for dot segments. */
const isPlain = /^\/[!$&(-;=?-[\]_a-z~]*$/
const dotSegment = /\/\.\.?(?:[/?]|$)/

function normalised(target: string): string | null {
  const [path = ''] = target.split('?')
  if (path.includes('\\')) return null
  const url = target.startsWith('/') ? URL.parse(`http://host${target}`) : URL.parse(target)
  if (url === null) return null
  // `search` is empty for `?` alone, too.
  return url.pathname + (url.search === '' && /^[^#]*\?/.test(target) ? '?' : url.search)
}
