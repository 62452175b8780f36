import { secrets } from '@turnpike/test-support/secrets.ts'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/service/config.ts'
import { createLogger } from '../../src/service/logging/logger.ts'
import { startServer } from '../../src/service/processes/start-server.ts'
import { answering } from './test-service.ts'

it('a service listens for uncaught errors only until it is closed: another one in the process goes on', async () => {
  const listeners = () => process.listenerCount('uncaughtException')
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    SECRET_KEYS: secrets.join(),
    PORT: '0',
  })
  const logger = createLogger('info', { write: () => {} })
  const before = listeners()
  const server = startServer(
    answering(() => new Response('ok')),
    { config, drainDelaySeconds: 0, migrate: true, logger },
  )
  await server.ready
  const meanwhile = listeners()

  await server.close()

  expect([meanwhile, listeners()]).toEqual([before + 1, before])
})
