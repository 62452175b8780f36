import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { pairsOf } from '../sending/send.ts'

/** One end of a tunnel. */
export interface TunnelEnd {
  readonly socket: Duplex
  /** The bytes that have already arrived. */
  readonly head: Buffer
}

/** Connects a client with the old service, which has answered 101: WebSockets do that. */
export function tunnel(answer: IncomingMessage, service: TunnelEnd, client: TunnelEnd): void {
  const fields = pairsOf(answer.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  const line = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n`
  client.socket.write(`${line}${fields.join('')}\r\n`, 'latin1')
  for (const [from, to] of [
    [service, client],
    [client, service],
  ] as const) {
    if (from.head.length > 0) to.socket.write(from.head)
    from.socket.on('error', () => to.socket.destroy())
    from.socket.on('close', () => to.socket.destroy())
    from.socket.pipe(to.socket)
  }
}
