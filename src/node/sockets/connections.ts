import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The open connections of a server and the answers under way on them. */
export interface Connections {
  /** How many are open. */
  readonly size: number
  /** Whether an answer has begun on the connection and is not finished. */
  isAnswering(socket: Duplex): boolean
  /** From now on each connection ends with its next answer, and the client is told so. */
  closeAfterAnswers(): void
  /** Closes those on which no byte has been received, such as the spare ones of a browser. */
  closeUnused(): void
}

/** Follows the connections of the server from here on. */
export function followConnections(server: Server): Connections {
  const answers = new Map<Duplex, Set<ServerResponse>>()
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

    closeAfterAnswers() {
      isClosing = true
      for (const answer of [...answers.values()].flatMap((underWay) => [...underWay])) {
        if (!answer.headersSent) answer.shouldKeepAlive = false
      }
    },

    closeUnused() {
      for (const socket of answers.keys()) {
        if ((socket as Socket).bytesRead === 0) socket.destroy()
      }
    },
  }
}
