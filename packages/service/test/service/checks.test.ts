import {
  chmodSync,
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DpopUse } from '@turnpike/jwt'
import { introspectionAuthentication } from '@turnpike/jwt/oauth'
import { kyselyAccounts, kyselyStore, migrate } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { metricsView } from '@turnpike/telemetry/metrics'
import { secrets } from '@turnpike/test-support/secrets.ts'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  type Account,
  ApiResponse,
  allOf,
  allowAny,
  anyOf,
  apiKeyAuthentication,
  arrayItems,
  basicAuthentication,
  createApi,
  cursorPagination,
  isAdminUser,
  isAuthenticated,
  isAuthenticatedOrReadOnly,
  isUnscoped,
  type ListViewOptions,
  loginView,
  memoryIdempotencyStore,
  obtainToken,
  type Permission,
  requireScope,
  routes,
  type Settings,
  scopedRateThrottle,
  sessionAuthentication,
  type Throttle,
  tokenAuthentication,
  userRateThrottle,
} from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { seed } from '../../../../examples/notes/seed.ts'
import exampleNotes from '../../../../examples/notes/service.ts'
import { checkService } from '../../src/service/check-service.ts'
import { readConfig } from '../../src/service/config.ts'
import { createService } from '../../src/service/create-service.ts'
import { type AnyService, defineService } from '../../src/service/define-service.ts'

/** A production in which all is well. */
const good = {
  SECRET_KEYS: secrets.join(),
  BASE_URL: 'https://api.example.com',
  TRUSTED_PROXIES: '10.0.0.1',
}

const notes: Record<string, Migration> = {
  '0001_note': {
    async up(db) {
      await db.schema
        .createTable('note')
        .addColumn('id', 'integer', (id) => id.primaryKey())
        .addColumn('created', 'text', (created) => created.notNull())
        .addColumn('title', 'text', (title) => title.notNull())
        .execute()
      await db.schema.createIndex('note_created').on('note').columns(['created', 'id']).execute()
    },
  },
}

interface Tables {
  note: { id: number; created: string; title: string }
}

/** A service with a login page, a token endpoint and a list. */
const serviceWith = (settings: Settings = {}, list: Partial<ListViewOptions<unknown>> = {}) =>
  defineService<Tables>({
    name: 'notes',
    migrations: notes,
    app({ db, users, tokens, sessions, settings: environment }) {
      const api = createApi({
        DEFAULT_AUTHENTICATION_CLASSES: [
          tokenAuthentication({ tokens }),
          basicAuthentication({ users }),
          sessionAuthentication({ sessions }),
        ],
        PAGE_SIZE: 10,
        ...settings,
        ...environment,
      })
      return routes(api, {
        '/login/': loginView({ users, sessions }),
        '/token/': obtainToken({ users, tokens }),
        '/notes/': api.listView({
          store: kyselyStore(db, 'note'),
          pagination: cursorPagination(),
          ...(list as object),
        }),
      })
    },
  })

