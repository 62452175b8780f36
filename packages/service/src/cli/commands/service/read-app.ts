import { sqlitePath } from '@turnpike/sql/node'
import { randomSecret } from 'turnpike/internal/http/signing'
import { buildApp } from '../../../service/build-app.ts'
import { type Config, readConfig } from '../../../service/config.ts'
import { openConfiguredDatabase } from '../../../service/database/open.ts'
import type { AnyService } from '../../../service/define-service.ts'
import { createLogger } from '../../../service/logging/logger.ts'
import type { ServiceApp } from '../../../service/service-app.ts'
import { redisConnections } from '../../../service/stores/redis-connections.ts'

/**
 * Reads something in the app of a service, which is built on an empty database. With PostgreSQL it
 * is that of the configuration, whose dialect the application may need: it is connected to only if
 * the application reads it. Its replicas are left out.
 */
export async function readApp<Result>(
  definition: AnyService,
  environment: NodeJS.ProcessEnv,
  read: (app: ServiceApp, config: Config) => Result | Promise<Result>,
): Promise<Result> {
  // Neither the counts nor the sessions are needed, so no Redis is.
  const { THROTTLE_STORE_URL: _, SESSION_STORE_URL: __, ...others } = environment
  const config = readConfig(others)
  const isSqlite = sqlitePath(config.databaseUrl) !== null
  const database = openConfiguredDatabase(
    isSqlite ? { ...config, databaseUrl: 'sqlite::memory:' } : config,
  )
  const logger = createLogger('silent')
  const connections = redisConnections(definition.name, config, logger)
  const secrets = config.settings.SECRET_KEYS ?? [randomSecret()]
  try {
    if (isSqlite) await database.migrate(definition.migrations, { secrets })
    const built = await buildApp(definition, config, database, connections, secrets, logger)
    return await read(built.app, config)
  } finally {
    connections.close()
    await database.close()
  }
}
