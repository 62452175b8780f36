import type { NodeEnvironment } from '../node/environment.ts'
import type { Answering, WebApp } from '../web/application.ts'

/** The environment of each request. Tests may omit what they do not need. */
export type ServiceEnvironment = Partial<NodeEnvironment>

/** The application of a service. */
export type ServiceApp = WebApp<ServiceEnvironment>

/** Answers the requests of a service, or wraps what does. */
export type ServiceAnswering = Answering<ServiceEnvironment>
