import { viewsOf } from 'turnpike/internal/routes'
import { shadowedViews } from '../checks/views/shadowed.ts'
import type { Config } from '../config.ts'
import type { AnyService, ServiceContext } from '../define-service.ts'
import { createLogger } from '../logging/logger.ts'
import { serveUntilSignal } from '../processes/signals.ts'
import { startServer } from '../processes/start-server.ts'
import { seedDatabase } from '../seeding/seed.ts'
import type { ServiceApp } from '../service-app.ts'
import { errorPagesOfDevelopment, rememberingErrors } from './error-pages.ts'
import { guideTo } from './guide.ts'

/**
 * Serves a service for its developer: migrates, seeds an empty database, warns of views that no
 * request reaches, and shows errors to a browser. Settles once it listens.
 *
 * @param isGuided whether to say where it is and what to try.
 */
export async function serveForDevelopment(
  definition: AnyService,
  config: Config,
  isGuided: boolean,
): Promise<void> {
  const logger = rememberingErrors(createLogger(config.logLevel))
  let built: { app: ServiceApp; context: ServiceContext } | null = null
  const developed: AnyService = {
    ...definition,
    telemetry: [errorPagesOfDevelopment, ...(definition.telemetry ?? [])],
    async app(context) {
      const { seed } = definition
      if (seed !== undefined) {
        const { isDone } = await seedDatabase({ ...definition, seed }, context, {
          evenWithRows: false,
        })
        if (isDone) logger.info('The database was empty, and was seeded.')
      }
      const app = await definition.app(context)
      built = { app, context }
      for (const { message, remedy } of shadowedViews(viewsOf(app) ?? new Map()))
        logger.warn(`${message} ${remedy}`)
      return app
    },
  }

  const starting = startServer(developed, { config, drainDelaySeconds: 0, migrate: true, logger })
  const server = await serveUntilSignal(starting, { reload() {}, logger })
  logger.info({ service: definition.name, url: server.url }, `Listening on ${server.url}`)
  if (isGuided && built !== null) console.error(await guideTo(definition.name, server.url, built))
}
