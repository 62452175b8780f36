import { knownOptions } from '../errors/known-options.ts'
import { consoleLogger, type Logger } from '../http/logger.ts'
import { longestTimer, numberOf } from '../rules/number.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { requestListener } from './door/request-listener.ts'
import { isForUpgrade, upgradeListener } from './door/upgrade-listener.ts'
import type { NodeApp } from './environment.ts'
import { guardedLogger } from './guarded-logger.ts'
import { createServer } from './http.ts'
import { type CloseOptions, closeOnSignals, closeOptions, shutDown } from './shut-down.ts'
import { answerClientErrors } from './sockets/client-errors.ts'
import { followConnections } from './sockets/connections.ts'
import { limitConnections } from './sockets/limit-connections.ts'
import { listen } from './sockets/listen.ts'
import { surviveRefusedPromises } from './sockets/refused-promises.ts'

export interface ServeOptions {
  /** Address to listen on. Default `127.0.0.1`: this machine only. `0.0.0.0`: all addresses. */
  host?: string
  /** Default 8000. 0: any free port. */
  port?: number
  /** Seconds to receive the header of a request, then 408. Default 15. */
  headersTimeoutSeconds?: number
  /** Seconds to receive a whole request, including its body, then 408. Default 30. */
  requestTimeoutSeconds?: number
  /** Seconds a connection may wait for its next request. Default 65, longer than proxies do. */
  keepAliveTimeoutSeconds?: number
  /** Seconds a connection may be silent during a request. Default 120. */
  idleTimeoutSeconds?: number
  /** Maximum number of bytes of a request's header, then 431. Default 16 KiB. */
  maxHeaderSize?: number
  /**
   * Maximum number of open connections; further ones are closed at once. Each takes a file
   * descriptor and some 15 KB. Default 16,384.
   */
  maxConnections?: number
  /** Maximum number of fields of a request's header, then 431. Default 100. */
  maxHeadersCount?: number
  /**
   * Seconds from the beginning of a stop until no more connections are accepted: the time for the
   * load balancer to send its requests elsewhere. Default 1.
   */
  drainDelaySeconds?: number
  /** Seconds that running requests then have to finish, before they are cut off. Default 10. */
  gracePeriodSeconds?: number
  /** Whether SIGTERM and SIGINT stop the server and end the process. Default true. */
  handleSignals?: boolean
  /** Default: the console. A line that it fails to write goes to the console. */
  logger?: Logger
  /**
   * Called when a stop begins: the time to notify the load balancer. The stop goes on meanwhile,
   * and also if this fails, which is logged.
   */
  onDrain?(): void
  /** Called when the last connection is closed: the time to close the database. */
  onClose?(): void | Promise<void>
}

const seconds = numberOf('seconds', 0, longestTimer.seconds)

export const serveOptions = knownOptions<ServeOptions>('serve()', {
  host: 'optional',
  port: wholeNumber({ least: 0, most: 65_535 }),
  headersTimeoutSeconds: seconds,
  requestTimeoutSeconds: seconds,
  keepAliveTimeoutSeconds: seconds,
  idleTimeoutSeconds: seconds,
  maxHeaderSize: wholeNumber({ least: 1 }),
  maxConnections: wholeNumber({ least: 1 }),
  maxHeadersCount: wholeNumber({ least: 1 }),
  drainDelaySeconds: seconds,
  gracePeriodSeconds: seconds,
  handleSignals: 'optional',
  logger: 'optional',
  onDrain: 'optional',
  onClose: 'optional',
})

/** A listening server. */
export interface Server {
  /** `http://127.0.0.1:8000` */
  readonly url: string
  readonly port: number
  /** Stops as on SIGTERM, but lets the process live. Later calls wait for the same stop. */
  close(options?: CloseOptions): Promise<void>
}

/**
 * Serves an app, such as what `routes()` returns, on Node:
 *
 * ```ts
 * const { url } = await serve(app, { port: 8000 })
 * ```
 *
 * SIGTERM and SIGINT stop it without losing a request: after the drain delay no more connections
 * are accepted, answers say `Connection: close`, running requests are finished, and the process
 * exits with 0. A second signal ends it at once. If the app has `upgrade`, its WebSockets learn of
 * the stop by `closing`.
 *
 * @throws ListenError when the port cannot be opened.
 * @throws ConfigurationError when an option is unknown or invalid.
 */
export async function serve(app: NodeApp, options: ServeOptions = {}): Promise<Server> {
  serveOptions.require(options)
  const {
    host = '127.0.0.1',
    headersTimeoutSeconds = 15,
    requestTimeoutSeconds = 30,
    keepAliveTimeoutSeconds = 65,
    idleTimeoutSeconds = 120,
    maxHeaderSize = 16 * 1024,
    maxConnections = 16_384,
    maxHeadersCount = 100,
    handleSignals = true,
  } = options
  const logger = guardedLogger(options.logger ?? consoleLogger)

  const server = createServer({
    headersTimeout: headersTimeoutSeconds * 1000,
    requestTimeout: Math.max(requestTimeoutSeconds, headersTimeoutSeconds) * 1000,
    // Milliseconds between Node's checks for slow connections. Its own default is 30 seconds.
    connectionsCheckingInterval: 500,
    keepAliveTimeout: keepAliveTimeoutSeconds * 1000,
    maxHeaderSize,
    // A request with none or two is answered in JSON by the listener.
    requireHostHeader: false,
    // A request without a body needs no stream. Ignored before Node 24.12.
    optimizeEmptyRequests: true,
    // Behind an unanswered request, a WebSocket would get its bytes before that answer.
    shouldUpgradeCallback: (incoming) =>
      app.upgrade !== undefined &&
      isForUpgrade(incoming) &&
      !connections.isWaiting(incoming.socket),
  })
  server.timeout = idleTimeoutSeconds * 1000
  // Node silently drops the fields beyond this number; one more than allowed is noticed.
  server.maxHeadersCount = maxHeadersCount + 1

  limitConnections(server, maxConnections, logger)
  const connections = followConnections(server)
  answerClientErrors(server, connections)
  server.on('request', requestListener(app, { maxHeadersCount, logger }))
  if (app.upgrade !== undefined) {
    const closingOf = connections.handOver
    server.on(
      'upgrade',
      upgradeListener((upgrade) => app.upgrade?.(upgrade), { maxHeadersCount, logger, closingOf }),
    )
  }

  const opened = listen(server, host, options.port ?? 8000)
  let stop: Promise<void> | undefined
  const close = async (how?: CloseOptions): Promise<void> => {
    closeOptions.require(how)
    stop ??= opened
      .then(() => shutDown(server, connections, { ...options, ...how, logger }))
      .finally(stopListening)
    return stop
  }
  const ignoreSignals = handleSignals ? closeOnSignals(close, logger) : () => {}
  const ignoreRejections = surviveRefusedPromises(logger)
  const stopListening = () => {
    ignoreSignals()
    ignoreRejections()
  }
  const port = await opened.catch((error: unknown) => {
    stopListening()
    throw error
  })
  // Such as too many open files: open connections are still served.
  server.on('error', (error) => logger.error({ err: error }, 'A connection could not be accepted.'))
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`

  // Callers with their own logger log this themselves.
  if (options.logger === undefined) logger.info({}, `Listening on ${url}`)
  return { url, port, close }
}
