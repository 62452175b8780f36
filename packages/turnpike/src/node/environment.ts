import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Connection } from '../http/client.ts'
import type { Environment, WebApp } from '../web/application.ts'

/** The environment of each request of an application. */
export interface NodeEnvironment extends Environment {
  readonly connection: Connection
  /**
   * Node's own request. Its body is read by the application's request. Without a body it emits
   * neither `end` nor `close` (from Node 24.12 on): it has ended before, as `readableEnded` says.
   * When the client disconnects, the `signal` of the application's request is aborted.
   */
  readonly incoming: IncomingMessage
}

/** A request for a WebSocket. `authenticate(api, upgrade)` decides whether it gets one. */
export interface Upgrade extends NodeEnvironment {
  readonly request: Request
  /** The connection. Nothing has been sent on it. */
  readonly socket: Duplex
  /** The first bytes that the client has sent after the request. */
  readonly head: Buffer
  /**
   * Aborted when the server stops: the time to close the WebSocket with 1001. Those that are open
   * at the end of the grace period are cut off.
   */
  readonly closing: AbortSignal
}

/**
 * Answers requests for WebSockets. A response is sent to the client, and the connection is closed.
 * With undefined the handler has taken the socket, usually by `handleUpgrade` of `ws`.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement.
export type UpgradeHandler = (upgrade: Upgrade) => Response | void | Promise<Response | void>

/** An app that may have WebSockets: `Object.assign(routes(api, views), { upgrade })`. */
export interface NodeApp extends WebApp<NodeEnvironment> {
  /** Answers requests for WebSockets. Absent: they are requests like any others. */
  upgrade?: UpgradeHandler
}
