import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Connections } from './connections.ts'
import { inSlices } from './in-slices.ts'
import { refuse, refuseConnection } from './refusal.ts'

/** Statuses for input that Node could not parse as a request, by error code. Default 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Slow clients that are answered in one turn of the event loop: about a millisecond. */
const slowClientsAtOnce = 16

/** Answers what never becomes a request of the app: garbage, slow and huge requests, CONNECT. */
export function answerClientErrors(server: Server, connections: Connections): void {
  function answer(socket: Duplex, status: number): void {
    // An answer that has begun cannot be replaced, and a disconnected client reads none.
    if (!socket.writable || connections.isAnswering(socket)) socket.destroy()
    else refuseConnection(socket, status)
  }
  // Node reports all that time out between two checks at once.
  const answerSlow = inSlices<Duplex>(slowClientsAtOnce, (socket) => answer(socket, 408))

  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (code === 'ECONNRESET') socket.destroy()
    else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') answerSlow(socket)
    else answer(socket, statuses[code] ?? 400)
  })

  server.on('connect', (_request, socket) => refuseConnection(socket, 501))
  server.on('checkExpectation', (_request, outgoing) => refuse(outgoing, 417))
}
