import type { WebApp } from 'turnpike'
import { setAnswering } from 'turnpike/internal/web/application'
import { type Answering, webApp } from 'turnpike/kit'
import type { NodeApp, NodeEnvironment, UpgradeHandler } from 'turnpike/node'

/** The environment of each request. Tests may omit what they do not need. */
export type ServiceEnvironment = Partial<NodeEnvironment>

/**
 * The application of a service. With `upgrade` it has WebSockets:
 * `Object.assign(routes(api, views), { upgrade })`.
 */
export interface ServiceApp extends WebApp<ServiceEnvironment>, Pick<NodeApp, 'upgrade'> {}

/** A service as an app. Without an environment nothing is known of the connection. */
export interface ServedApp extends ServiceApp {
  fetch(request: Request, environment?: ServiceEnvironment): Response | Promise<Response>
}

/** Answers the requests of a service, or wraps what does. */
export type ServiceAnswering = Answering<ServiceEnvironment>

/** The app of a service, for both kinds of servers. Undefined: it has no WebSockets. */
export function serviceApp(
  answering: ServiceAnswering,
  upgrade: UpgradeHandler | undefined,
): ServedApp {
  const { fetch } = webApp(answering)
  const app: ServedApp = {
    fetch: (request, environment = {}) => fetch(request, environment),
    ...(upgrade !== undefined && { upgrade }),
  }
  setAnswering(app, answering)
  return app
}
