import type { IncomingMessage, ServerResponse } from 'node:http'
import { serverErrorAnswer } from '../../errors/error-views.ts'
import type { Answer } from '../../http/answer.ts'
import type { IncomingRequest } from '../../http/incoming-request.ts'
import type { Logger } from '../../http/logger.ts'
import { type Answering, answeringOf, type WebApp } from '../../web/application.ts'
import type { NodeEnvironment } from '../environment.ts'
import { refuse } from '../sockets/refusal.ts'
import { limitUnreadBody } from './body.ts'
import { hasBody, NodeRequest } from './node-request.ts'
import { sendAnswer } from './send-answer.ts'
import { type Destination, destinationOf } from './target.ts'

export interface RequestListenerOptions {
  /** Most header fields of a request. */
  maxHeadersCount: number
  logger: Logger
}

/** Passes each Node request to the app and sends its answer. */
export function requestListener(
  app: WebApp<NodeEnvironment>,
  { maxHeadersCount, logger }: RequestListenerOptions,
) {
  const answering = answeringOf(app)

  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const destination = destinationOrRefusal(incoming, maxHeadersCount)
    if (typeof destination === 'number') {
      refuse(outgoing, destination)
      return
    }
    if (hasBody(incoming)) limitUnreadBody(incoming, outgoing)
    const connection = { address: addressOf(incoming), remoteUser: null }
    const request = new NodeRequest(incoming, outgoing, destination)
    const answer = await answerOr500(answering, request, { connection, incoming }, logger)
    try {
      await sendAnswer(answer, outgoing)
    } catch (error) {
      logger.error({ err: error }, 'The answer could not be sent.')
      if (outgoing.headersSent) {
        outgoing.destroy()
        return
      }
      // That of the answer that failed.
      outgoing.statusMessage = ''
      await sendAnswer(serverErrorAnswer, outgoing)
    }
  }
}

async function answerOr500(
  answering: Answering<NodeEnvironment>,
  request: IncomingRequest,
  environment: NodeEnvironment,
  logger: Logger,
): Promise<Answer> {
  try {
    return await answering(request, environment)
  } catch (error) {
    logger.error({ err: error }, 'The application failed to answer.')
    return serverErrorAnswer
  }
}

/** The destination of the request, or the status of a request that the app must not get. */
function destinationOrRefusal(
  incoming: IncomingMessage,
  maxHeadersCount: number,
): Destination | number {
  if (incoming.rawHeaders.length > 2 * maxHeadersCount) return 431
  const coding = incoming.headers['transfer-encoding']
  // RFC 9112 §6.1: HTTP/1.0 has no transfer coding, and the end of an unknown one cannot be found.
  if (coding !== undefined && incoming.httpVersion === '1.0') return 400
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 501
  return destinationOf(incoming) ?? 400
}

/** An IPv4 peer of an IPv6 socket gets its IPv4 form: one client has one address. */
function addressOf({ socket }: IncomingMessage): string | null {
  return socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? null
}
