import type { IncomingMessage } from 'node:http'
import type { Connection } from '../http/client.ts'
import type { Environment } from '../web/application.ts'

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
