import type { NodeEnvironment, WebApp } from '../node/web-app.ts'

/** What a service is given with each request. A test may leave out what it does not need. */
export type ServiceEnvironment = Partial<NodeEnvironment>

/** The application of a service, or what is around it. */
export type ServiceApp = WebApp<ServiceEnvironment>
