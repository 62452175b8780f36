import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The open connections of a server and their unfinished answers. */
export interface Connections {
  /** How many are open. */
  readonly size: number
  /** Whether an answer has begun on the connection and is not finished. */
  isAnswering(socket: Duplex): boolean
  /** Closes each connection after its next answer, which says so. */
  closeAfterAnswers(): void
  /** Closes those on which nothing was received, such as a browser's spare ones. */
  closeUnused(): void
}

/** Tracks the connections of the server from now on. */
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
