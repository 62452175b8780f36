import { ConfigurationError, type Logger } from 'turnpike'
import type { Server } from 'turnpike/node'
import type { Config } from '../config.ts'
import { openConfiguredDatabase } from '../database/open.ts'
import { prepareDatabase } from '../database/prepare.ts'
import type { AnyService } from '../define-service.ts'
import { serviceSecrets } from '../secrets.ts'
import { serveMetrics } from '../telemetry/metrics-server.ts'
import { WorkerMetrics } from '../telemetry/worker-metrics.ts'
import { serveUntilSignal } from './signals.ts'
import { startWorkers, type Workers } from './workers.ts'

export interface PrimaryOptions {
  config: Config
  /** The number of workers. */
  count: number
  /** Seconds that a normal stop takes at most. */
  stopSeconds: number
  migrate: boolean
  /** The folder of compiled code that the workers share; null for none. */
  compileCache: string | null
  logger: Logger
}

/** Extra seconds that a worker gets before it is killed, because its event loop may be blocked. */
const extraSeconds = 5

/**
 * Serves with several processes: prepares the database once, starts the workers and restarts them
 * when they die. SIGTERM and SIGINT stop all of them, SIGHUP replaces them one by one.
 *
 * @throws ConfigurationError, DatabaseNotMigrated, DatabaseTooNew, WorkerFailed
 */
export async function runPrimary(
  definition: AnyService,
  { config, count, stopSeconds, migrate, compileCache, logger }: PrimaryOptions,
): Promise<Server> {
  requireShared(config.databaseUrl)
  const secrets = serviceSecrets(config, logger)
  const metrics = config.metricsPort === null ? null : new WorkerMetrics()
  const started = startWorkers({
    count,
    prepare: () => prepare(definition, config, secrets, migrate),
    env: {
      SECRET_KEYS: secrets.join(','),
      ...(compileCache !== null && { NODE_COMPILE_CACHE: compileCache }),
    },
    patienceSeconds: stopSeconds + extraSeconds,
    logger,
    metrics,
    onGivenUp() {
      logger.error({}, 'No worker is left and none can be started: giving up.')
      process.exit(1)
    },
  })
  const workers = withMetricsServer(started, config, metrics, logger)
  const reload = oneAtATime(() => restart(workers, logger))
  const server = await serveUntilSignal(workers, { reload, logger })

  if (count > 1 && config.throttleStoreUrl === 'memory') {
    logger.warn(
      { workers: count },
      `Each worker counts throttles separately, so ${count} times the limit is allowed: set THROTTLE_STORE_URL=database.`,
    )
  }
  const { url } = server
  logger.info({ service: definition.name, url, workers: count }, `Listening on ${url}`)
  return server
}

/** The workers, beside which a server has the sum of their numbers until they are closed. */
function withMetricsServer(
  workers: Workers,
  config: Config,
  metrics: WorkerMetrics | null,
  logger: Logger,
): Workers {
  if (config.metricsPort === null || metrics === null) return workers
  const opening = serveMetrics(config, config.metricsPort, () => metrics.collect(), logger)
  const close = () =>
    workers.close().finally(async () => {
      const server = await opening.catch(() => null)
      await server?.close()
    })
  const ready = Promise.all([workers.ready, opening])
    .then(([address]) => address)
    .catch(async (error: unknown) => {
      await close().catch(() => {})
      throw error
    })
  return { ...workers, ready, close }
}

function requireShared(databaseUrl: string): void {
  if (databaseUrl !== 'sqlite::memory:') return
  throw new ConfigurationError(
    'Workers cannot share a database in memory: set DATABASE_URL to a file or a server, or unset WORKERS.',
  )
}

async function prepare(
  definition: AnyService,
  config: Config,
  secrets: readonly string[],
  mayMigrate: boolean,
): Promise<void> {
  const database = openConfiguredDatabase(config)
  try {
    await prepareDatabase(database, definition, secrets, mayMigrate)
  } finally {
    await database.close()
  }
}

async function restart(workers: Workers, logger: Logger): Promise<void> {
  logger.info({}, 'Restarting the workers, one after the other.')
  await workers.restart().then(
    () => logger.info({}, 'All workers have been restarted.'),
    (error) => logger.error({ err: error }, 'The restart failed: the old workers continue.'),
  )
}

/** A call during another one causes one more run, for what changed meanwhile. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  let again = false

  return async () => {
    again = true
    if (isRunning) return

    isRunning = true
    while (again) {
      again = false
      await run()
    }
    isRunning = false
  }
}
