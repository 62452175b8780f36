import { readConfig } from '../../../service/config.ts'
import { serveForDevelopment } from '../../../service/development/serve-for-development.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { loadDefinition } from '../../load-definition.ts'
import { reportFolders, type Turn } from './service-process.ts'

export interface DevelopOptions extends DatabaseOptions {
  port?: string
}

/** Serves in this process, until the one that watches the files ends it, or is gone. */
export async function serveOnce(
  module: string,
  { port, database }: DevelopOptions,
  turn: Turn,
): Promise<void> {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  reportFolders()

  const { METRICS_PORT: _, WORKERS: __, ...environment } = process.env
  const config = readConfig({
    ...environment,
    HOST: '127.0.0.1',
    // A request that takes longer must not hold up the next version.
    GRACE_PERIOD_SECONDS: '1',
    ...(database !== undefined && { DATABASE_URL: database }),
    ...(port !== undefined && { PORT: port }),
  })
  const definition = await loadDefinition(module)
  if (definition !== null) await serveForDevelopment(definition, config, turn === 'first')
}
