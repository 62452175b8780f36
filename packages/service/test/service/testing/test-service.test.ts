import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { identity, kyselyStore } from '@turnpike/sql'
import { factory } from '@turnpike/testing'
import type { Generated } from 'kysely'
import { Client } from 'pg'
import {
  charField,
  createApi,
  isAdminUser,
  isAuthenticated,
  routes,
  tokenAuthentication,
} from 'turnpike'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { postgresMissing, postgresUrl } from '../../../../../test/support/postgres.ts'
import { defineService } from '../../../src/service/index.ts'
import { testService } from '../../../src/service/testing/index.ts'

interface Tables {
  thing: { id: Generated<number>; title: string }
}

/** A name of its own, so that its templates are not those of other runs. */
const name = `things-${process.pid}`

const definition = defineService<Tables>({
  name,
  migrations: {
    '0001_thing': {
      up: (db) =>
        db.schema
          .createTable('thing')
          .addColumn('id', 'integer', identity(db))
          .addColumn('title', 'varchar(20)', (title) => title.notNull())
          .execute(),
    },
  },
  app({ db, tokens, settings }) {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
      ...settings,
    })
    const store = kyselyStore(db, 'thing')
    return routes(api, {
      '/things/': api.listView({ store, schema }),
      '/staff/': api.view({ permissions: [isAdminUser], get: () => new Response('staff') }),
    })
  },
})
const schema = z.object({ title: charField({ maxLength: 20 }) })

const databases = [
  { on: 'SQLite', url: undefined, isMissing: false },
  { on: 'PostgreSQL', url: postgresUrl, isMissing: postgresMissing !== null },
]

async function asAdministrator<Row>(statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows as Row[]
}

afterAll(async () => {
  if (postgresMissing !== null) return
  const prefix = `turnpike_template_${createHash('sha256').update(name).digest('hex').slice(0, 12)}_`
  const templates = await asAdministrator<{ datname: string }>(
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  )
  expect(templates).toHaveLength(1)
  for (const { datname } of templates) await asAdministrator(`drop database ${datname}`)
})

describe.each(databases)('testService on $on', ({ on, url, isMissing }) => {
  if (isMissing) {
    it.skip(`testService is tested where there is ${on}`, () => {})
    return
  }
  const open = (more: Record<string, string> = {}) =>
    testService(definition, { DATABASE_URL: url, ...more })

  it('each test has an empty database, also when several run at once', async () => {
    const counts = await Promise.all(
      ['one', 'two', 'three'].map(async (title) => {
        await using service = await open()
        const ann = await service.as('ann')
        expect((await ann.post('/things/', { json: { title } })).status).toBe(201)
        return (await ann.get('/things/')).json()
      }),
    )

    expect(counts).toMatchObject([[{ title: 'one' }], [{ title: 'two' }], [{ title: 'three' }]])
  })

  it('as() sends the token of a user, who is made if there is none', async () => {
    await using service = await open()

    expect((await service.anonymous.get('/things/')).status).toBe(401)
    expect((await (await service.as('ann')).get('/staff/')).status).toBe(403)
    const root = await service.as('root', { isStaff: true })
    expect((await root.get('/staff/')).status).toBe(200)
    const both = await Promise.all([service.as('cem'), service.as('cem')])
    for (const cem of both) expect((await cem.get('/things/')).status).toBe(200)
    const ben = await service.users.create({ username: 'ben', password: null })
    expect((await (await service.as(ben)).get('/things/')).status).toBe(200)
    expect((await (await service.as('ann', { isStaff: true })).get('/staff/')).status).toBe(403)
  })

  it('the variables are those that are given, and no others', async () => {
    process.env.PAGE_SIZE = 'not a number'
    try {
      await using service = await open({ DEFAULT_PAGINATION_CLASS: 'x' })
      expect((await (await service.as('ann')).get('/things/')).status).toBe(200)
    } finally {
      delete process.env.PAGE_SIZE
    }
    await expect(open({ PAGE_SIZE: 'not a number' })).rejects.toThrow('PAGE_SIZE')
  })

  it('a factory fills the database of a test', async () => {
    await using service = await open()
    const things = factory({
      schema,
      defaults: (number) => ({ title: `Thing ${number}` }),
      create: (thing) => kyselyStore<Tables, 'thing'>(service.db, 'thing').create(thing),
    })
    await things.createMany(3)
    expect((await things.create({ title: 'Own' })).title).toBe('Own')
    expect(await (await service.as('ann')).get('/things/').then((got) => got.json())).toMatchObject(
      [{ title: 'Thing 1' }, { title: 'Thing 2' }, { title: 'Thing 3' }, { title: 'Own' }],
    )
  })
})

