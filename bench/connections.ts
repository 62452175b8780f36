import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type BenchRequest, bytesOf } from './send.ts'

/** Connections to a server that stay open. */
export interface Held extends AsyncDisposable {
  /** How many the server has not closed. */
  open(): number
}

/** As many as begin at the same time: the queue of a server that listens is short. */
const atOnce = 100

/** Opens connections, and sends a request on each of them. */
export async function holdConnections(
  port: number,
  requests: readonly BenchRequest[],
  count: number,
): Promise<Held> {
  const sockets: Socket[] = []
  for (let start = 0; start < count; start += atOnce) {
    const wave = Array.from({ length: Math.min(atOnce, count - start) }, (_, index) =>
      openConnection(port, requests[(start + index) % requests.length] as BenchRequest),
    )
    sockets.push(...(await Promise.all(wave)))
  }
  return {
    open: () => sockets.filter(({ readyState }) => readyState === 'open').length,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A connection on which one request has been answered. */
async function openConnection(port: number, asked: BenchRequest): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytesOf(asked))
  await once(socket, 'data')
  // Whether the server closes it later is counted, and no failure.
  socket.on('error', () => {})
  socket.resume()
  return socket
}
