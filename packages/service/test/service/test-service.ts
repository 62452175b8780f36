import { secrets } from '@turnpike/test-support/secrets.ts'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../src/service/config.ts'
import { createService } from '../../src/service/create-service.ts'
import { type AnyService, defineService } from '../../src/service/define-service.ts'
import { createLogger } from '../../src/service/logging/logger.ts'

/** A service over an empty database in memory that ends with the test, and its parsed log. */
export async function startService(definition: AnyService, env: Record<string, string> = {}) {
  const log: Record<string, unknown>[] = []
  const logger = createLogger('info', { write: (line: string) => log.push(JSON.parse(line)) })
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    SECRET_KEYS: secrets.join(),
    ...env,
  })
  const service = await createService(definition, config, { logger, migrate: true })
  onTestFinished(() => service.close())

  const connection = { address: '192.0.2.7', remoteUser: null }
  const request = async (path: string, init?: RequestInit) =>
    service.app.fetch(new Request(`http://api.test${path}`, init), { connection })

  return { ...service, log, request }
}

/** A service that answers every request in this way. */
export const answering = (answer: (request: Request) => Response | Promise<Response>) =>
  defineService({ name: 'test', app: () => ({ fetch: answer }) })
