import { type Server, serve } from '../../node/serve.ts'
import type { CloseOptions } from '../../node/shut-down.ts'
import type { Config } from '../config.ts'
import { createService } from '../create-service.ts'
import type { AnyService } from '../define-service.ts'
import type { createLogger } from '../logging/logger.ts'

/** A server that may still be starting. */
export interface StartingServer {
  /**
   * Where it listens. Rejects when it cannot start; stays pending when it was closed first, because
   * the process then ends.
   */
  readonly ready: Promise<Omit<Server, 'close'>>
  /** Before it listens: ends the start. Afterwards: stops without losing a request. */
  close(options?: CloseOptions): Promise<void>
}

export interface StartServerOptions {
  config: Config
  drainDelaySeconds: number
  migrate: boolean
  logger: ReturnType<typeof createLogger>
}

/** Serves a service in this process. */
export function startServer(
  definition: AnyService,
  { config, drainDelaySeconds, migrate, logger }: StartServerOptions,
): StartingServer {
  let isClosing = false
  const started = start()

  async function start(): Promise<Server | null> {
    const service = await createService(definition, config, { logger, migrate })
    if (isClosing) {
      await service.close()
      return null
    }
    const server = await serve(service.app, {
      host: config.host,
      port: config.port,
      drainDelaySeconds,
      gracePeriodSeconds: config.gracePeriodSeconds,
      handleSignals: false,
      logger,
      onDrain: () => service.drain(),
      onClose: () => service.close(),
    }).catch(async (error: unknown) => {
      await service.close()
      throw error
    })

    process.once('uncaughtException', async (error) => {
      logger.fatal({ err: error }, 'Stopping after an uncaught error.')
      await server.close().finally(() => process.exit(1))
    })
    return server
  }

  return {
    ready: started.then((server) => server ?? new Promise<never>(() => {})),

    async close(options?: CloseOptions) {
      isClosing = true
      const server = await started
      await server?.close(options)
    },
  }
}
