/** Turnpike: authentication, errors and pagination for JSON APIs. @module */

// The vocabulary
export * from './accounts/index.ts'
// The spine
export { type Api, createApi } from './api.ts'
// The chapters
export * from './authentication/index.ts'
export * from './errors/index.ts'
export type { Client, Connection } from './http/client.ts'
export { consoleLogger, type Logger } from './http/logger.ts'
export type { Operation, Operations } from './http/operation.ts'
export type { PageControls, PageLink } from './http/page-controls.ts'
export {
  ApiRequest,
  type IncomingRequest,
  type Schema,
  type Validated,
  type ValidateOptions,
} from './http/request.ts'
export { ApiResponse, type NoPromise } from './http/response.ts'
export { type MediaType, parseMediaType } from './http/syntax/media-type.ts'
export * from './items/index.ts'
export * from './pagination/index.ts'
export * from './parsing/index.ts'
export * from './permissions/index.ts'
export * from './rendering/index.ts'
export {
  type App,
  type Environment,
  type ErrorView,
  type Middleware,
  type RoutesOptions,
  routes,
  type Variables,
} from './routes.ts'
export * from './sessions/index.ts'
export type { ResolvedSettings, Settings } from './settings/settings.ts'
export * from './throttling/index.ts'
export { type ObtainTokenOptions, obtainToken } from './tokens/index.ts'
export * from './validation/index.ts'
export * from './views/index.ts'
export type { Handler, Policies, View, ViewOptions } from './views/view.ts'
export type { RequestOf } from './views/view-types.ts'
