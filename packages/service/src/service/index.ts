/**
 * A ready-to-run service: configuration, database, health checks and request log around an app.
 * @module
 */
export { type CheckServiceOptions, checkService } from './check-service.ts'
export type { Finding } from './checks/finding.ts'
export { type Config, type LogLevel, readConfig } from './config.ts'
export { type CreateServiceOptions, createService, type Service } from './create-service.ts'
export { defaultService } from './default-service.ts'
export {
  type AnyService,
  defineService,
  type SeedContext,
  type ServiceContext,
  type ServiceDefinition,
} from './define-service.ts'
export { createLogger } from './logging/logger.ts'
export type { AnsweredRequest } from './logging/request-channel.ts'
export { WorkerFailed } from './processes/worker-process.ts'
export { type RunServiceOptions, runService } from './run-service.ts'
export type { ServiceApp } from './service-app.ts'
export type { PairStores } from './stores/pair-stores.ts'
