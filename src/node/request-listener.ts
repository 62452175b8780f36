import type { IncomingMessage } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { badRequest, serverError } from '../errors/error-views.ts'
import type { Logger } from '../http/logger.ts'
import { isAddressedOnce } from './addressing.ts'
import { hasEncodedDotSegment } from './dot-segments.ts'
import type { Answer } from './sockets/answer.ts'
import { refuse } from './sockets/answers.ts'
import type { WebApp } from './web-app.ts'

export interface RequestListenerOptions {
  /** Most header fields of a request. */
  maxHeadersCount: number
  logger: Logger
}

/** Hands each request of Node to the app as a web request, and its answer back. */
export function requestListener(app: WebApp, { maxHeadersCount, logger }: RequestListenerOptions) {
  const adapter = (options: { autoCleanupIncoming: boolean }) =>
    getRequestListener(
      (request, { incoming, outgoing }) =>
        app.fetch(request, {
          connection: { address: addressOf(incoming as IncomingMessage), remoteUser: null },
          incoming: incoming as IncomingMessage,
          setHeader: (name, value) => (outgoing as Answer).setOwn(name, value),
        }),
      {
        ...options,
        // The host of a request without one, which only HTTP/1.0 may send.
        hostname: 'localhost',
        errorHandler(error) {
          if (error instanceof RequestError) return badRequest()

          logger.error({ err: error }, 'The application failed to answer.')
          return serverError()
        },
      },
    )
  const listenWithBody = adapter({ autoCleanupIncoming: true })
  // To wait for the rest of a body takes timers and listeners.
  const listenWithoutBody = adapter({ autoCleanupIncoming: false })

  return (incoming: IncomingMessage, outgoing: Answer): void => {
    const refusal = refusalOf(incoming, maxHeadersCount)
    if (refusal !== null) {
      refuse(outgoing, refusal)
      return
    }
    const listen = hasBody(incoming) ? listenWithBody : listenWithoutBody
    listen(incoming, outgoing).catch((error: unknown) => {
      logger.error({ err: error }, 'The answer could not be sent.')
      outgoing.destroy()
    })
  }
}

/** The status of a request that the app must not see, or null. */
function refusalOf(incoming: IncomingMessage, maxHeadersCount: number): number | null {
  if (incoming.rawHeaders.length > 2 * maxHeadersCount) return 431
  const coding = incoming.headers['transfer-encoding']
  // RFC 9112 §6.1: HTTP/1.0 has none, and one that is not understood cannot be read to its end.
  if (coding !== undefined && incoming.httpVersion === '1.0') return 400
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 501
  if (hasEncodedDotSegment(incoming.url ?? '')) return 400
  return isAddressedOnce(incoming) ? null : 400
}

/** RFC 9112 §6.3 */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** An IPv4 peer of an IPv6 socket is told as IPv4: one client has one address. */
function addressOf({ socket }: IncomingMessage): string | null {
  return socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? null
}
