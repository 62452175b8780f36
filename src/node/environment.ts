import type { IncomingMessage } from 'node:http'
import type { Connection } from '../http/client.ts'
import type { Environment } from '../web/application.ts'

/** The environment of each request of an application. */
export interface NodeEnvironment extends Environment {
  readonly connection: Connection
  /** Node's own request. Its body is read by the application's request. */
  readonly incoming: IncomingMessage
}