async function open({ isMigrated = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const url = `sqlite:${join(folder, 'notes.db')}`
  const { db, close } = openDatabase(url)
  if (isMigrated) await migrate(db, notes)
  await close()

  const check = (
    env: Record<string, string> = {},
    definition: AnyService = serviceWith(),
    deploy = true,
  ) => checkService(definition, readConfig({ DATABASE_URL: url, ...good, ...env }), { deploy })
  const idsOf = async (...parameters: Parameters<typeof check>) =>
    (await check(...parameters)).map(({ id }) => id)
  return { folder, url, check, idsOf }
}

describe('the checks of a service', () => {
  it('the checks find nothing in a healthy service, and create no file', async () => {
    const { folder, check } = await open()

    expect(await check()).toEqual([])
    expect(await check({}, serviceWith(), false)).toEqual([])
    expect(readdirSync(folder)).toEqual(['notes.db'])
  })

  it('the checks report what is wrong and what to change', async () => {
    const { check } = await open()

    for (const finding of await check({ LOG_LEVEL: 'debug', BASE_URL: '', WORKERS: '4' })) {
      expect(finding).toEqual({
        id: expect.stringMatching(/^[a-z]+\.[a-z]+$/),
        severity: expect.stringMatching(/^(error|warning)$/),
        message: expect.stringMatching(/^[A-Z/].*\.$/),
        remedy: expect.stringMatching(/\w/),
      })
    }
  })

  it('the checks report nothing about production unless asked to', async () => {
    const { idsOf } = await open()
    const bad = { SECRET_KEYS: '', BASE_URL: '', TRUSTED_PROXIES: '', LOG_LEVEL: 'debug' }

    expect(await idsOf(bad, serviceWith(), false)).toEqual([])
    expect(await idsOf(bad)).toEqual([
      'secrets.missing',
      'transport.cookies',
      'transport.plain',
      'hosts.open',
      'logging.verbose',
    ])
  })
})

describe('database.unreachable', () => {
  it('database.unreachable reports a missing file, and creates none', async () => {
    const { folder, check } = await open()
    const missing = `sqlite:${join(folder, 'other.db')}`

    const [found, ...others] = await check({ DATABASE_URL: missing })

    expect(found).toMatchObject({ id: 'database.unreachable', severity: 'error' })
    expect(found?.message).toContain('other.db does not exist')
    expect(found?.remedy).toBe(
      'Correct DATABASE_URL, or create the database with turnpike migrate.',
    )
    expect(others).toEqual([])
    expect(readdirSync(folder)).toEqual(['notes.db'])
  })

  it('database.unreachable reports a server that does not answer, without its password', async () => {
    const { check } = await open()
    const [found] = await check({ DATABASE_URL: 'postgres://ann:hunter2@127.0.0.1:1/notes' })

    expect(found?.id).toBe('database.unreachable')
    expect(found?.remedy).toContain('createdb')
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })
})

describe('redis.unreachable', () => {
  const there = 'redis://ann:hunter2@127.0.0.1:1'

  it('redis.unreachable names the variable of each store whose Redis does not answer', async () => {
    const { check } = await open()
    const found = await check({ SESSION_STORE_URL: there, THROTTLE_STORE_URL: there })

    expect(found.map(({ id, severity }) => [id, severity])).toEqual([
      ['redis.unreachable', 'error'],
      ['redis.unreachable', 'error'],
    ])
    expect(found[0]?.message).toBe(
      'The Redis of SESSION_STORE_URL, redis://…@127.0.0.1:1, cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
    )
    expect(found[1]?.remedy).toBe('Correct THROTTLE_STORE_URL, or start the server.')
  })

  it('redis.unreachable is about the positions of writes only if there are replicas', async () => {
    const { check } = await open()
    const positions = { DATABASE_REPLICA_POSITIONS: there }

    expect(await check(positions)).toEqual([])
    const replica = 'postgres://127.0.0.1:1/notes'
    const [found] = await check({ ...positions, DATABASE_REPLICA_URLS: replica })
    expect(found?.message).toContain('DATABASE_REPLICA_POSITIONS')
  })
})

describe('accounts.demo', () => {
  const demonstration = { deploy: true } as const

  it('accounts.demo reports a user of the example whose password stands in its source', async () => {
    const { url } = await open({ isMigrated: false })
    const config = readConfig({ DATABASE_URL: url, ...good })
    const { db, users, close } = await createService(exampleNotes, config, { migrate: true })
    onTestFinished(close)
    const found = async () => {
      const findings = await checkService(exampleNotes, config, demonstration)
      return findings.filter(({ id }) => id === 'accounts.demo').map(({ remedy }) => remedy)
    }
    const user = await seed(db, users)
    expect(await found()).toEqual([
      'Run turnpike change-password, or turnpike deactivate, for demo, ann, ben.',
    ])

    const others = [await users.find('ann'), await users.find('ben')] as [Account, Account]
    await users.setPassword(user, 'a secret of the deployer')
    await users.setActive(others[0], false)
    await users.setPassword(others[1], null)
    expect(await found()).toEqual([])
  })

  it('accounts.demo ignores a user of that name with another password', async () => {
    const { url, idsOf } = await open()
    const { db, close } = openDatabase(url)
    const { users } = kyselyAccounts(db, { secrets })
    await users.create({ username: 'demo', password: 'another-password' })
    await users.create({ username: 'ann', password: 'demo-password' })
    await close()

    expect(await idsOf()).toEqual([])
  })
})

it('database.damaged is a file in which something has written', async () => {
  const { folder, url, check } = await open()
  const { db, close } = openDatabase(url)
  const body = { created: '2026-01-01', title: 'x'.repeat(3000) }
  await (db as Kysely<Tables>)
    .insertInto('note')
    .values(Array.from({ length: 50 }, (_, id) => ({ id, ...body })))
    .execute()
  await close()
  expect(await check()).toEqual([])

  const file = openSync(join(folder, 'notes.db'), 'r+')
  const half = Math.floor(fstatSync(file).size / 2 / 4096) * 4096
  writeSync(file, Buffer.alloc(8192, 0xa5), 0, 8192, half)
  closeSync(file)

  const [found, ...others] = await check()
  expect(found).toMatchObject({ id: 'database.damaged', severity: 'error' })
  expect(others).toEqual([])
})

describe('database.migrations', () => {
  it('database.migrations reports a database that lacks migrations', async () => {
    const { check } = await open({ isMigrated: false })
    const findings = await check()

    expect(findings.map(({ id }) => id)).toEqual(['database.migrations'])
    expect(findings[0]?.message).toContain('0001_note')
    expect(findings[0]?.remedy).toContain('turnpike migrate')
  })

  it('database.migrations reports a database of a later version', async () => {
    const { check } = await open()
    const older = { ...serviceWith(), migrations: {} }

    expect((await check({}, older))[0]?.message).toContain('of a later version: 0001_note')
  })
})

it('database.replicas is about workers that do not know of the writes of others', async () => {
  const { idsOf } = await open()
  const replicas = { WORKERS: '2', DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:1/none' }

  expect(await idsOf(replicas)).toContain('database.replicas')
  const known = [{ WORKERS: '1' }, { DATABASE_REPLICA_POSITIONS: 'header' }]
  for (const other of known) {
    expect(await idsOf({ ...replicas, ...other })).not.toContain('database.replicas')
  }
})

it('database.memory is one that does not last', async () => {
  const { idsOf } = await open()
  const memory = { DATABASE_URL: 'sqlite::memory:' }

  expect(await idsOf(memory)).toContain('database.memory')
  expect(await idsOf(memory, serviceWith(), false)).not.toContain('database.memory')
})

it.skipIf(process.platform === 'win32')(
  'files.readable is a database or a secret that others can read',
  async () => {
    const { folder, check, idsOf } = await open()
    const path = join(folder, 'notes.db')
    writeFileSync(`${path}.secret`, 'x'.repeat(32), { mode: 0o600 })
    expect(await idsOf({}, serviceWith(), false)).toEqual([])

    chmodSync(path, 0o640)
    chmodSync(`${path}.secret`, 0o604)

    const findings = await check({}, serviceWith(), false)
    expect(findings.map(({ remedy }) => remedy)).toEqual([
      `chmod 600 ${path}`,
      `chmod 600 ${path}.secret`,
    ])
  },
)

it('secrets.missing warns of a secret beside the database', async () => {
  const { check } = await open()
  expect(await check({ SECRET_KEYS: '' })).toMatchObject([
    { id: 'secrets.missing', severity: 'warning' },
  ])
  const onServer = await check({ SECRET_KEYS: '', DATABASE_URL: 'postgres://127.0.0.1:1/notes' })
  expect(onServer).toContainEqual(
    expect.objectContaining({ id: 'secrets.missing', severity: 'error' }),
  )
})

describe('secrets.wrong', () => {
  async function openWithToken() {
    const opened = await open()
    const { db, close } = openDatabase(opened.url)
    const { users, tokens } = kyselyAccounts(db, { secrets })
    await tokens.getOrCreate(await users.create({ username: 'ann', password: null }))
    await close()
    return opened
  }

  it('secrets.wrong reports secrets that do not open the tokens, or no secrets where there are tokens', async () => {
    const { idsOf } = await openWithToken()

    expect(await idsOf()).toEqual([])
    expect(await idsOf({ SECRET_KEYS: 'x'.repeat(32) })).toEqual(['secrets.wrong'])
    expect(await idsOf({ SECRET_KEYS: '' }, serviceWith(), false)).toEqual(['secrets.wrong'])
  })

  it('secrets.wrong reports a file that holds too little', async () => {
    const { folder, check } = await openWithToken()
    writeFileSync(join(folder, 'notes.db.secret'), 'short', { mode: 0o600 })

    const [found] = await check({ SECRET_KEYS: '' }, serviceWith(), false)

    expect(found).toMatchObject({ id: 'secrets.wrong' })
    expect(found?.message).toContain('at least 32 random characters')
  })
})

describe('transport', () => {
  it('cookies are not secure without a trusted proxy that says https', async () => {
    const { check } = await open()
    const findings = await check({ TRUSTED_PROXIES: '' })

    expect(findings).toMatchObject([{ id: 'transport.cookies', severity: 'error' }])
    expect(findings[0]?.message).toContain('/login/, /token/, /notes/')
  })

  it.each([{ BASE_URL: 'http://api.example.com' }, { BASE_URL: '', TRUSTED_PROXIES: '' }])(
    'plain credentials travel when nothing says that TLS is in front: %j',
    async (env) => {
      const { idsOf } = await open()
      expect(await idsOf(env)).toContain('transport.plain')
    },
  )

  it('transport checks ignore views without credentials', async () => {
    const { idsOf } = await open()
    const open_ = defineService<Tables>({
      name: 'open',
      migrations: notes,
      app: ({ settings }) => routes(createApi(settings), { '/': { get: () => new Response() } }),
    })
    expect(await idsOf({ TRUSTED_PROXIES: '', BASE_URL: 'http://api.test' }, open_)).toEqual([])
  })
})

describe('hosts.open', () => {
  it.each<[Record<string, string>, boolean]>([
    [{ BASE_URL: '' }, true],
    [{ BASE_URL: '', ALLOWED_HOSTS: '*' }, true],
    [{ BASE_URL: '', ALLOWED_HOSTS: 'api.example.com' }, false],
    [{}, false],
  ])('hosts.open reports %j: %j', async (env, isFound) => {
    const { idsOf } = await open()
    expect((await idsOf(env)).includes('hosts.open')).toBe(isFound)
  })

  it('knows what the application sets itself', async () => {
    const { idsOf } = await open()
    const named = serviceWith({ ALLOWED_HOSTS: ['api.example.com'] })
    expect(await idsOf({ BASE_URL: '' }, named)).not.toContain('hosts.open')
  })
})

describe('throttling', () => {
  it('throttling.credentials reports passwords without a limit', async () => {
    const { check } = await open()
    const unbounded = serviceWith({ FAILED_CREDENTIALS_RATES: { address: null, username: null } })

    const findings = await check({}, unbounded)

    expect(findings).toMatchObject([{ id: 'throttling.credentials', severity: 'error' }])
    expect(findings[0]?.message).toContain('/login/, /token/.')
  })

  it('throttling.memory reports several workers', async () => {
    const { idsOf } = await open()

    expect(await idsOf({ WORKERS: '1' })).toEqual([])
    expect(await idsOf({ WORKERS: '4' })).toEqual(['throttling.memory'])
    expect(await idsOf({ WORKERS: '4', THROTTLE_STORE_URL: 'database' })).toEqual([])
  })

  it('replays.memory reports several workers that remember used proofs separately', async () => {
    const { idsOf } = await open()
    const shared = { remember: () => true }
    const withProofs = (dpop?: DpopUse) =>
      serviceWith({
        DEFAULT_AUTHENTICATION_CLASSES: [
          introspectionAuthentication({
            endpoint: 'https://issuer.example.com/introspect',
            client: { id: 'api', secret: 'a secret' },
            audience: null,
            userOf: () => null,
            ...(dpop !== undefined && { dpop }),
          }),
        ],
      })
    const env = { WORKERS: '4', THROTTLE_STORE_URL: 'database' }
    expect(await idsOf(env, withProofs('allowed'))).toContain('replays.memory')
    expect(await idsOf({ ...env, WORKERS: '1' }, withProofs('allowed'))).not.toContain(
      'replays.memory',
    )
    expect(await idsOf(env, withProofs({ replays: shared }))).not.toContain('replays.memory')
    expect(await idsOf(env, withProofs())).not.toContain('replays.memory')
  })

  it('idempotency.memory reports several workers that keep keys of repeats separately', async () => {
    const { check, idsOf } = await open()
    const withKeys = (settings: Settings, idempotent = true) =>
      defineService({
        name: 'keyed',
        migrations: notes,
        app: ({ settings: environment }) => {
          const api = createApi({ ...environment, ...settings })
          const post = () => new ApiResponse('answered')
          const view = api.view({ idempotent, permissions: [allowAny], post })
          return routes(api, { '/keyed/': view })
        },
      })
    const inMemory = { IDEMPOTENCY_STORE: memoryIdempotencyStore() }
    const env = { WORKERS: '4', THROTTLE_STORE_URL: 'database' }

    expect(await check(env, withKeys(inMemory))).toMatchObject([
      { id: 'idempotency.memory', severity: 'error', message: expect.stringContaining('/keyed/') },
    ])
    expect(await idsOf({ ...env, WORKERS: '1' }, withKeys(inMemory))).toEqual([])
    expect(await idsOf(env, withKeys(inMemory, false))).toEqual([])
    expect(await idsOf(env, withKeys({}))).toEqual([])
  })
})

it('explanations.on is a service that explains refusals to clients', async () => {
  const { idsOf } = await open()
  expect(await idsOf({ EXPLAIN_REFUSALS: 'true' })).toEqual(['explanations.on'])
  expect(await idsOf({}, serviceWith({ EXPLAIN_REFUSALS: true }))).toEqual(['explanations.on'])
  expect(await idsOf({ EXPLAIN_REFUSALS: 'false' })).toEqual([])
})

it('logging.verbose is a log for finding errors', async () => {
  const { idsOf } = await open()
  expect(await idsOf({ LOG_LEVEL: 'trace' })).toEqual(['logging.verbose'])
  expect(await idsOf({ LOG_LEVEL: 'warn' })).toEqual([])
})

it('authentication.order is a first scheme without a challenge before one that has it', async () => {
  const { check } = await open()
  const sessionFirst = defineService<Tables>({
    name: 'order',
    migrations: notes,
    app: ({ sessions, tokens, settings }) =>
      routes(
        createApi({
          DEFAULT_AUTHENTICATION_CLASSES: [
            sessionAuthentication({ sessions }),
            tokenAuthentication({ tokens }),
          ],
          ...settings,
        }),
        {
          '/': { get: () => new Response() },
          '/browsers-only/': {
            authentication: [sessionAuthentication({ sessions })],
            get: () => new Response(),
          },
        },
      ),
  })

  const findings = await check({}, sessionFirst, false)

  expect(findings).toMatchObject([{ id: 'authentication.order', severity: 'warning' }])
  expect(findings[0]?.message).toContain('challenge at /:')
})

describe('lists.scope', () => {
  it('lists.scope reports a list that shows items which its permissions check one by one', async () => {
    const { check } = await open()
    const rule: Permission = { hasPermission: () => true, hasObjectPermission: () => false }
    const scoped: Permission = {
      ...rule,
      scope: () => ({ field: 'title', operator: '=', value: 'a' }),
    }
    const findingsOf = (permissions: readonly Permission[]) =>
      check({}, serviceWith({}, { items: arrayItems([]), permissions }), false)

    const findings = await findingsOf([rule])
    expect(findings).toMatchObject([{ id: 'lists.scope', severity: 'warning' }])
    expect(findings[0]?.message).toContain('/notes/')
    expect(findings[0]?.remedy).toContain('scope: null')
    expect(await findingsOf([anyOf(scoped, rule)])).toMatchObject([{ id: 'lists.scope' }])
    expect(await findingsOf([{ ...rule, scope: null }])).toEqual([])
  })
})

describe('lists.order', () => {
  it('lists.order reports an order without an index', async () => {
    const { check } = await open()
    const byTitle = serviceWith({}, { pagination: cursorPagination({ ordering: 'title' }) })

    const findings = await check({}, byTitle, false)

    expect(findings).toMatchObject([{ id: 'lists.order', severity: 'warning' }])
    expect(findings[0]?.message).toContain('/notes/')
    expect(findings[0]?.remedy).toContain('title')
  })

  it('lists.order reports each field that clients may choose, once', async () => {
    const { check } = await open()
    const chosen = serviceWith(
      {},
      {
        orderingFilter: { fields: ['created', 'title', 'id'], default: ['-title'] },
      },
    )

    const findings = await check({}, chosen, false)

    expect(findings.map(({ remedy }) => remedy)).toEqual([expect.stringContaining('on title and')])
  })

  it('lists.order ignores items that depend on the request', async () => {
    const { check } = await open()
    const dependent = serviceWith(
      {},
      { items: () => Promise.reject(new Error('Nobody asks.')), pagination: cursorPagination() },
    )
    expect(await check({}, dependent, false)).toEqual([])
  })
})

it('views.broken is an application that cannot be built, and hides nothing else', async () => {
  const { check } = await open()
  const misspelt = defineService<Tables>({
    name: 'misspelt',
    migrations: notes,
    app: ({ settings }) =>
      routes(createApi(settings), { '/': { permision: [], get: () => new Response() } as object }),
  })

  const findings = await check({ LOG_LEVEL: 'trace' }, misspelt)

  expect(findings).toMatchObject([
    { id: 'views.broken', severity: 'error' },
    { id: 'logging.verbose', severity: 'warning' },
  ])
  expect(findings[0]?.message).toMatch(/permision.*permissions/s)
})

it('languages.missing is a language of an API with texts that are English', async () => {
  const { check } = await open()
  const inSwedish = defineService<Tables>({
    name: 'swedish',
    migrations: notes,
    app: ({ settings }) =>
      routes(
        createApi({
          ...settings,
          LANGUAGES: ['en', 'de', 'sv'],
          TRANSLATIONS: { sv: { 'Not found.': 'Hittades inte.' } },
        }),
        { '/': { get: () => new Response() } },
      ),
  })

  const findings = await check({}, inSwedish, false)

  expect(findings).toMatchObject([{ id: 'languages.missing', severity: 'warning' }])
  expect(findings[0]?.message).toMatch(/^\d+ of \d+ texts of errors are English for sv: "/)
  expect(findings[0]?.message).not.toContain('Not found.')
})

it('views.unknown is an application that routes() has not made', async () => {
  const { check } = await open()
  const other = defineService({
    name: 'other',
    migrations: notes,
    app: () => ({ fetch: () => new Response() }),
  })
  expect(await check({}, other, false)).toMatchObject([
    { id: 'views.unknown', severity: 'warning' },
  ])
})

it('metrics.public is a view of metrics that everybody can read', async () => {
  const { check } = await open()
  const withMetrics = (permission: Permission) =>
    defineService({
      name: 'counted',
      migrations: notes,
      app: ({ settings }) =>
        routes(createApi(settings), {
          '/metrics/': metricsView({
            metrics: { text: async () => '' },
            permissions: [permission],
          }),
        }),
    })
  const idsOf = async (permission: Permission) =>
    (await check({}, withMetrics(permission), true)).map(({ id }) => id)

  expect(await idsOf(allowAny)).toContain('metrics.public')
  expect(await idsOf(isAuthenticated)).not.toContain('metrics.public')
})

it('metrics.exposed is a METRICS_HOST beyond this machine', async () => {
  const { idsOf } = await open()

  expect(await idsOf({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toContain(
    'metrics.exposed',
  )
  for (const host of ['127.0.0.1', '127.0.0.2', '::1', 'localhost']) {
    expect(await idsOf({ METRICS_PORT: '9464', METRICS_HOST: host })).toEqual([])
  }
  expect(await idsOf({ METRICS_HOST: '0.0.0.0' })).toEqual([])
})

describe('views that anybody may write to', () => {
  const writable = (view: object, settings: Settings = {}) =>
    defineService({
      name: 'open',
      migrations: notes,
      app: ({ settings: environment }) => {
        const api = createApi({ ...settings, ...environment })
        return routes(api, { '/open/': api.view({ get: answer, ...view }) })
      },
    })
  const answer = () => new ApiResponse('answered')
  const own: Permission = { hasPermission: () => true }

  it.each([
    ['a view that has forgotten its permissions', { post: answer }, {}],
    ['a view without permissions', { delete: answer, permissions: [] }, {}],
    ['another method that writes', { methods: { PROPPATCH: answer } }, {}],
    ['open settings', { put: answer }, { DEFAULT_PERMISSION_CLASSES: [allowAny] }],
    ['a permission that allows everybody', { patch: answer, permissions: [anyOf(allowAny)] }, {}],
  ])('views.writable reports %s, with and without --deploy', async (_, view, settings) => {
    const { check, idsOf } = await open()

    expect(await idsOf({}, writable(view, settings), false)).toEqual(['views.writable'])
    expect(await check({}, writable(view, settings))).toContainEqual(
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining('/open/') }),
    )
  })

  it.each([
    ['a view that is only read', {}],
    ['allowAny of the view itself: it is meant', { post: answer, permissions: [allowAny] }],
    ['a copy of allowAny', { post: answer, permissions: [{ ...allowAny, name: 'isMeant' }] }],
    ['a permission that asks for a user', { post: answer, permissions: [isAuthenticated] }],
    ["a permission of the application's own", { post: answer, permissions: [own] }],
    ['reading for everybody', { post: answer, permissions: [isAuthenticatedOrReadOnly] }],
  ])('views.writable does not report %s', async (_, view) => {
    const { idsOf } = await open()

    expect(await idsOf({}, writable(view), false)).toEqual([])
  })
})

describe('deprecated views', () => {
  const deprecatedAt = (sunset: string | null) =>
    defineService({
      name: 'old',
      migrations: notes,
      app: ({ settings }) => {
        const api = createApi(settings)
        const get = () => new ApiResponse('answered')
        const deprecated = { since: '2020-01-01', sunset }
        return routes(api, { '/v1/': api.view({ get, permissions: [allowAny], deprecated }) })
      },
    })

  it('views.sunset reports a view that answers after its sunset', async () => {
    const { idsOf } = await open()

    expect(await idsOf({}, deprecatedAt('2021-01-01'))).toEqual(['views.sunset'])
    expect(await idsOf({}, deprecatedAt('9999-01-01'))).toEqual([])
    expect(await idsOf({}, deprecatedAt(null))).toEqual([])
  })
})

describe('views behind others', () => {
  const withPaths = (...paths: readonly string[]) =>
    defineService({
      name: 'paths',
      migrations: notes,
      app: ({ settings }) => {
        const api = createApi(settings)
        const view = () => api.view({ get: () => new ApiResponse('hi'), permissions: [allowAny] })
        return routes(api, Object.fromEntries(paths.map((path) => [path, view()])))
      },
    })

  it('views.shadowed reports a view that no request reaches', async () => {
    const { check } = await open()
    const reported = async (...paths: readonly string[]) =>
      (await check({}, withPaths(...paths))).map(({ id, message }) => [id, message])

    expect(await reported('/a/:id/', '/a/new/')).toEqual([
      [
        'views.shadowed',
        'No request reaches the view at /a/new/: /a/:id/ comes before it and matches, too.',
      ],
    ])
    expect(await reported('/a/:id/', '/a/:pk/')).toMatchObject([
      ['views.shadowed', expect.stringContaining('/a/:pk/')],
    ])
    expect(await reported('/a/*', '/a/b/', '/c/')).toMatchObject([
      ['views.shadowed', expect.stringContaining('/a/b/')],
    ])
  })

  it('views.shadowed reports no view that some request reaches', async () => {
    const { idsOf } = await open()
    const paths = [
      '/a/new',
      '/a/new/',
      '/a/:id/',
      '/a/:id/:part?',
      '/a/*',
      '/b/:id{[0-9]+}/',
      '/b/:name/',
    ]
    expect(await idsOf({}, withPaths(...paths, '/', '/A/new/'))).toEqual([])
  })
})

describe('the throttle scope of a view', () => {
  const withThrottles = (throttles: readonly Throttle[]) =>
    defineService({
      name: 'throttles',
      migrations: notes,
      app: ({ users, sessions, settings }) => {
        const rates = { DEFAULT_THROTTLE_RATES: { login: '5/min' } }
        const defaults = { DEFAULT_THROTTLE_CLASSES: [scopedRateThrottle()] }
        const api = createApi({ ...settings, ...rates, ...defaults })
        const login = loginView({ users, sessions, throttles, throttleScope: 'login' })
        const view = api.view({ get: () => new ApiResponse('hi'), throttleScope: 'login' })
        return routes(api, { '/login/': login, '/hi/': view })
      },
    })

  it('throttling.scope reports a view of which no throttle reads the throttleScope', async () => {
    const { check } = await open()
    const reported = async (...throttles: readonly Throttle[]) =>
      (await check({}, withThrottles(throttles)))
        .filter(({ id }) => id === 'throttling.scope')
        .map(({ message }) => message)

    const message =
      'Login at /login/: no throttle of the view reads its throttleScope login, so it limits nothing.'
    expect(await reported()).toEqual([message])
    expect(await reported(userRateThrottle({ rate: '5/min' }))).toEqual([message])
    expect(await reported(scopedRateThrottle())).toEqual([])
    expect(await reported({ allowRequest: () => ({ allowed: true, wait: null }) })).toEqual([])
  })
})

describe('views that take credentials with scopes', () => {
  const withKeys = (permissions: readonly Permission[], own: Partial<Settings> = {}) =>
    defineService({
      name: 'keys',
      migrations: notes,
      app: ({ keys, settings }) => {
        const api = createApi({
          DEFAULT_AUTHENTICATION_CLASSES: [apiKeyAuthentication({ keys })],
          ...settings,
          ...own,
        })
        const get = () => new ApiResponse('answered')
        return routes(api, { '/keys/': api.view({ get, permissions }) })
      },
    })
  const own: Permission = { hasPermission: () => true }

  it.each([
    ['isAuthenticated', [isAuthenticated]],
    ['isAdminUser', [isAdminUser]],
    ['a combination without a scope', [allOf(isAuthenticated, isAdminUser)]],
  ])('credentials.unscoped reports a view with %s alone', async (_, permissions) => {
    const { idsOf } = await open()

    expect(await idsOf({}, withKeys(permissions))).toEqual(['credentials.unscoped'])
    expect(await idsOf({}, withKeys(permissions), false)).toEqual([])
  })

  it('credentials.unscoped reports nothing where scopes must be declared', async () => {
    const { idsOf } = await open()

    const declared = withKeys([isAuthenticated], { SCOPED_CREDENTIALS: 'declared' })
    expect(await idsOf({}, declared)).toEqual([])
  })

  it.each([
    ['requireScope', [isAuthenticated, requireScope('notes:read')]],
    ['isUnscoped', [isUnscoped]],
    ['a combination of both', [anyOf(isUnscoped, requireScope('notes:read'))]],
    ["a permission of the application's own", [isAuthenticated, own]],
    ['nobody to ask for', [allowAny]],
  ])('credentials.unscoped does not report a view with %s', async (_, permissions) => {
    const { idsOf } = await open()

    expect(await idsOf({}, withKeys(permissions))).toEqual([])
  })
})
