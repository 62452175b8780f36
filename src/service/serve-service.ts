import { type Server, serve } from '../node/serve.ts'
import type { Config } from './config.ts'
import { createService } from './create-service.ts'
import type { AnyService } from './define-service.ts'
import type { createLogger } from './logging.ts'

export interface ServeServiceOptions {
  config: Config
  drainDelaySeconds: number
  migrate: boolean
  /** Whether SIGTERM and SIGINT stop the server and end the process. */
  handleSignals: boolean
  logger: ReturnType<typeof createLogger>
}

/** Serves a service in this process. */
export async function serveService(
  definition: AnyService,
  { config, drainDelaySeconds, migrate, handleSignals, logger }: ServeServiceOptions,
): Promise<Server> {
  const service = await createService(definition, config, { logger, migrate })
  const server = await serve(service.app, {
    host: config.host,
    port: config.port,
    drainDelaySeconds,
    gracePeriodSeconds: config.gracePeriodSeconds,
    handleSignals,
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
  return server
}
