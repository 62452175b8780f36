import type { SessionStore } from '../accounts/session-store.ts'
import type { Account } from '../accounts/user.ts'
import { type KyselyAccounts, kyselyAccounts } from '../kysely/accounts.ts'
import type { AnyDatabase } from '../kysely/database.ts'
import { migrate, requireMigrated } from '../kysely/migrations.ts'
import { kyselySessions } from '../kysely/sessions.ts'
import type { Logger } from '../logger.ts'
import type { Config } from './config.ts'
import { openConfiguredDatabase } from './configured-database.ts'
import type { AnyService } from './define-service.ts'
import { answerHealthChecks, isAnswering } from './health.ts'
import { createLogger } from './logging.ts'
import { logRequests } from './request-log.ts'
import { serviceSecrets } from './secrets.ts'
import type { ServiceApp } from './service-app.ts'
import { type OpenThrottleStore, openThrottleStore } from './throttle-store.ts'

export interface CreateServiceOptions {
  /** Default: JSON lines on the standard output, from the level of the configuration on. */
  logger?: Logger
  /** True: brings the database up to date first. Default false: one that is not is refused. */
  migrate?: boolean
}

/** A service that is ready to answer. */
export interface Service extends KyselyAccounts {
  /** The definition's app behind the health checks and the request log. */
  readonly app: ServiceApp
  readonly db: AnyDatabase
  readonly sessions: SessionStore<Account>
  /** From now on `/readyz` answers 503, so that the load balancer sends requests elsewhere. */
  drain(): void
  /** Closes the database and the throttle store. */
  close(): Promise<void>
}

/**
 * Opens the database and builds the application of a service over it.
 *
 * @throws DatabaseNotMigrated or DatabaseTooNew when the database does not fit the definition.
 * @throws ConfigurationError when the database cannot be opened.
 */
export async function createService(
  definition: AnyService,
  config: Config,
  {
    logger = createLogger(config.logLevel),
    migrate: mayMigrate = false,
  }: CreateServiceOptions = {},
): Promise<Service> {
  const { db, ping, close: closeDatabase } = openConfiguredDatabase(config)
  let throttles: OpenThrottleStore | null = null
  const close = async () => {
    await throttles?.close()
    await closeDatabase()
  }
  try {
    if (mayMigrate) await migrate(db, definition.migrations)
    await requireMigrated(db, definition.migrations)

    const { createTokens = false } = definition
    const { users, tokens } = kyselyAccounts(db, { createTokens })
    const sessions = kyselySessions(db)
    const SECRET_KEYS = serviceSecrets(config, logger)
    throttles = await openThrottleStore(config, db)
    const settings = {
      ...config.settings,
      ...(throttles.store !== null && { THROTTLE_STORE: throttles.store }),
      SECRET_KEYS,
      LOGGER: logger,
    }
    const app = await definition.app({ db, users, tokens, sessions, settings, logger })

    let isDraining = false
    const isReady = async () => !isDraining && (await isAnswering(ping))
    return {
      app: answerHealthChecks(logRequests(app, logger), isReady),
      db,
      users,
      tokens,
      sessions,
      drain() {
        isDraining = true
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
