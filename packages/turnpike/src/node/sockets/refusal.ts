import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { countRefusedEarly } from '../../telemetry/counts.ts'
import { STATUS_CODES } from '../http.ts'

/** Milliseconds for a client to read a refusal before the connection is cut. */
const lingerMilliseconds = 500

/** Answers a request that never reaches the app: `{"error": "Bad Request (400)"}`, then closes. */
export function refuse(outgoing: ServerResponse, status: number): void {
  countRefusedEarly(status)
  const body = refusal(status)
  outgoing.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  })
  outgoing.end(body)
}

/** The same answer on a connection whose bytes are not a valid request. */
export function refuseConnection(socket: Duplex, status: number): void {
  countRefusedEarly(status)
  const body = refusal(status)
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nX-Content-Type-Options: nosniff\r\n` +
      `Connection: close\r\n\r\n${body}`,
  )
  closeSlowly(socket)
}

/**
 * Closes a connection after what was written. Further bytes from the client are read and dropped
 * for a moment: closing at once could destroy the answer (RFC 9112 §9.6).
 */
export function closeSlowly(socket: Duplex): void {
  socket.end()
  socket.on('error', () => socket.destroy())
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
}

const refusal = (status: number) => JSON.stringify({ error: `${STATUS_CODES[status]} (${status})` })
