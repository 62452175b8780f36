import type { IncomingMessage } from 'node:http'
import { memoize } from '../../caching/memoize.ts'
import { isAddressedOnce } from './addressing.ts'
import { hasEncodedDotSegment } from './dot-segments.ts'

/** Where a request goes, as a URL has it. */
export interface Destination {
  readonly host: string
  /** Path and query. */
  readonly target: string
}

/**
 * Where the request goes, or null when that cannot be said in one way: see `isAddressedOnce` and
 * `hasEncodedDotSegment`; so for a backslash in the path, which URLs take for a slash.
 */
export function destinationOf(incoming: IncomingMessage): Destination | null {
  const { url = '', headers } = incoming
  if (hasEncodedDotSegment(url) || !isAddressedOnce(incoming)) return null

  // Only HTTP/1.0 may leave the host out.
  const host = hostOf(headers.host ?? 'localhost')
  const target = isPlain.test(url) && !dotSegment.test(url) ? url : normalised(url)
  return host === null || target === null ? null : { host, target }
}

/** The host as a URL spells it; null where the URL would be of another host. */
const hostOf = memoize((text: string): string | null => {
  const url = URL.parse(`http://${text}/`)
  const name = text.toLowerCase().replace(/:\d*$/, '')
  return url !== null && url.hostname === name && url.pathname === '/' ? url.host : null
}, 100)

/** Paths and queries that a URL leaves as they are, but for segments of dots. */
const isPlain = /^\/[!$&(-;=?-[\]_a-z~]*$/
const dotSegment = /\/\.\.?(?:[/?]|$)/

function normalised(target: string): string | null {
  const [path = ''] = target.split('?')
  if (path.includes('\\')) return null
  const url = target.startsWith('/') ? URL.parse(`http://host${target}`) : URL.parse(target)
  return url && url.pathname + url.search
}
