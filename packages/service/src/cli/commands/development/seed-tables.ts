import { CommandFailed } from 'turnpike/kit'
import { buildContext } from '../../../service/build-app.ts'
import { prepareDatabase } from '../../../service/database/prepare.ts'
import { createLogger } from '../../../service/logging/logger.ts'
import { seedDatabase } from '../../../service/seeding/seed.ts'
import { redisConnections } from '../../../service/stores/redis-connections.ts'
import { withDatabase } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { loadDefinition } from '../../load-definition.ts'
import { withProgress } from '../../progress.ts'

export interface SeedOptions extends DatabaseOptions {
  yes?: boolean
}

/** Calls the seed. @throws CommandFailed when there is none, or the database has rows. */
export async function seedTables(module: string, options: SeedOptions): Promise<void> {
  const definition = await loadDefinition(module)
  if (definition?.seed === undefined) {
    throw new CommandFailed(
      `The service of ${module} has no seed: give defineService() a function seed({ users, transaction }).`,
    )
  }
  const seeded = { ...definition, seed: definition.seed }
  const { yes: evenWithRows = false } = options

  await withDatabase(
    options,
    async ({ config, secrets, ...database }) => {
      await prepareDatabase(database, definition, secrets, false)
      const logger = createLogger('silent')
      const connections = redisConnections(definition.name, config, logger)
      try {
        const given = [config, database, connections, secrets, logger] as const
        const { accounts, context } = await buildContext(definition, ...given)
        const seeding = await withProgress((onProgress) =>
          seedDatabase(seeded, context, { evenWithRows, onProgress }),
        )
        await accounts.flush()
        if (seeding.isDone) return console.log('Seeded the database.')
        throw new CommandFailed(
          `The database has rows in ${seeding.tables.join(', ')}, so it was not seeded. ` +
            'Repeat with --yes if the seed may add to them.',
        )
      } finally {
        connections.close()
      }
    },
    { create: false, patient: true },
  )
}
