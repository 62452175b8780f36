import { identity, kyselyItems, kyselyStore } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { testClient } from '@turnpike/testing'
import { type Generated, type Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { ConfigurationError } from '../../../src/errors/configuration-error.ts'
import {
  arrayItems,
  arrayStore,
  booleanField,
  charField,
  createApi,
  dateTimeField,
  decimalField,
  type Logger,
  pageNumberPagination,
  routes,
} from '../../../src/index.ts'

interface Account {
  id: number
  name: string
  password_hash: string
}

const accounts = (): Account[] => [
  { id: 1, name: 'ann', password_hash: 'argon2id$…' },
  { id: 2, name: 'ben', password_hash: 'argon2id$…' },
]
const answers = z.object({ id: z.int(), name: z.string() })
const schema = z.object({ name: charField(), password_hash: charField() })

function serve() {
  const api = createApi({ LOGGER: silentLogger })
  const store = arrayStore<Account>(accounts())
  return testClient(
    routes(api, {
      '/accounts/': api.listView({ store, answers, schema }),
      '/accounts/:id/': api.detailView({ store, answers, schema }),
    }),
  )
}

const json = { name: 'eve', password_hash: 'x' }

describe('answers of generic views', () => {
  it('GET of a list sends what answers names, and nothing else', async () => {
    const response = await serve().get('/accounts/')

    expect(await response.text()).toBe('[{"id":1,"name":"ann"},{"id":2,"name":"ben"}]')
  })

  it('GET of a page of a list sends what answers names', async () => {
    const api = createApi({ PAGE_SIZE: 1, DEFAULT_PAGINATION_CLASS: pageNumberPagination() })
    const view = api.listView({ items: arrayItems(accounts()), answers })
    const response = await testClient(routes(api, { '/': view })).get('/?page=2')

    expect(await response.json()).toMatchObject({ count: 2, results: [{ id: 2, name: 'ben' }] })
    expect(await (await testClient(routes(api, { '/': view })).get('/')).text()).not.toContain(
      'hash',
    )
  })

  it('POST answers with what answers names of the new item', async () => {
    const response = await serve().post('/accounts/', { json })

    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ id: 3, name: 'eve' })
  })

  it('GET of an item sends what answers names', async () => {
    expect(await (await serve().get('/accounts/1/')).json()).toEqual({ id: 1, name: 'ann' })
  })

  it('PUT answers with what answers names', async () => {
    const response = await serve().put('/accounts/1/', { json })

    expect(await response.json()).toEqual({ id: 1, name: 'eve' })
  })

  it('PATCH answers with what answers names', async () => {
    const response = await serve().patch('/accounts/1/', { json: { name: 'eve' } })

    expect(await response.json()).toEqual({ id: 1, name: 'eve' })
  })

  it('invalid data are answered with their errors, whatever answers says', async () => {
    const response = await serve().post('/accounts/', { json: {} })

    expect(response.status).toBe(400)
    expect(await response.json()).toHaveProperty('password_hash')
  })

  it('answers take their fields from what serialize has made, when there is one', async () => {
    const api = createApi({ LOGGER: silentLogger })
    const view = api.listView({
      items: arrayItems(accounts()),
      answers: z.object({ name: z.string(), url: z.string() }),
      serialize: async (account, { path }) => ({ ...account, url: `${path}${account.id}/` }),
    })
    const response = await testClient(routes(api, { '/a/': view })).get('/a/')

    expect(await response.json()).toEqual([
      { name: 'ann', url: '/a/1/' },
      { name: 'ben', url: '/a/2/' },
    ])
  })

  it('answers of a schema of another library are refused when the view is made', () => {
    const other = {
      '~standard': { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }) },
    } as const
    const api = createApi()

    expect(() => api.listView({ items: arrayItems(accounts()), answers: other })).toThrow(
      new ConfigurationError(
        'The view List needs answers of zod: the fields of other schemas are unknown. ' +
          'Remove answers and call the schema in serialize.',
      ),
    )
  })

  it('answers that JSON cannot hold are refused when the view is made', () => {
    const api = createApi()
    const map = z.object({ id: z.map(z.string(), z.string()) })

    expect(() => api.detailView({ name: 'Maps', find: () => null, answers: map })).toThrow(
      'The view Maps cannot send z.map() as JSON: leave it out of answers.',
    )
  })
})

