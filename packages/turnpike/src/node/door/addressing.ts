import type { IncomingMessage } from 'node:http'

/**
 * Whether the request names its host once and without contradiction (RFC 9112 §3.2): one Host
 * field, not empty, and a full URL as request target only if it names the same host. With two
 * readings, the server in front could have checked one while the application uses the other.
 */
export function isAddressedOnce(
  { httpVersion, headers, rawHeaders }: IncomingMessage,
  url: string,
): boolean {
  const { host } = headers
  // A fragment is not part of a request target (RFC 9112 §3.2).
  if (url.includes('#')) return false
  if (host === undefined) return httpVersion === '1.0' && isOriginForm(url)

  return (
    isHost.test(host) &&
    countOf('host', rawHeaders) === 1 &&
    (isOriginForm(url) || names(host, url))
  )
}

/**
 * Printable ASCII without user information: URLs map some other characters to host name characters.
 * A colon without a port is refused, as Django refuses it.
 */
const isHost = /^[!-?A-~]*[!-9;-?A-~]$/

const isOriginForm = (target: string) => target.startsWith('/')

/** Whether the target is a URL of this host, with the actual scheme of the connection. */
function names(host: string, target: string): boolean {
  const url = URL.parse(target)
  return (
    url?.protocol === 'http:' &&
    url.username === '' &&
    url.host === URL.parse(`http://${host}`)?.host
  )
}

/** How often a field occurs. `rawHeaders` alternates names and values. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index]
    if (field?.length === name.length && field.toLowerCase() === name) count += 1
  }
  return count
}
