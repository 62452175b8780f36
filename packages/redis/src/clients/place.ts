import { ConfigurationError } from 'turnpike'
import { withoutPassword } from 'turnpike/kit'

/** Where a Redis is. */
export interface Place {
  readonly kind: 'single' | 'sentinel' | 'cluster'
  /**
   * A URL for each host: of the server, of the sentinels with their own credentials, or of some
   * nodes.
   */
  readonly urls: readonly string[]
  /** The name of the primary at the sentinels; empty for other kinds. */
  readonly name: string
  /** The credentials of the servers, decoded; empty without any. */
  readonly username: string
  readonly password: string
  readonly tls: boolean
  /** `/1` */
  readonly database: string
}

/**
 * Reads `redis://` and `rediss://` with TLS, `unix://` with a path, and groups of several hosts:
 * `redis+sentinel://one,two/0?name=primary&sentinel_password=…` and `redis+cluster://one,two`.
 *
 * @throws ConfigurationError without the password.
 */
export function redisPlace(url: string): Place {
  const place = groupPlace(url) ?? (isSingle(url) ? singlePlace(url) : null)
  if (place !== null) return place
  throw new ConfigurationError(
    `${withoutPassword(url)} is not a valid Redis URL: write redis://localhost:6379, ` +
      'rediss://user:password@host:6379/0, unix:///run/redis.sock, ' +
      'redis+sentinel://host:26379,other:26379/0?name=mymaster or ' +
      'redis+cluster://host:6379,other:6379, with special characters percent-encoded: ' +
      '%2F for /, %40 for @, %25 for %.',
  )
}

const singlePlace = (url: string): Place => ({
  kind: 'single',
  urls: [url],
  name: '',
  username: '',
  password: '',
  tls: false,
  database: '',
})

/** Null if the URL is not one of a group, or is not valid. */
function groupPlace(url: string): Place | null {
  const [, secure, kind, user = '', hosts = '', database = '', query = ''] =
    /^redis(s?)\+(sentinel|cluster):\/\/([^/?#]*@)?([^/?#@]+)(\/\d*)?(\?[^#]*)?$/.exec(url) ?? []
  if (kind !== 'sentinel' && kind !== 'cluster') return null

  const protocol = secure === 's' ? 'rediss:' : 'redis:'
  const credentials = URL.parse(`${protocol}//${user}host`)
  const parameters = new URLSearchParams(query)
  const own = sentinelCredentials(parameters)
  const urls = hosts.split(',').map((host) => `${protocol}//${own}${host}`)
  const name = parameters.get('name') ?? ''
  const isComplete =
    kind === 'sentinel'
      ? name !== '' && [...parameters.keys()].every((key) => sentinelParameters.has(key))
      : query === '' && /^\/?0?$/.test(database)
  if (credentials === null || !isComplete || !urls.every(isSingle) || !isDecodable(user))
    return null
  return {
    kind,
    urls,
    name,
    username: decodeURIComponent(credentials.username),
    password: decodeURIComponent(credentials.password),
    tls: protocol === 'rediss:',
    database,
  }
}

/** As those of go-redis are named. */
const sentinelParameters = new Set(['name', 'sentinel_username', 'sentinel_password'])

/** `ann:secret@`, or nothing where sentinels want none. */
function sentinelCredentials(parameters: URLSearchParams): string {
  const username = encodeURIComponent(parameters.get('sentinel_username') ?? '')
  const password = encodeURIComponent(parameters.get('sentinel_password') ?? '')
  return username || password ? `${username}:${password}@` : ''
}

function isSingle(url: string): boolean {
  if (/^unix:\/\/(?:[^/@]*@)?\/[^?]+(?:\?db=\d+)?$/.test(url)) return true
  const parsed = URL.parse(url)
  return (
    parsed !== null &&
    ['redis:', 'rediss:'].includes(parsed.protocol) &&
    parsed.hostname !== '' &&
    /^\/?\d*$/.test(parsed.pathname) &&
    isDecodable(parsed.username + parsed.password)
  )
}

/** The client decodes them and would throw outside any request. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
