import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The open connections of a server and their unfinished answers. */
export interface Connections {
  /** How many are open. */
  readonly size: number
  /** Whether an answer has begun on the connection and is not finished. */
  isAnswering(socket: Duplex): boolean
  /** Whether a request on the connection waits for the rest of its answer. */
  isWaiting(socket: Duplex): boolean
  /** Closes each connection after its next answer, which says so. */
  closeAfterAnswers(): void
  /**
   * The signal for a connection that is handed to a WebSocket. Aborted by `closeAfterAnswers`; null
   * if that was called before.
   */
  handOver(socket: Duplex): AbortSignal | null
  /** Cuts the connections that were handed over: the server does not know them any more. */
  cutHandedOver(): void
  /** Closes those on which nothing was received, such as a browser's spare ones. */
  closeUnused(): void
}

/** Tracks the connections of the server from now on. */
export function followConnections(server: Server): Connections {
  const answers = new Map<Duplex, Set<ServerResponse>>()
  const handedOver = new Map<Duplex, AbortController>()
  let isClosing = false

  server.on('connection', (socket: Socket) => {
    answers.set(socket, new Set())
    socket.once('close', () => answers.delete(socket))
  })
  server.prependListener('request', ({ socket }, outgoing) => {
    if (isClosing) outgoing.shouldKeepAlive = false
    answers.get(socket)?.add(outgoing)
    outgoing.once('close', () => answers.get(socket)?.delete(outgoing))
  })

  return {
    get size() {
      return answers.size
    },

    isAnswering: (socket) => [...(answers.get(socket) ?? [])].some((answer) => answer.headersSent),

    isWaiting: (socket) => (answers.get(socket)?.size ?? 0) > 0,

    closeAfterAnswers() {
      isClosing = true
      for (const answer of [...answers.values()].flatMap((underWay) => [...underWay])) {
        if (!answer.headersSent) answer.shouldKeepAlive = false
      }
      for (const controller of [...handedOver.values()]) controller.abort()
    },

    handOver(socket) {
      if (isClosing) return null
      const controller = new AbortController()
      handedOver.set(socket, controller)
      socket.once('close', () => handedOver.delete(socket))
      return controller.signal
    },

    cutHandedOver() {
      for (const socket of [...handedOver.keys()]) socket.destroy()
    },

    closeUnused() {
      for (const socket of answers.keys()) {
        if ((socket as Socket).bytesRead === 0) socket.destroy()
      }
    },
  }
}
