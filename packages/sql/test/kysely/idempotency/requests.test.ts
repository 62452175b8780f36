import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { sql } from 'kysely'
import {
  ApiResponse,
  Conflict,
  createApi,
  ErrorResponse,
  type IdempotencyStore,
  memoryIdempotencyStore,
  routes,
  type Settings,
  type ViewOptions,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  currentTransaction,
  kyselyIdempotencyStore,
  kyselyStore,
  kyselyTransactions,
} from '../../../src/kysely/index.ts'
import { type OpenedNotes, onBothDatabases } from '../transactions/both-databases.ts'

const key = (text = 'first') => ({ 'Idempotency-Key': text })
const replayed = ({ headers }: Response) => headers.get('Idempotency-Replayed')

/** A client of an app whose view at `/` is idempotent. */
function clientOf({ db }: OpenedNotes, view: ViewOptions, settings: Settings = {}) {
  const api = createApi({
    TRANSACTIONS: kyselyTransactions(db),
    IDEMPOTENCY_STORE: kyselyIdempotencyStore(db),
    LOGGER: silentLogger,
    ...settings,
  })
  return testClient(routes(api, { '/': { idempotent: true, ...view } }))
}

const keysOf = async ({ db }: OpenedNotes): Promise<number> => {
  const { rows } = await sql<{ count: unknown }>`select count(*) as count
    from turnpike_idempotency`.execute(db)
  return Number(rows[0]?.count)
}

onBothDatabases('idempotent requests', (open, database) => {
  it('the work and its answer are stored together, and a repeat gets the answer', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const schema = z.object({ title: z.string() })
    const api = createApi({
      TRANSACTIONS: kyselyTransactions(notes.db),
      IDEMPOTENCY_STORE: kyselyIdempotencyStore(notes.db),
    })
    const list = api.listView({ store, schema, idempotent: true, location: ({ id }) => `/${id}/` })
    const client = testClient(routes(api, { '/': list }))
    const sent = { headers: key(), json: { title: 'Milk' } }

    const first = await client.post('/', sent)
    const second = await client.post('/', sent)
    expect([first.status, second.status]).toEqual([201, 201])
    expect([replayed(first), replayed(second)]).toEqual([null, 'true'])
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'))
    expect(await second.json()).toEqual(await first.json())
    expect(await notes.titles()).toEqual(['Milk'])
  })

  it('a request that throws leaves neither its work nor its key', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    let isFailing = true
    const client = clientOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        if (isFailing) throw new Conflict()
        return new ApiResponse({ ok: true }, 201)
      },
    })
    expect((await client.post('/', { headers: key() })).status).toBe(409)
    expect([await notes.titles(), await keysOf(notes)]).toEqual([[], 0])
    isFailing = false
    const second = await client.post('/', { headers: key() })
    expect([second.status, replayed(second)]).toEqual([201, null])
    expect(await notes.titles()).toEqual(['Milk'])
  })

  it('work whose handler returns an ErrorResponse is stored, and not done again', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    let calls = 0
    const client = clientOf(notes, {
      async post() {
        await store.create({ title: `Milk ${++calls}` })
        return new ErrorResponse(new Conflict())
      },
    })
    const first = await client.post('/', { headers: key() })
    const second = await client.post('/', { headers: key() })
    expect([first.status, second.status, replayed(second)]).toEqual([409, 409, 'true'])
    expect(await notes.titles()).toEqual(['Milk 1'])
  })

  it('an answer that cannot be rendered, or a commit that fails, undoes the work', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const client = clientOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        return new ApiResponse(circular, 201)
      },
      async patch() {
        const db = currentTransaction(notes.db)
        await db.insertInto('tag').values({ id: 1, note_id: 99 }).execute()
        return new ApiResponse({}, 200)
      },
    })
    expect((await client.post('/', { headers: key() })).status).toBe(500)
    expect([400, 409]).toContain((await client.patch('/', { headers: key() })).status)
    expect([await notes.titles(), await keysOf(notes)]).toEqual([[], 0])
  })

  it('one of fifty parallel requests with a key is carried out, and none waits for a lock', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const client = clientOf(notes, {
      async post() {
        const note = await store.create({ title: 'Milk' })
        await new Promise((resolve) => setTimeout(resolve, 100))
        return new ApiResponse({ id: note.id }, 201)
      },
    })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.post('/', { headers: key() })),
    )
    const others = answers.filter(({ status }) => status !== 201)
    expect(others.every(({ status }) => status === 409)).toBe(true)
    // SQLite has one writer: repeats wait for it.
    expect(others.length > 0).toBe(database === 'PostgreSQL')
    expect(await notes.titles()).toEqual(['Milk'])
    expect(replayed(await client.post('/', { headers: key() }))).toBe('true')
  })

  it('other keys are carried out at the same time', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const client = clientOf(notes, {
      async post(request) {
        await store.create({ title: request.headers.get('Idempotency-Key') ?? '' })
        return new ApiResponse({}, 201)
      },
    })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => client.post('/', { headers: key(`${index}`) })),
    )
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    expect(await notes.titles()).toHaveLength(40)
  })

  it('a request without a key runs in a transaction, too', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const client = clientOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        throw new Conflict()
      },
    })
    expect((await client.post('/')).status).toBe(409)
    expect(await notes.titles()).toEqual([])
  })

  it('request.transaction is that of the key, also in an atomic view', async () => {
    const notes = await open()
    const client = clientOf(
      notes,
      {
        async post({ transaction }) {
          await (transaction as typeof notes.db).insertInto('note').values({ title: 'a' }).execute()
          throw new Conflict()
        },
      },
      { ATOMIC_REQUESTS: true },
    )
    expect((await client.post('/', { headers: key() })).status).toBe(409)
    expect([await notes.titles(), await keysOf(notes)]).toEqual([[], 0])
  })

  it('expired keys are deleted, and are then carried out again', async () => {
    const notes = await open()
    let now = 1_000_000
    const store = kyselyIdempotencyStore(notes.db, { now: () => now })
    let calls = 0
    const client = clientOf(
      notes,
      { post: () => new ApiResponse({ call: ++calls }) },
      { IDEMPOTENCY_STORE: store, IDEMPOTENCY_LIFETIME: 60 },
    )
    for (let index = 0; index < 100; index++) await client.post('/', { headers: key(`${index}`) })
    now += 59
    expect(replayed(await client.post('/', { headers: key('99') }))).toBe('true')
    now += 1
    expect(replayed(await client.post('/', { headers: key('99') }))).toBeNull()
    await expect.poll(() => keysOf(notes)).toBe(1)
    expect(calls).toBe(101)
  })

  it('a source of transactions of another database is an error that says what to set', async () => {
    const notes = await open()
    const errors: unknown[] = []
    const client = clientOf(
      notes,
      { post: () => new ApiResponse({}) },
      {
        TRANSACTIONS: { run: (work) => work(null) },
        LOGGER: { ...silentLogger, error: (fields) => errors.push(fields) },
        EXCEPTION_HANDLER: (error) => {
          errors.push(error)
          return new ApiResponse({}, 500)
        },
      },
    )
    expect((await client.post('/', { headers: key() })).status).toBe(500)
    expect(String(errors[0])).toContain('set TRANSACTIONS to kyselyTransactions(db)')
    expect(await keysOf(notes)).toBe(0)
  })
})

