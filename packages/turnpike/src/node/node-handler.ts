import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { knownOptions } from '../errors/known-options.ts'
import { consoleLogger, type Logger } from '../http/logger.ts'
import { textWhere } from '../rules/text.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import type { WebApp } from '../web/application.ts'
import { type Place, requestListener } from './door/request-listener.ts'
import { isForUpgrade, upgradeListener } from './door/upgrade-listener.ts'
import type { NodeApp, NodeEnvironment } from './environment.ts'
import { guardedLogger } from './guarded-logger.ts'
import { refuseConnection } from './sockets/refusal.ts'

export interface NodeHandlerOptions {
  /**
   * Path below which the host serves the app: `/api`. Default: the mount path that Express or
   * Connect has removed from the URL; otherwise the root.
   */
  prefix?: string
  /** Maximum fields of a request's header; more are a 431. Default 100. */
  maxHeadersCount?: number
  /** Default: the console. A line that it fails to write goes to the console. */
  logger?: Logger
}

const nodeHandlerOptions = knownOptions<NodeHandlerOptions>('nodeHandler()', {
  prefix: textWhere('a path without a slash at its end, such as /api', (text) =>
    /^(?:\/[\w.~-]+)+$/.test(text),
  ),
  maxHeadersCount: wholeNumber({ least: 1 }),
  logger: 'optional',
})

/**
 * A handler of Node's requests that answers them by an app, for other servers on Node:
 *
 * ```ts
 * express().use('/api', nodeHandler(app))
 * http.createServer(nodeHandler(app, { prefix: '/api' }))
 * ```
 *
 * It answers every request, unknown paths with the app's own 404. Mount it before whatever reads
 * bodies. Time-outs, limits of connections and the stop are those of the host's server.
 *
 * @throws ConfigurationError when an option is unknown or invalid.
 */
export function nodeHandler(
  app: WebApp<NodeEnvironment>,
  options: NodeHandlerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  nodeHandlerOptions.require(options)
  const { prefix, maxHeadersCount = 100, logger = consoleLogger } = options
  return requestListener(app, {
    maxHeadersCount,
    logger: guardedLogger(logger),
    placeOf: (incoming) => placeIn(incoming, prefix),
  })
}

/**
 * A listener for the event `upgrade` of other servers on Node, which passes requests for WebSockets
 * to the app:
 *
 * ```ts
 * server.on('upgrade', nodeUpgradeHandler(app, { prefix: '/api' }))
 * ```
 *
 * It answers every upgrade, those to anything else with 501. Its `closing` is never aborted: the
 * stop is that of the host's server.
 *
 * @throws ConfigurationError when an option is unknown or invalid, or the app has no `upgrade`.
 */
export function nodeUpgradeHandler(
  app: NodeApp,
  options: NodeHandlerOptions = {},
): (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void {
  nodeHandlerOptions.require(options)
  const { prefix, maxHeadersCount = 100, logger = consoleLogger } = options
  const { upgrade } = app
  if (upgrade === undefined) {
    throw new ConfigurationError(
      'nodeUpgradeHandler() needs an app that answers upgrades: Object.assign(app, { upgrade }).',
    )
  }
  const listener = upgradeListener((arriving) => upgrade.call(app, arriving), {
    maxHeadersCount,
    logger: guardedLogger(logger),
    placeOf: (incoming) => placeIn(incoming, prefix),
    closingOf: () => new AbortController().signal,
  })
  return (incoming, socket, head) =>
    isForUpgrade(incoming) ? listener(incoming, socket, head) : refuseConnection(socket, 501)
}

/** A request with what Express and Connect add. */
interface HostedRequest extends IncomingMessage {
  /** The mount path that Express has removed from the URL: `/api`. */
  baseUrl?: unknown
  /** The URL as it was before. */
  originalUrl?: unknown
}

/** The host may have rewritten the URL: then the rewritten one counts. */
function placeIn(incoming: HostedRequest, prefix: string | undefined): Place {
  const { url = '', baseUrl, originalUrl } = incoming
  const cut = typeof baseUrl === 'string' ? baseUrl : cutFrom(originalUrl, url)
  // In an absolute URL, as proxies get it, Express removes the path from the middle.
  const isWhole = url.startsWith('/') || typeof originalUrl !== 'string'
  return { prefix: prefix ?? cut, url: isWhole ? cut + url : originalUrl }
}

/** Connect keeps only the original: `/api/notes/` of which `/notes/` is left. */
const cutFrom = (original: unknown, url: string): string =>
  typeof original === 'string' && original.endsWith(url)
    ? original.slice(0, original.length - url.length)
    : ''
