import type { TestClient } from '@turnpike/testing'
import type { Account, NewUser } from 'turnpike'
import { importedPackage } from 'turnpike/kit'
import { readConfig } from '../config.ts'
import { createService, type Service } from '../create-service.ts'
import type { AnyService } from '../define-service.ts'
import { ownDatabase } from './own-database.ts'

/** A service under test. `await using` closes it, and drops its database. */
export interface TestService extends Service, AsyncDisposable {
  /** Sends requests without credentials. */
  readonly anonymous: TestClient
  /**
   * Sends requests with the token of a user: of an account, or of the user of this name, who is
   * made if there is none, without a password.
   *
   * @param fields of a user who is made: `{ isStaff: true }`.
   */
  as(
    user: Account | string,
    fields?: Partial<Omit<NewUser, 'username' | 'password'>>,
  ): Promise<TestClient>
}

/**
 * Opens a service on an empty, migrated database of its own, which is gone at the end:
 *
 * ```ts
 * await using service = await testService(definition, { PAGE_SIZE: '2' })
 * const ann = await service.as('ann')
 * await ann.get('/notes/')
 * ```
 *
 * On PostgreSQL it is a new database of the server in `DATABASE_URL`, copied from one that was
 * migrated once and is kept there for later tests: `turnpike_template_…`.
 *
 * @param environment the variables of the service. Nothing else of the environment counts. Default
 *   SQLite in memory, a secret for tests, and no log. What is undefined is left out.
 * @throws ConfigurationError when a variable is invalid, the server cannot be reached, or
 *   `@turnpike/testing` is not installed.
 */
export async function testService(
  definition: AnyService,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<TestService> {
  const testing = import('@turnpike/testing')
  const { testClient } = await importedPackage(testing, '@turnpike/testing@0.1', 'testService()')
  const variables = {
    SECRET_KEYS: 'for tests alone: everybody may know this secret',
    LOG_LEVEL: 'silent',
    ...environment,
  }
  const database = await ownDatabase(definition, readConfig(variables))
  const config = readConfig({ ...variables, DATABASE_URL: database.url })
  const service = await createService(definition, config, { migrate: true }).catch(
    async (error: unknown) => {
      await database.drop()
      throw error
    },
  )
  const { app, users, tokens } = service
  const clientOf = async (account: Account) => {
    const { key } = await tokens.getOrCreate(account)
    return testClient(app, { headers: { Authorization: `Token ${key}` } })
  }

  return {
    ...service,
    anonymous: testClient(app),
    async as(user, fields = {}) {
      if (typeof user !== 'string') return clientOf(user)
      const found = await users.find(user)
      const made = found ?? users.create({ ...fields, username: user, password: null })
      // It may have been made meanwhile: tests send requests at once.
      return clientOf(
        await Promise.resolve(made).catch(async (error: unknown) => {
          const account = await users.find(user)
          if (account === null) throw error
          return account
        }),
      )
    },
    async [Symbol.asyncDispose]() {
      await service.close()
      await database.drop()
    },
  }
}
