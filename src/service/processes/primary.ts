import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { Logger } from '../../http/logger.ts'
import type { Server } from '../../node/serve.ts'
import type { Config } from '../config.ts'
import { openConfiguredDatabase } from '../database/open.ts'
import { prepareDatabase } from '../database/prepare.ts'
import type { AnyService } from '../define-service.ts'
import { serviceSecrets } from '../secrets.ts'
import { serveUntilSignal } from './signals.ts'
import { startWorkers, type Workers } from './workers.ts'

export interface PrimaryOptions {
  config: Config
  /** How many workers. */
  count: number
  /** Seconds in which a stop is over when nothing goes wrong. */
  stopSeconds: number
  migrate: boolean
  logger: Logger
}

/**
 * Seconds that a worker has beyond its own periods until it is killed: its event loop may stand.
 */
const extraSeconds = 5

/**
 * Serves with several processes: prepares the database once, starts the workers and keeps them.
 * SIGTERM and SIGINT stop all of them, SIGHUP replaces one after the other.
 *
 * @throws ConfigurationError, DatabaseNotMigrated, DatabaseTooNew, WorkerFailed
 */
export async function runPrimary(
  definition: AnyService,
  { config, count, stopSeconds, migrate, logger }: PrimaryOptions,
): Promise<Server> {
  requireShared(config.databaseUrl)
  const secrets = serviceSecrets(config, logger)
  const workers = startWorkers({
    count,
    prepare: () => prepare(definition, config, secrets, migrate),
    env: { SECRET_KEYS: secrets.join(',') },
    patienceSeconds: stopSeconds + extraSeconds,
    logger,
    onGivenUp() {
      logger.error({}, 'No worker is left and none can be started: giving up.')
      process.exit(1)
    },
  })
  const reload = oneAtATime(() => restart(workers, logger))
  const server = await serveUntilSignal(workers, { reload, logger })

  if (count > 1 && config.throttleStoreUrl === 'memory') {
    logger.warn(
      { workers: count },
      `Each worker counts throttles for itself, so ${count} times what is set may pass: set THROTTLE_STORE_URL=database.`,
    )
  }
  const { url } = server
  logger.info({ service: definition.name, url, workers: count }, `Listening on ${url}`)
  return server
}

function requireShared(databaseUrl: string): void {
  if (databaseUrl !== 'sqlite::memory:') return
  throw new ConfigurationError(
    'Workers share no database in memory: set DATABASE_URL to a file or a server, or leave WORKERS unset.',
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
    (error) =>
      logger.error({ err: error }, 'The restart has ended early: the old workers serve on.'),
  )
}

/** A call during another is followed by one more, for what changed meanwhile. */
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