describe.skipIf(postgresMissing !== null)('testService on PostgreSQL', () => {
  it('leaves no database of a test behind, not even when the service cannot be opened', async () => {
    const own = async () => {
      const found = await asAdministrator<{ datname: string }>(
        `select datname from pg_database where datname ~ '^turnpike_test_[0-9a-f]{32}$'`,
      )
      return found.map(({ datname }) => datname)
    }
    await (await testService(definition, { DATABASE_URL: postgresUrl }))[Symbol.asyncDispose]()
    const before = await own()
    const broken = { ...definition, app: () => Promise.reject(new Error('It is broken.')) }
    const opening = testService(broken as never, { DATABASE_URL: postgresUrl })
    await expect(opening).rejects.toThrow('It is broken.')

    expect((await own()).filter((name) => !before.includes(name))).toEqual([])
  })

  it('says what to do when the user may not make databases', async () => {
    const role = `turnpike_reader_${process.pid}`
    await asAdministrator(`create role ${role} login password 'secret'`)
    try {
      const url = new URL(postgresUrl)
      Object.assign(url, { username: role, password: 'secret' })
      await expect(testService(definition, { DATABASE_URL: url.href })).rejects.toThrow(
        /permission denied to create database. Let its user make some: alter role … createdb\. Where /,
      )
    } finally {
      await asAdministrator(`drop role ${role}`)
    }
  })

  it('says how to create a database that does not exist, and not to start the server', async () => {
    const url = new URL(postgresUrl)
    url.pathname = 'turnpike_none'
    const failing = testService(definition, { DATABASE_URL: url.href })
    await expect(failing).rejects.toThrow(/Create it with: createdb turnpike_none\. Where /)
  })

  it('takes a URL that names several servers', async () => {
    const url = postgresUrl.replace(/@([^/]+)\//, '@127.0.0.1:1,$1/')
    expect(url).toContain(',')
    await using service = await testService(definition, { DATABASE_URL: url })
    expect((await (await service.as('ann')).get('/things/')).status).toBe(200)
  })

  it('waits without a limit for another process, which makes the tables', async () => {
    const { url, starts } = await recordedStarts()
    await using _ = await testService(definition, { DATABASE_URL: url })

    // The first connection waits for the lock; those of the service have limits.
    expect(starts[0]).not.toMatch(/(lock|statement)_timeout/)
    expect(starts.join()).toMatch(/lock_timeout/)
  })

  it('says what to do when the server cannot be reached', async () => {
    const url = 'postgres://postgres@127.0.0.1:1/postgres'
    await expect(testService(definition, { DATABASE_URL: url })).rejects.toThrow(
      /^The server postgres:.*127\.0\.0\.1:1.* cannot be used for tests: .*ECONNREFUSED/,
    )
  })
})

/** A way to the server of the tests, with what each connection sends first: its parameters. */
async function recordedStarts() {
  const there = new URL(postgresUrl)
  const starts: string[] = []
  const proxy = createServer((client) => {
    const server = connect(Number(there.port || 5432), there.hostname)
    client.once('data', (start) => starts.push(String(start)))
    for (const socket of [client, server]) socket.on('error', () => {})
    client.pipe(server).pipe(client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const here = new URL(postgresUrl)
  here.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return { url: here.href, starts }
}
