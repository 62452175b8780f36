import { randomUUID } from 'node:crypto'
import { createLogger, createService, readConfig } from '@turnpike/service'
import { DatabaseUnavailable } from '@turnpike/sql'
import { testClient } from '@turnpike/testing'
import definition from '../src/service.ts'

/** The application on {{test_database}}. */
export async function openApp() {
  const config = readConfig({
    DATABASE_URL: process.env.TEST_DATABASE_URL ?? '{{test_url}}',
    SECRET_KEYS: 'for tests alone: everybody may know this secret',
  })
  const logger = createLogger('silent')
  const { app, users, tokens, close } = await createService(definition, config, {
    logger,
    migrate: true,
  }).catch(withoutDatabase)

  return {
    anonymous: testClient(app),
    /** A client of a new user. */
    async signIn() {
      const user = await users.create({ username: randomUUID(), password: null })
      const { key } = await tokens.getOrCreate(user)
      return testClient(app, { headers: { Authorization: `Token ${key}` } })
    },
    [Symbol.asyncDispose]: close,
  }
}

/** One line instead of the stack of each test. */
function withoutDatabase(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error
  console.error(`The tests need {{test_database}}: ${error.reason}`)
  process.exit(1)
}
