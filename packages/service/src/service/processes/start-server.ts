import type { Metrics } from '@turnpike/telemetry/metrics'
import type { Logger } from 'turnpike'
import { type CloseOptions, type Server, serve } from 'turnpike/node'
import type { Config } from '../config.ts'
import { createService } from '../create-service.ts'
import type { AnyService } from '../define-service.ts'
import type { createLogger } from '../logging/logger.ts'
import { metricsAmong, withMetrics } from '../telemetry/metrics-of.ts'
import { type MetricsServer, serveMetrics } from '../telemetry/metrics-server.ts'
import { answerMetrics, reportMetrics } from '../telemetry/worker-metrics.ts'
import { workerNumber } from '../worker-number.ts'

/**
 * Offers the numbers on the port for them; as a worker to the primary process, which has the port.
 */
async function offerMetrics(
  metrics: Metrics,
  config: Config,
  port: number,
  logger: Logger,
): Promise<Pick<MetricsServer, 'close'>> {
  if (workerNumber === null) return serveMetrics(config, port, () => metrics.families(), logger)
  const report = () => reportMetrics(metrics, logger)
  answerMetrics(report)
  return { close: report }
}

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
    const followed = await withMetrics(definition, config)
    const service = await createService(followed, config, { logger, migrate })
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

    const metrics = metricsAmong(followed.telemetry ?? [])
    const metricsServer =
      metrics === undefined || config.metricsPort === null
        ? null
        : await offerMetrics(metrics, config, config.metricsPort, logger).catch(
            async (error: unknown) => {
              await server.close()
              throw error
            },
          )
    const stopAfter = async (error: Error) => {
      logger.fatal({ err: error }, 'Stopping after an uncaught error.')
      await server.close().finally(() => process.exit(1))
    }
    process.once('uncaughtException', stopAfter)
    return {
      ...server,
      async close(options) {
        try {
          await server.close(options)
        } finally {
          // The next uncaught error would end the process at once, with another service in it.
          process.off('uncaughtException', stopAfter)
          await metricsServer?.close()
        }
      },
    }
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
