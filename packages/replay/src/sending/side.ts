import type { HeaderField } from '../reading/recorded-request.ts'

/** One of the two services. */
export interface Side {
  /** As reports name it: `old`, `new`. */
  readonly name: 'old' | 'new'
  /** Its base URL. A path of it is put before the recorded paths. */
  readonly base: URL
  /** Base URLs with which its links may begin, without a slash at their end. */
  readonly bases: readonly string[]
}

/** @param publicUrls base URLs that both services write in links. */
export function sideOf(name: Side['name'], base: URL, publicUrls: readonly string[]): Side {
  const own = (base.origin + base.pathname).replace(/\/$/, '')
  return { name, base, bases: [own, ...publicUrls.map((url) => url.replace(/\/+$/, ''))] }
}

/** The target that is sent to a service whose base URL has a path. */
export const targetAt = ({ base }: Side, target: string): string =>
  base.pathname.replace(/\/$/, '') + target

/** Those of the recorded connection, of HTTP/2, and those that are made for each request. */
const ofConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Those that ask if the recorded answer is still valid: the services have other entity tags. */
const conditional = new Set([
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
])

/** Those by which a client shows who it is. */
export const credentialFields = new Set([
  'authorization',
  'cookie',
  'x-api-key',
  'x-csrftoken',
  'x-csrf-token',
  'x-xsrf-token',
  'x-session-token',
])

export interface HeaderOptions {
  /** Fields for every request; they replace recorded ones. */
  readonly headers: readonly HeaderField[]
  /** Whether recorded credentials are sent. */
  readonly credentials: boolean
  /** Hosts of the recording, whose URLs in Origin and Referer become those of each service. */
  readonly hosts: ReadonlySet<string>
}

/** The header fields of a recorded request as they are sent to either service. */
export function headersFor(
  { base }: Side,
  recorded: readonly HeaderField[],
  isSafe: boolean,
  { headers, credentials, hosts }: HeaderOptions,
): HeaderField[] {
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()))
  const kept = recorded.filter(([name]) => {
    const field = name.toLowerCase()
    if (ofConnection.has(field) || replaced.has(field)) return false
    // Preconditions of writes are part of what they do.
    if (isSafe && conditional.has(field)) return false
    return credentials || !credentialFields.has(field)
  })
  const host: HeaderField[] = replaced.has('host') ? [] : [['Host', base.host]]
  return [...host, ...kept.map((field) => rewritten(field, base, hosts)), ...headers]
}

/** `Origin: https://api.example.com` → that of the service. */
function rewritten([name, value]: HeaderField, base: URL, hosts: ReadonlySet<string>): HeaderField {
  if (!/^(?:origin|referer)$/i.test(name)) return [name, value]
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(value) ?? []
  const isOwn = host !== undefined && hosts.has(host.toLowerCase())
  return [name, isOwn ? base.origin + rest : value]
}
