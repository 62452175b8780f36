import type { WebApp } from 'turnpike'
import { setAnswering } from 'turnpike/internal/web/application'
import { type Answering, webApp } from 'turnpike/kit'
import type { NodeEnvironment } from 'turnpike/node'

/** The environment of each request. Tests may omit what they do not need. */
export type ServiceEnvironment = Partial<NodeEnvironment>

/** The application of a service. */
export type ServiceApp = WebApp<ServiceEnvironment>

/** A service as an app. Without an environment nothing is known of the connection. */
export interface ServedApp extends ServiceApp {
  fetch(request: Request, environment?: ServiceEnvironment): Response | Promise<Response>
}

/** Answers the requests of a service, or wraps what does. */
export type ServiceAnswering = Answering<ServiceEnvironment>

/** The app of a service, for both kinds of servers. */
export function serviceApp(answering: ServiceAnswering): ServedApp {
  const { fetch } = webApp(answering)
  const app: ServedApp = { fetch: (request, environment = {}) => fetch(request, environment) }
  setAnswering(app, answering)
  return app
}
