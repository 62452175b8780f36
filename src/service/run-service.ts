import { knownOptions } from '../errors/known-options.ts'
import type { Server } from '../node/serve.ts'
import { type Config, readConfig } from './config.ts'
import type { AnyService } from './define-service.ts'
import { describeDouble, doublePackages } from './double-packages.ts'
import { createLogger } from './logging/logger.ts'
import { runPrimary } from './processes/primary.ts'
import { serveUntilSignal } from './processes/signals.ts'
import { startServer } from './processes/start-server.ts'
import { serveAsWorker } from './processes/worker.ts'
import { workerNumber } from './worker-number.ts'

export interface RunServiceOptions {
  /** Default: what the environment says. */
  config?: Config
  /** True: brings the database up to date first. Default false: one that is not is refused. */
  migrate?: boolean
}

const runServiceOptions = knownOptions<RunServiceOptions>('runService()', {
  config: 'optional',
  migrate: 'optional',
})

/**
 * Serves a service until SIGTERM or SIGINT, as `turnpike serve` does: in this process, or with
 * `WORKERS` in several, each of which runs the program that calls this from its beginning. A signal
 * that comes while it is starting ends the process in the same way.
 *
 * An error that nobody caught is logged, and then the process stops as on a signal, with the exit
 * code 1: what else it broke cannot be known. A worker that ended is replaced.
 *
 * @throws ConfigurationError, ListenError, DatabaseNotMigrated, DatabaseTooNew, WorkerFailed
 */
export async function runService(
  definition: AnyService,
  options: RunServiceOptions = {},
): Promise<Server> {
  runServiceOptions.require(options)
  const { config = readConfig(process.env), migrate = false } = options
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
    return runPrimary(definition, { config, count: config.workers, stopSeconds, migrate, logger })
  }

  const starting = startServer(definition, { config, drainDelaySeconds, migrate, logger })
  const reload = () => logger.warn({}, noWorkers)
  const server = await serveUntilSignal(starting, { reload, logger })
  logger.info({ service: definition.name, url: server.url }, `Listening on ${server.url}`)
  return server
}

const noWorkers =
  'SIGHUP restarts workers, and there are none: set WORKERS, or send SIGTERM to stop.'

/** A person at a terminal is not kept waiting; a load balancer needs a moment. */
const defaultDrainDelaySeconds = () => (process.stdin.isTTY ? 0 : 1)

/**
 * What the primary process has made is in the environment; a configuration given in code lacks it.
 */
function withSharedSecrets(config: Config): Config {
  const { SECRET_KEYS } = { ...readConfig(process.env).settings, ...config.settings }
  return { ...config, settings: { ...config.settings, ...(SECRET_KEYS && { SECRET_KEYS }) } }
}
