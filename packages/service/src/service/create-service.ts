import {
  type AnyDatabase,
  databaseLoad,
  type Folding,
  isSqlite,
  type KyselyAccounts,
} from '@turnpike/sql'
import type { Account, Logger, SessionStore } from 'turnpike'
import { viewsOf } from 'turnpike/internal/routes'
import { answeringOf, knownOptions } from 'turnpike/kit'
import { buildApp } from './build-app.ts'
import type { Config } from './config.ts'
import { openConfiguredDatabase } from './database/open.ts'
import { prepareDatabase } from './database/prepare.ts'
import { type OpenReplicas, openReplicas } from './database/replicas.ts'
import type { AnyService } from './define-service.ts'
import { answerHealthChecks, isAnswering } from './health.ts'
import { refuseInProduction } from './logging/explanations.ts'
import { createLogger } from './logging/logger.ts'
import { logRequests } from './logging/request-log.ts'
import { isTrustedBy, warnOfUntrustedProxies } from './logging/untrusted-proxies.ts'
import { serviceSecrets } from './secrets.ts'
import { type ServedApp, type ServiceAnswering, serviceApp } from './service-app.ts'
import { redisConnections } from './stores/redis-connections.ts'
import { currentTraceOf, followRequests, followStatements } from './telemetry/followed.ts'
import { metricsAmong } from './telemetry/metrics-of.ts'
import { upgradesAround } from './telemetry/upgrades.ts'

export interface CreateServiceOptions {
  /** Default: `createLogger` of the configured level, to the standard output. */
  logger?: Logger
  /** True: brings the database up to date first. Default false: an outdated one is an error. */
  migrate?: boolean
}

const createServiceOptions = knownOptions<CreateServiceOptions>('createService()', {
  logger: 'optional',
  migrate: 'optional',
})

/** A service that is ready to answer. */
export interface Service extends Omit<KyselyAccounts, 'flush'> {
  /** The definition's app, with health checks and request log in front. */
  readonly app: ServedApp
  readonly db: AnyDatabase
  readonly sessions: SessionStore<Account>
  /** Makes `/readyz` answer 503, so that the load balancer sends requests elsewhere. */
  drain(): void
  /** Closes the database and the connections to Redis. */
  close(): Promise<void>
}

/**
 * Opens the database and builds the application of a service on it.
 *
 * @throws DatabaseNotMigrated, DatabaseTooNew when the database does not match the definition.
 * @throws ConfigurationError when the database cannot be opened, the secrets do not open its
 *   tokens, or refusals would be explained in production.
 */
export async function createService(
  definition: AnyService,
  config: Config,
  options: CreateServiceOptions = {},
): Promise<Service> {
  createServiceOptions.require(options)
  const { logger = createLogger(config.logLevel), migrate = false } = options
  const database = openConfiguredDatabase(config, { logger })
  const { db, ping } = database
  const connections = redisConnections(definition.name, config, logger)
  let folding: Folding | undefined
  let replicas: OpenReplicas | null = null
  const close = async () => {
    await folding?.stop()
    await replicas?.close()
    connections.close()
    await database.close()
  }
  try {
    const secrets = serviceSecrets(config, logger)
    await prepareDatabase(database, definition, secrets, migrate)

    replicas = await openReplicas(config, db, connections, logger)
    const { app, users, tokens, keys, sessions, flush } = await buildApp(
      definition,
      config,
      { db, replicated: replicas?.replicated },
      connections,
      secrets,
      logger,
    )
    refuseInProduction(config, viewsOf(app))
    if (!isSqlite(db)) {
      const { startFolding } = await import('@turnpike/sql')
      folding = startFolding(db, { logger })
    }
    const isTrusted = isTrustedBy(app, config)

    let isDraining = false
    const isReady = async () => !isDraining && (await isAnswering(ping))
    const { telemetry = [] } = definition
    const others = Object.entries(replicas?.databases ?? {})
    for (const [name, each] of [['main', db] as const, ...others]) {
      followStatements(each, telemetry)
      metricsAmong(telemetry)?.addDatabase(name, databaseLoad(each))
    }
    const around = (inner: ServiceAnswering) => {
      const warning = warnOfUntrustedProxies(inner, isTrusted, logger)
      const logged = logRequests(warning, isTrusted, logger, currentTraceOf(telemetry))
      return followRequests(logged, telemetry)
    }
    const answering = answerHealthChecks(around(answeringOf(app)), isReady)
    const upgrade = app.upgrade && upgradesAround((arriving) => app.upgrade?.(arriving), around)
    return {
      app: serviceApp(answering, upgrade),
      db,
      users,
      tokens,
      keys,
      sessions,
      drain() {
        isDraining = true
      },
      async close() {
        try {
          await flush()
        } finally {
          await close()
        }
      },
    }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}
