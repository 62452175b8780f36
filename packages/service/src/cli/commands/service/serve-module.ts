import { DatabaseNotMigrated } from '@turnpike/sql'
import { CommandFailed } from 'turnpike/kit'
import { readConfig } from '../../../service/config.ts'
import { defaultService } from '../../../service/default-service.ts'
import { runService } from '../../../service/run-service.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { loadDefinition } from '../../load-definition.ts'

export interface ServeOptions extends DatabaseOptions {
  host?: string
  port?: string
  workers?: string
  migrate?: boolean
}

/** Serves what the module defines. Settles once it listens. */
export async function serveModule(
  module: string | undefined,
  options: ServeOptions,
): Promise<void> {
  const config = readConfig({
    ...process.env,
    ...(options.database !== undefined && { DATABASE_URL: options.database }),
    ...(options.host !== undefined && { HOST: options.host }),
    ...(options.port !== undefined && { PORT: options.port }),
    ...(options.workers !== undefined && { WORKERS: options.workers }),
  })
  const definition = (await loadDefinition(module)) ?? defaultService
  await runService(definition, { config, migrate: options.migrate ?? false }).catch((error) => {
    throw error instanceof DatabaseNotMigrated ? advice(error, module) : error
  })
}

const advice = ({ migrations }: DatabaseNotMigrated, module = '') =>
  new CommandFailed(
    `The database lacks migrations: ${migrations.join(', ')}. Run serve with --migrate, or ` +
      `run first: turnpike migrate ${module}`.trimEnd(),
  )
