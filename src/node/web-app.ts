import type { IncomingMessage } from 'node:http'
import type { Connection } from '../http/client.ts'
import type { Environment } from '../routes.ts'

/** What an application is given with each request. */
export interface NodeEnvironment extends Environment {
  readonly connection: Connection
  /** Node's own request. Its body belongs to the web request. */
  readonly incoming: IncomingMessage
  /** Sends the field, named in lower case, in place of what the app says by that name. */
  setHeader(name: string, value: string): void
}

/** Anything that answers web requests: what `routes()` returns, a service, an object literal. */
export interface WebApp<E = NodeEnvironment> {
  fetch(request: Request, environment: E): Response | Promise<Response>
}
