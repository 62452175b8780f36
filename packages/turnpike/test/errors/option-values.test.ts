import { redisThrottleStore } from '@turnpike/redis'
import {
  checkService,
  createService,
  defaultService,
  defineService,
  readConfig,
  runService,
} from '@turnpike/service'
import { kyselyItems, kyselyStore, migrate, rotateTokens, sqliteDialect } from '@turnpike/sql'
import { testClient } from '@turnpike/testing'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  arrayItems,
  arrayStore,
  ConfigurationError,
  charField,
  createApi,
  cursorPagination,
  decimalField,
  emailField,
  integerField,
  jsonParser,
  limitOffsetPagination,
  listField,
  memorySessions,
  memoryThrottleStore,
  pageNumberPagination,
  pbkdf2,
  routes,
  standardPaginator,
  userRateThrottle,
} from '../../src/index.ts'
import { argon2id, serve } from '../../src/node/index.ts'
import { openApiView } from '../../src/openapi/index.ts'

const app = routes(createApi(), { '/': { get: () => new ApiResponse('') } })
const db = new Kysely<{ note: { id: number } }>({ dialect: sqliteDialect(new Sqlite(':memory:')) })
const config = readConfig({ DATABASE_URL: 'sqlite::memory:' })
const secrets = ['x'.repeat(32)]

/** What the compiler would refuse. */
const any = (options: object) => options as never

const misspelt: [name: string, call: () => unknown, meant: string][] = [
  ['arrayItems()', () => arrayItems([], any({ keys: 'pk' })), 'key'],
  ['arrayStore()', () => arrayStore([], any({ keys: 'pk' })), 'key'],
  ['charField()', () => charField(any({ max_length: 3 })), 'maxLength'],
  ['emailField()', () => emailField(any({ maxLenght: 3 })), 'maxLength'],
  ['integerField()', () => integerField(any({ maxvalue: 3 })), 'maxValue'],
  ['listField()', () => listField(charField(), any({ minlength: 3 })), 'minLength'],
  ['decimalField()', () => decimalField(any({ maxDigit: 3 })), 'maxDigits'],
  ['pbkdf2()', () => pbkdf2(any({ iteration: 1 })), 'iterations'],
  ['argon2id()', () => argon2id(any({ memmory: 1 })), 'memory'],
  ['kyselyItems()', () => kyselyItems(db, db.selectFrom('note'), any({ Key: 'id' })), 'key'],
  ['kyselyStore()', () => kyselyStore(db, 'note', any({ readkey: null })), 'readKey'],
  ['migrate()', () => migrate(db, {}, any({ secret: secrets })), 'secrets'],
  ['rotateTokens()', () => rotateTokens(db, secrets, any({ revokelost: true })), 'revokeLost'],
  ['sqliteDialect()', () => sqliteDialect(any({}), any({ openReaders: null })), 'openReader'],
  ['testClient()', () => testClient(app, any({ header: {} })), 'headers'],
  ['GET /', () => testClient(app).get('/', any({ header: {} })), 'headers'],
  ['runService()', () => runService(defaultService, any({ migrat: true })), 'migrate'],
  ['createService()', () => createService(defaultService, config, any({ loger: 1 })), 'logger'],
  ['checkService()', () => checkService(defaultService, config, any({ deplay: 1 })), 'deploy'],
  ['defineService()', () => defineService(any({ nam: 'x' })), 'name'],
  ['the info of the OpenAPI document', () => openApiView({}, any({ tittle: '' })), 'title'],
]

const invalid: [message: string, call: () => unknown][] = [
  [
    'maxLength of charField() must be a whole number of at least 0, not "8".',
    () => charField(any({ maxLength: '8' })),
  ],
  ['trim of charField() must be true or false, not 1.', () => charField(any({ trim: 1 }))],
  ['maxValue of integerField() must be', () => integerField({ maxValue: 0.5 })],
  ['maxDigits of decimalField() must be', () => decimalField(any({ decimalPlaces: 2 }))],
  ['maxDepth of jsonParser() must be', () => jsonParser({ maxDepth: 0 })],
  ['maxKeys of memoryThrottleStore() must be', () => memoryThrottleStore({ maxKeys: 0 })],
  [
    'maxSessions of memorySessions() must be',
    () => memorySessions(any({ users: {}, maxSessions: 0 })),
  ],
  ['orphans of standardPaginator() must be', () => standardPaginator({ orphans: -1 })],
  ['maxOffset of limitOffsetPagination() must be', () => limitOffsetPagination({ maxOffset: -1 })],
  ['maxPageSize of cursorPagination() must be', () => cursorPagination({ maxPageSize: 0 })],
  ['count of pageNumberPagination() must be', () => pageNumberPagination(any({ count: 'all' }))],
  ['rate of userRateThrottle() must be', () => userRateThrottle({ rate: 'often' })],
  [
    'onFailure of redisThrottleStore() must be one of open, closed, not "shut".',
    () => redisThrottleStore(any({}), any({ onFailure: 'shut' })),
  ],
  [
    'gracePeriodSeconds of serve() must be a number of seconds from 0 to 2147483, not -1.',
    () => serve(app, { gracePeriodSeconds: -1 }),
  ],
  ['maxConnections of serve() must be', () => serve(app, { maxConnections: 0 })],
  [
    'connectionTimeoutMillis of sqliteDialect() must be',
    () => sqliteDialect(any({}), { connectionTimeoutMillis: Number.NaN }),
  ],
]

/** What the call throws, or rejects with. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call()
    return null
  } catch (error) {
    return error
  }
}

describe('the options of functions', () => {
  it.each(misspelt)(
    'a misspelt option of %s is refused with what was meant',
    async (name, call, meant) => {
      const error = await errorOf(call)
      expect(error).toBeInstanceOf(ConfigurationError)
      expect((error as Error).message).toMatch(/^Unknown option \w+ of /)
      expect((error as Error).message).toContain(` of ${name}. Did you mean ${meant}?`)
    },
  )

  it.each(invalid)('an invalid value is refused: %s', async (message, call) => {
    const error = await errorOf(call)
    expect(error).toBeInstanceOf(ConfigurationError)
    expect((error as Error).message).toContain(message)
  })
})
