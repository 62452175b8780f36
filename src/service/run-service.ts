import { type Server, serve } from '../node/serve.ts'
import { type Config, readConfig } from './config.ts'
import { createService } from './create-service.ts'
import type { AnyService } from './define-service.ts'
import { createLogger } from './logging.ts'

export interface RunServiceOptions {
  /** Default: what the environment says. */
  config?: Config
  /** True: brings the database up to date first. Default false: one that is not is refused. */
  migrate?: boolean
}

/**
 * Serves a service until SIGTERM or SIGINT, as `turnpike serve` does.
 *
 * An error that nobody caught is logged, and then the service stops as on a signal, with the exit code
 * 1: what else it broke cannot be known.
 *
 * @throws ConfigurationError, ListenError, DatabaseNotMigrated, DatabaseTooNew
 */
export async function runService(
  definition: AnyService,
  { config = readConfig(process.env), migrate = false }: RunServiceOptions = {},
): Promise<Server> {
  const logger = createLogger(config.logLevel)
  const service = await createService(definition, config, { logger, migrate })
  const server = await serve(service.app, {
    host: config.host,
    port: config.port,
    drainDelaySeconds: config.drainDelaySeconds ?? defaultDrainDelaySeconds(),
    gracePeriodSeconds: config.gracePeriodSeconds,
    logger,
    onDrain: () => service.drain(),
    onClose: () => service.close(),
  }).catch(async (error: unknown) => {
    await service.close()
    throw error
  })

  process.once('uncaughtException', async (error) => {
    logger.fatal({ err: error }, 'Stopping after an error that nobody caught.')
    await server.close().finally(() => process.exit(1))
  })
  logger.info({ service: definition.name, url: server.url }, `Listening on ${server.url}`)
  return server
}

/** A person at a terminal is not kept waiting; a load balancer needs a moment. */
const defaultDrainDelaySeconds = () => (process.stdin.isTTY ? 0 : 1)
