import { DatabaseNotMigrated } from '@turnpike/sql'
import type { Command } from 'commander'
import { CommandFailed } from 'turnpike/kit'
import { readConfig } from '../../service/config.ts'
import { defaultService } from '../../service/default-service.ts'
import { addDatabaseOption, type DatabaseOptions } from '../accounts.ts'
import { loadDefinition } from '../load-definition.ts'

interface ServeOptions extends DatabaseOptions {
  host?: string
  port?: string
  workers?: string
  migrate?: boolean
}

/**
 * `turnpike serve [module]`: serves until SIGTERM or SIGINT. cli/main.ts listens to them until
 * the service does.
 */
export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('Serves an API until SIGTERM or SIGINT.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .option('-p, --port <number>', 'the port, instead of the one in PORT; 0 for any free one')
    .option('-H, --host <address>', 'the address, instead of the one in HOST')
    .option('-w, --workers <number>', 'number of processes, instead of WORKERS; auto: one per core')
    .option('-m, --migrate', 'bring the database up to date first')

  addDatabaseOption(command).addHelpText('after', help).action(serveModule)
}

const help = `
The log is one JSON object a line on the standard output.

Examples:
  turnpike serve --migrate
  turnpike serve ./notes.ts --port 3000
  turnpike serve ./notes.ts --workers auto
  ALLOWED_HOSTS=api.example.com HOST=0.0.0.0 turnpike serve ./notes.ts`

async function serveModule(module: string | undefined, options: ServeOptions): Promise<void> {
  const config = readConfig({
    ...process.env,
    ...(options.database !== undefined && { DATABASE_URL: options.database }),
    ...(options.host !== undefined && { HOST: options.host }),
    ...(options.port !== undefined && { PORT: options.port }),
    ...(options.workers !== undefined && { WORKERS: options.workers }),
  })
  // Imported here, so that other commands start without the framework.
  const { runService } = await import('../../service/run-service.ts')
  const definition = (await loadDefinition(module)) ?? defaultService
  await runService(definition, { config, migrate: options.migrate ?? false }).catch((error) => {
    throw error instanceof DatabaseNotMigrated ? advice(error, module) : error
  })
}

const advice = ({ migrations }: DatabaseNotMigrated, module = '') =>
  new CommandFailed(
    `The database is not up to date, it lacks ${migrations.join(', ')}. Say serve --migrate, or ` +
      `run first: turnpike migrate ${module}`.trimEnd(),
  )