describe('the configuration of idempotent views', () => {
  const sqlStore: IdempotencyStore = { ...memoryIdempotencyStore(), isTransactional: true }
  const post = () => new ApiResponse({})

  it('a store in transactions needs a source of them', () => {
    const api = createApi({ IDEMPOTENCY_STORE: sqlStore })
    expect(() => api.view({ name: 'Pay', idempotent: true, post })).toThrow(
      'The view Pay is idempotent, and IDEMPOTENCY_STORE needs transactions, but nothing opens ' +
        'transactions: set TRANSACTIONS to kyselyTransactions(db)',
    )
  })

  it('a view with atomic: false has no keys in transactions, and is left out by the setting', () => {
    const TRANSACTIONS = { run: <R>(work: (transaction: unknown) => Promise<R>) => work(null) }
    const settings = { IDEMPOTENCY_STORE: sqlStore, TRANSACTIONS, IDEMPOTENT_REQUESTS: true }
    const api = createApi(settings)
    expect(() => api.view({ name: 'Pay', idempotent: true, atomic: false, post })).toThrow(
      'idempotent of the view Pay needs a transaction',
    )
    expect(api.view({ atomic: false, post }).idempotency).toBeNull()
    expect(api.view({ post }).idempotency).toMatchObject({ isRequired: false })
    expect(api.view({ get: post }).idempotency).toBeNull()
    expect(api.view({ post, idempotent: false }).idempotency).toBeNull()
  })
})
