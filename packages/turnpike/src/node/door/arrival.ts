import type { IncomingMessage } from 'node:http'
import type { Connection } from '../../http/client.ts'
import { type Destination, destinationOf } from './target.ts'

/** The destination of the request, or the status of a request that the app must not get. */
export function destinationOrRefusal(
  incoming: IncomingMessage,
  url: string,
  maxHeadersCount: number,
): Destination | number {
  if (incoming.rawHeaders.length > 2 * maxHeadersCount) return 431
  const coding = incoming.headers['transfer-encoding']
  // RFC 9112 §6.1: HTTP/1.0 has no transfer coding, and the end of an unknown one cannot be found.
  if (coding !== undefined && incoming.httpVersion === '1.0') return 400
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 501
  return destinationOf(incoming, url) ?? 400
}

/** An IPv4 peer of an IPv6 socket gets its IPv4 form: one client has one address. */
export function connectionOf({ socket }: IncomingMessage): Connection {
  const { remoteAddress: address = null } = socket
  const isMapped = address?.startsWith('::ffff:') === true
  return {
    address: isMapped ? address.replace(/^::ffff:(?=\d+\.)/, '') : address,
    remoteUser: null,
  }
}