describe('an item that does not fit answers', () => {
  const logged: string[] = []
  const LOGGER: Logger = {
    ...silentLogger,
    error: (details, message) => logged.push(`${message} ${String(Object(details).err)}`),
  }

  it('an item that does not fit is a 500, and a log line with the view and the field', async () => {
    const api = createApi({ LOGGER })
    const view = api.listView({
      name: 'Accounts',
      items: arrayItems([{ id: 1, name: null as unknown as string, secret: 'hidden' }]),
      answers,
    })
    const response = await testClient(routes(api, { '/': view })).get('/')

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: 'Server Error (500)' })
    expect(logged.join()).toContain(
      'The view Accounts cannot send name: expected a string, found null.',
    )
    expect(logged.join()).not.toContain('hidden')
  })
})

describe('a table with a secret column', () => {
  it('a table with a secret column is listed with selectAll and without the column', async () => {
    const { db } = openDatabase('sqlite::memory:')
    onTestFinished(() => db.destroy())
    await sql`create table account (id integer primary key, name text, password_hash text)`.execute(
      db,
    )
    await db.insertInto('account').values(accounts()).execute()
    const api = createApi({ LOGGER: silentLogger, PAGE_SIZE: 50 })
    const items = kyselyItems(db, db.selectFrom('account').selectAll())
    const view = api.listView({ items, answers, pagination: pageNumberPagination() })
    const client = testClient(routes(api, { '/': view }))

    expect(await (await client.get('/')).json()).toMatchObject({
      results: [
        { id: 1, name: 'ann' },
        { id: 2, name: 'ben' },
      ],
    })
    expect(await (await client.get('/')).text()).not.toContain('argon2id')
  })
})

interface Tables {
  offer: {
    id: Generated<number>
    done: boolean | number
    price: string | number
    rate: number | string
    big: number | string
    seen: string | Date
    left: string | Date
    day: string
    at: string
    note: string | null
    extra: unknown
    secret: string
  }
}

const offer = z.object({
  id: z.int(),
  done: z.boolean(),
  open: z.boolean(),
  price: decimalField({ maxDigits: 10, decimalPlaces: 2 }),
  rate: z.number(),
  big: z.bigint(),
  seen: z.iso.datetime(),
  left: z.date(),
  back: dateTimeField(),
  day: z.iso.date(),
  at: z.iso.time(),
  note: z.string().nullable(),
  extra: z.object({ tags: z.array(z.string()) }),
})

