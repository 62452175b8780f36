import type { IncomingMessage } from 'node:http'
import type { Connection } from '../http/client.ts'
import type { Environment } from '../web/application.ts'

/** What an application is given with each request. */
export interface NodeEnvironment extends Environment {
  readonly connection: Connection
  /** Node's own request. Its body belongs to the request of the application. */
  readonly incoming: IncomingMessage
}
