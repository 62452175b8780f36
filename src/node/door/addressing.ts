import type { IncomingMessage } from 'node:http'

/**
 * Whether the request says once, and in one voice, which host it is for (RFC 9112 §3.2): one Host
 * field, not empty, and a full URL as request target only when it names the same host. With two
 * readings, the server in front could have checked one and the application would use the other.
 */
export function isAddressedOnce({
  httpVersion,
  headers,
  rawHeaders,
  url,
}: IncomingMessage): boolean {
  const { host } = headers
  // A fragment is not part of a request target (RFC 9112 §3.2).
  if (url?.includes('#')) return false
  if (host === undefined) return httpVersion === '1.0' && isOriginForm(url)

  return (
    isHost.test(host) &&
    countOf('host', rawHeaders) === 1 &&
    (isOriginForm(url) || names(host, url))
  )
}

/** Printable ASCII without a user: URLs map some other characters to those of a host name. */
const isHost = /^[!-?A-~]+$/

const isOriginForm = (target: string | undefined) => target?.startsWith('/') === true

/** Whether the target is a URL of this host, under the scheme that the connection really has. */
function names(host: string, target = ''): boolean {
  const url = URL.parse(target)
  return (
    url?.protocol === 'http:' &&
    url.username === '' &&
    url.host === URL.parse(`http://${host}`)?.host
  )
}

/** How often a field occurs. `rawHeaders` holds names and values in turn. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index]
    if (field?.length === name.length && field.toLowerCase() === name) count += 1
  }
  return count
}
