import { knownOptions } from 'turnpike/kit'
import type { Server } from 'turnpike/node'
import { type Config, readConfig } from './config.ts'
import type { AnyService } from './define-service.ts'
import { describeDouble, doublePackages } from './double-packages.ts'
import { createLogger } from './logging/logger.ts'
import { enableCompileCache } from './processes/compile-cache.ts'
import { runPrimary } from './processes/primary.ts'
import { serveUntilSignal } from './processes/signals.ts'
import { startServer } from './processes/start-server.ts'
import { serveAsWorker } from './processes/worker.ts'
import { workerNumber } from './worker-number.ts'

export interface RunServiceOptions {
  /** Default: from the environment. */
  config?: Config
  /** True: brings the database up to date first. Default false: an outdated one is an error. */
  migrate?: boolean
}

const runServiceOptions = knownOptions<RunServiceOptions>('runService()', {
  config: 'optional',
  migrate: 'optional',
})

/**
 * Serves a service until SIGTERM or SIGINT, like `turnpike serve`: in this process, or with
 * `WORKERS` in several, each of which runs the calling program from its beginning. A signal during
 * the start ends the process in the same way. processes/signals.ts lists what a signal does.
 *
 * An uncaught error is logged, and then the process stops as on a signal, with exit code 1: what
 * else it broke cannot be known. Workers that end are replaced.
 *
 * @throws ConfigurationError, ListenError, DatabaseNotMigrated, DatabaseTooNew, WorkerFailed
 */
export async function runService(
  definition: AnyService,
  options: RunServiceOptions = {},
): Promise<Server> {
  runServiceOptions.require(options)
  const { config = readConfig(process.env), migrate = false } = options
  const compileCache = enableCompileCache()
  const logger = createLogger(config.logLevel)
  const drainDelaySeconds = config.drainDelaySeconds ?? defaultDrainDelaySeconds()

  if (workerNumber !== null) {
    const options = { config: withSharedSecrets(config), drainDelaySeconds, migrate: false, logger }
    return serveAsWorker(startServer(definition, options), logger)
  }

  for (const double of doublePackages()) {
    const { message, remedy } = describeDouble(double)
    logger.warn(`${message} ${remedy}`)
  }

  if (config.workers !== null) {
    const stopSeconds = drainDelaySeconds + config.gracePeriodSeconds
    return runPrimary(definition, {
      config,
      count: config.workers,
      stopSeconds,
      migrate,
      compileCache,
      logger,
    })
  }

  const starting = startServer(definition, { config, drainDelaySeconds, migrate, logger })
  const reload = () => logger.warn({}, noWorkers)
  const server = await serveUntilSignal(starting, { reload, logger })
  logger.info({ service: definition.name, url: server.url }, `Listening on ${server.url}`)
  return server
}

const noWorkers =
  'SIGHUP restarts workers, but there are none: set WORKERS, or send SIGTERM to stop.'

/** No delay at a terminal; load balancers need a moment. */
const defaultDrainDelaySeconds = () => (process.stdin.isTTY ? 0 : 1)

/**
 * Adds secrets that the primary process has put into the environment: a configuration given in code
 * lacks them.
 */
function withSharedSecrets(config: Config): Config {
  const { SECRET_KEYS } = { ...readConfig(process.env).settings, ...config.settings }
  return { ...config, settings: { ...config.settings, ...(SECRET_KEYS && { SECRET_KEYS }) } }
}
