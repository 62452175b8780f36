import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { serverErrorAnswer } from '../../errors/error-views.ts'
import type { Answer } from '../../http/answer.ts'
import type { Logger } from '../../http/logger.ts'
import { asksForWebSocket } from '../../http/syntax/safe-methods.ts'
import { answerOf } from '../../web/web-response.ts'
import type { Upgrade, UpgradeHandler } from '../environment.ts'
import { ServerResponse } from '../http.ts'
import { closeSlowly, refuseConnection } from '../sockets/refusal.ts'
import { connectionOf, destinationOrRefusal } from './arrival.ts'
import { NodeHeaders } from './node-headers.ts'
import { hasBody, NodeRequest } from './node-request.ts'
import { atRoot, type RequestListenerOptions } from './request-listener.ts'
import { sendAnswer } from './send-answer.ts'

export interface UpgradeListenerOptions extends RequestListenerOptions {
  /** The signal that is aborted when the connection must be closed. With null it is refused. */
  closingOf(socket: Duplex): AbortSignal | null
}

/**
 * Whether a request is one for the upgrade handler. HTTP/2 is never spoken, HTTP/1.0 has no
 * upgrades, and a body would have to be read before the switch (RFC 9110 §7.8).
 */
export const isForUpgrade = (incoming: IncomingMessage): boolean =>
  incoming.method === 'GET' &&
  incoming.httpVersion === '1.1' &&
  !hasBody(incoming) &&
  asksForWebSocket(new NodeHeaders(incoming.rawHeaders))

/** Passes each request for a WebSocket to the handler, and sends its refusal. */
export function upgradeListener(handler: UpgradeHandler, options: UpgradeListenerOptions) {
  const { maxHeadersCount, logger, placeOf = atRoot, closingOf } = options

  return (incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Node's own listeners are gone: without one, a reset connection would end the process.
    socket.on('error', () => socket.destroy())
    socket.on('timeout', cut)
    const { prefix, url } = placeOf(incoming)
    const destination = destinationOrRefusal(incoming, url, maxHeadersCount)
    const closing = closingOf(socket)
    if (typeof destination === 'number') refuseConnection(socket, destination)
    else if (closing === null) refuseConnection(socket, 503)
    else {
      const request = new NodeRequest(incoming, socket, destination).toRequest()
      const connection = connectionOf(incoming)
      const upgrade = { request, connection, incoming, prefix, socket, head, closing }
      void answerUpgrade(handler, upgrade, logger)
    }
  }
}

/** Sends the handler's refusal. Never rejects. */
async function answerUpgrade(
  handler: UpgradeHandler,
  upgrade: Upgrade,
  logger: Logger,
): Promise<void> {
  const { incoming, socket } = upgrade
  const before = bytesWrittenTo(socket)
  try {
    const response = await handler(upgrade)
    if (response !== undefined) await refuse(answerOf(response))
    else keepOpen(socket)
  } catch (error) {
    logger.error({ err: error }, 'A request for a WebSocket could not be answered.')
    await refuse(serverErrorAnswer).catch(() => socket.destroy())
  }

  /** Behind what the handler has sent before it failed, an answer would be garbage. */
  async function refuse(answer: Answer): Promise<void> {
    if (bytesWrittenTo(socket) === before) await sendRefusal(answer, incoming, socket)
    else socket.destroy()
  }
}

/** A handler that hangs, or a client that does not read its refusal. */
function cut(this: Duplex): void {
  this.destroy()
}

/** A WebSocket on which nothing comes is no request that hangs. */
function keepOpen(socket: Duplex): void {
  socket.off('timeout', cut)
  if ('setTimeout' in socket) (socket as Socket).setTimeout(0)
}

const bytesWrittenTo = (socket: Duplex): number =>
  'bytesWritten' in socket ? (socket as Socket).bytesWritten : 0

/** Sends an answer as the server sends that of a view, and closes the connection. */
async function sendRefusal(
  answer: Answer,
  incoming: IncomingMessage,
  socket: Duplex,
): Promise<void> {
  const outgoing = new ServerResponse(incoming)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket as Socket)
  outgoing.once('finish', () => {
    outgoing.detachSocket(socket as Socket)
    closeSlowly(socket)
  })
  await sendAnswer(answer, outgoing)
}
