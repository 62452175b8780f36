import type { Server } from 'node:http'
import type { Connections } from './connections.ts'
import { refuse, refuseConnection } from './refusal.ts'

/** Statuses for input that Node could not parse as a request, by error code. Default 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers what never becomes a request of the app: garbage, slow and huge requests, CONNECT. */
export function answerClientErrors(server: Server, connections: Connections): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // An answer that has begun cannot be replaced, and a disconnected client reads none.
    if (!socket.writable || error.code === 'ECONNRESET' || connections.isAnswering(socket)) {
      socket.destroy()
      return
    }
    refuseConnection(socket, statuses[error.code ?? ''] ?? 400)
  })

  server.on('connect', (_request, socket) => refuseConnection(socket, 501))
  server.on('checkExpectation', (_request, outgoing) => refuse(outgoing, 417))
}
