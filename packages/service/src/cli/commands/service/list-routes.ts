import { sqlitePath } from '@turnpike/sql/node'
import type { View } from 'turnpike'
import { randomSecret } from 'turnpike/internal/http/signing'
import { policyName } from 'turnpike/kit'
import { buildApp } from '../../../service/build-app.ts'
import { type Config, readConfig } from '../../../service/config.ts'
import { openConfiguredDatabase } from '../../../service/database/open.ts'
import { defaultService } from '../../../service/default-service.ts'
import type { AnyService } from '../../../service/define-service.ts'
import { createLogger } from '../../../service/logging/logger.ts'
import { redisConnections } from '../../../service/stores/redis-connections.ts'
import { inColumns } from '../../in-columns.ts'
import { loadDefinition } from '../../load-definition.ts'
import { knownViews } from './known-views.ts'

/** Prints the views, as a table or as JSON. @throws CommandFailed when they are unknown. */
export async function listRoutes(module: string | undefined, { json }: { json?: boolean }) {
  const definition = (await loadDefinition(module)) ?? defaultService
  // Neither the counts nor the sessions are needed, so no Redis is.
  const { THROTTLE_STORE_URL: _, SESSION_STORE_URL: __, ...environment } = process.env
  const views = await viewsIn(definition, readConfig(environment))
  const found = [...views].map(([path, view]) => routeOf(path, view))
  if (json) console.log(JSON.stringify(found, null, 2))
  else for (const line of inColumns([headings, ...found.map(cells)])) console.log(line)
}

/**
 * The views, built on an empty database. With PostgreSQL it is that of the configuration, whose
 * dialect the application may need: it is connected to only if the application reads it.
 */
async function viewsIn(definition: AnyService, config: Config) {
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
    return knownViews(built.app)
  } finally {
    connections.close()
    await database.close()
  }
}

const routeOf = (path: string, view: View) => {
  const methods = [...view.handlers.keys()].filter((method) => !isImplied(method))
  return {
    path,
    name: view.name,
    methods,
    permissions: view.permissions.map(policyName),
    throttles: view.throttles.map((throttle) => ({
      name: policyName(throttle),
      scope: view.throttleScope,
      limits: Object.fromEntries(
        methods.map((method) => [method, throttle.describe?.(view, method) ?? null]),
      ),
    })),
    schemes: view.authentication.map(policyName),
  }
}

/** HEAD comes with GET, and OPTIONS with every view. */
const isImplied = (method: string) => method === 'HEAD' || method === 'OPTIONS'

const headings = ['PATH', 'METHODS', 'SCHEMES', 'THROTTLES', 'PERMISSIONS']

const cells = ({ path, methods, permissions, throttles, schemes }: ReturnType<typeof routeOf>) => [
  path,
  methods.join(' ') || '-',
  schemes.join(', ') || '-',
  throttles.map(({ name }) => name).join(', ') || '-',
  // Last, because combinations have long names.
  permissions.join(', ') || '-',
]
