import type { NodeEnvironment } from '../node/environment.ts'
import type { Answering, WebApp } from '../web/application.ts'

/** What a service is given with each request. A test may leave out what it does not need. */
export type ServiceEnvironment = Partial<NodeEnvironment>

/** The application of a service. */
export type ServiceApp = WebApp<ServiceEnvironment>

/** What answers the requests of a service, or is around it. */
export type ServiceAnswering = Answering<ServiceEnvironment>
