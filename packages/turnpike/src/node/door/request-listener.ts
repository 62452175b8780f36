import type { IncomingMessage, ServerResponse } from 'node:http'
import { serverErrorAnswer } from '../../errors/error-views.ts'
import type { Answer } from '../../http/answer.ts'
import type { Logger } from '../../http/logger.ts'
import { answeringOf, type WebApp } from '../../web/application.ts'
import type { NodeEnvironment } from '../environment.ts'
import { refuse } from '../sockets/refusal.ts'
import { connectionOf, destinationOrRefusal } from './arrival.ts'
import { limitUnreadBody } from './body.ts'
import { hasBody, NodeRequest } from './node-request.ts'
import { sendAnswer } from './send-answer.ts'

export interface RequestListenerOptions {
  /** Maximum number of header fields of a request. */
  maxHeadersCount: number
  /** A guarded one: nobody handles its errors. */
  logger: Logger
  /**
   * Where the host serves the app, and the whole target of the request: a host may have shortened
   * its URL. Default at the root, with the URL as it is.
   */
  placeOf?(incoming: IncomingMessage): Place
}

export interface Place {
  /** `/api`; empty: the root. */
  readonly prefix: string
  readonly url: string
}

/**
 * Passes each Node request to the app and sends its answer. An answer that is ready is sent at
 * once: a promise would cost time.
 */
export function requestListener(
  app: WebApp<NodeEnvironment>,
  { maxHeadersCount, logger, placeOf = atRoot }: RequestListenerOptions,
) {
  const answering = answeringOf(app)

  function sendFailure(error: unknown, outgoing: ServerResponse): void {
    logger.error({ err: error }, 'The application failed to answer.')
    send(serverErrorAnswer, outgoing)
  }

  async function endFailed(error: unknown, outgoing: ServerResponse): Promise<void> {
    logger.error({ err: error }, 'The answer could not be sent.')
    if (outgoing.headersSent) {
      outgoing.destroy()
      return
    }
    // Clears the message of the answer that failed.
    outgoing.statusMessage = ''
    try {
      await sendAnswer(serverErrorAnswer, outgoing)
    } catch {
      outgoing.destroy()
    }
  }

  function send(answer: Answer, outgoing: ServerResponse): void {
    try {
      sendAnswer(answer, outgoing)?.catch((error: unknown) => endFailed(error, outgoing))
    } catch (error) {
      endFailed(error, outgoing)
    }
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { prefix, url } = placeOf(incoming)
    const destination = destinationOrRefusal(incoming, url, maxHeadersCount)
    if (typeof destination === 'number') {
      refuse(outgoing, destination)
      return
    }
    if (hasBody(incoming)) limitUnreadBody(incoming, outgoing)
    const request = new NodeRequest(incoming, outgoing, destination)
    try {
      const environment: NodeEnvironment = { connection: connectionOf(incoming), incoming, prefix }
      const answer = answering(request, environment)
      if (answer instanceof Promise) {
        answer.then(
          (settled) => send(settled, outgoing),
          (error: unknown) => sendFailure(error, outgoing),
        )
      } else send(answer, outgoing)
    } catch (error) {
      sendFailure(error, outgoing)
    }
  }
}

export const atRoot = ({ url = '' }: IncomingMessage): Place => ({ prefix: '', url })
