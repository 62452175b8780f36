import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'
import { pairsOf } from '../sending/send.ts'

/** Connects a client that changes the protocol, as WebSockets do, with the old service. */
export function tunnel(from: URL, request: IncomingMessage, client: Duplex, head: Buffer): void {
  const host = from.hostname.replace(/^\[|\]$/g, '')
  const isSecure = from.protocol === 'https:'
  const port = Number(from.port) || (isSecure ? 443 : 80)
  const service = isSecure
    ? connectSecurely({ host, port, servername: host })
    : connect({ host, port })
  const path = from.pathname.replace(/\/$/, '') + request.url
  const fields = pairsOf(request.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  service.write(`${request.method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n`, 'latin1')
  if (head.length > 0) service.write(head)
  service.on('error', () => client.destroy())
  client.on('error', () => service.destroy())
  service.on('close', () => client.destroy())
  client.on('close', () => service.destroy())
  service.pipe(client)
  client.pipe(service)
}