/** The list and the answer to POST, as text. */
async function sentFrom(url: string): Promise<string> {
  const { db: opened, close } = openDatabase(url)
  onTestFinished(close)
  const db = opened as Kysely<Tables>
  const isPostgres = url.startsWith('postgres')
  await db.schema
    .createTable('offer')
    .addColumn('id', 'integer', identity(db))
    .addColumn('done', 'boolean')
    .addColumn('price', isPostgres ? 'numeric' : sql`real`)
    .addColumn('rate', 'numeric')
    .addColumn('big', 'bigint')
    .addColumn('seen', isPostgres ? 'timestamptz' : 'text')
    .addColumn('left', isPostgres ? 'timestamptz' : 'text')
    .addColumn('day', 'date')
    .addColumn('at', isPostgres ? 'time' : 'text')
    .addColumn('note', 'text')
    .addColumn('extra', 'jsonb')
    .addColumn('secret', 'text')
    .execute()
  const rows = [
    ['12.5', 1.25, '9007199254740993', '2026-01-02 03:04:05+00', '2026-01-02', '03:04'],
    ['3', 3, '7', '2026-01-31T03:04:05.5Z', '0099-12-31', '23:59:59.5'],
    ['0.1', 0.1, '-9007199254740993', '2026-06-30T23:59:59.123456+02:00', '2024-02-29', '00:00:00'],
  ] as const
  for (const [price, rate, big, seen, day, at] of rows) {
    const extra = JSON.stringify({ tags: ['a'], hidden: 1 })
    const values = {
      done: true,
      price,
      rate,
      big,
      seen,
      left: seen,
      day,
      at,
      note: null,
      extra,
      secret: 's',
    }
    await db.insertInto('offer').values(values).execute()
  }

  const api = createApi({ LOGGER: silentLogger, PAGE_SIZE: 50 })
  // Without a declared type: 0 and 1 on SQLite.
  const open = sql<boolean>`not done`.as('open')
  const query = db.selectFrom('offer').selectAll().select([open, 'left as back'])
  const store = kyselyStore(db, 'offer')
  const view = api.listView({
    items: kyselyItems(db, query),
    pagination: pageNumberPagination(),
    answers: offer,
    schema: z.object({ done: booleanField() }),
    create: async ({ done }) => {
      const stored = await store.create({
        ...{ done, price: '1.1', rate: 2, big: 5, day: '2026-01-02', at: '03:04:05' },
        ...{ seen: new Date(5), left: new Date(5), note: 'n', extra: { tags: [] }, secret: 's' },
      })
      return { ...stored, open: !done, back: stored.left }
    },
  })
  const client = testClient(routes(api, { '/': view }))
  const list = await client.get('/')
  const added = await client.post('/', { json: { done: 'on' } })
  return `${list.status} ${await list.text()}\n${added.status} ${await added.text()}`
}

const shared = `200 {"count":3,"next":null,"previous":null,"results":[\
{"id":1,"done":true,"open":false,"price":"12.50","rate":1.25,"big":"9007199254740993",\
"seen":"2026-01-02T03:04:05.000Z","left":"2026-01-02T03:04:05.000Z",\
"back":"2026-01-02T03:04:05Z","day":"2026-01-02","at":"03:04:00","note":null,"extra":{"tags":["a"]}},\
{"id":2,"done":true,"open":false,"price":"3.00","rate":3,"big":7,\
"seen":"2026-01-31T03:04:05.500Z","left":"2026-01-31T03:04:05.500Z",\
"back":"2026-01-31T03:04:05.500000Z","day":"0099-12-31","at":"23:59:59.500000","note":null,"extra":{"tags":["a"]}},\
{"id":3,"done":true,"open":false,"price":"0.10","rate":0.1,"big":"-9007199254740993",\
"seen":"2026-06-30T21:59:59.123456Z","left":"2026-06-30T21:59:59.123456Z",\
"back":"2026-06-30T21:59:59.123456Z","day":"2024-02-29","at":"00:00:00","note":null,"extra":{"tags":["a"]}}]}
201 {"id":4,"done":true,"open":false,"price":"1.10","rate":2,"big":5,\
"seen":"1970-01-01T00:00:00.005Z","left":"1970-01-01T00:00:00.005Z",\
"back":"1970-01-01T00:00:00.005000Z","day":"2026-01-02","at":"03:04:05","note":"n","extra":{"tags":[]}}`

describe('a list with answers', () => {
  it('a list sends booleans, decimals, moments and integers of SQLite in one form', async () => {
    expect(await sentFrom('sqlite::memory:')).toBe(shared)
  })

  it.skipIf(postgresMissing !== null)(
    'a list sends the same bytes from PostgreSQL as from SQLite',
    async () => {
      const { url, close } = await openPostgres()
      onTestFinished(close)

      expect(await sentFrom(url)).toBe(shared)
    },
  )
})
