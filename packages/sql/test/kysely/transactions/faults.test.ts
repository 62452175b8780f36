import { setTimeout as sleep } from 'node:timers/promises'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { sql } from 'kysely'
import {
  ApiResponse,
  ConfigurationError,
  createApi,
  routes,
  type Settings,
  type ViewOptions,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  currentTransaction,
  kyselyStore,
  kyselyTransactions,
  outsideTransactions,
} from '../../../src/kysely/index.ts'
import { type OpenedNotes, onBothDatabases } from './both-databases.ts'

/** A client of an app whose atomic view stands at `/`, and the errors in its log. */
function clientOf({ db }: OpenedNotes, view: ViewOptions, settings: Settings = {}) {
  const errors: string[] = []
  const keep = (fields: object) => {
    errors.push(String((fields as { err?: unknown }).err ?? (fields as { error?: unknown }).error))
  }
  const api = createApi({
    ATOMIC_REQUESTS: true,
    TRANSACTIONS: kyselyTransactions(db),
    LOGGER: { ...silentLogger, error: keep },
    ...settings,
  })
  return { client: testClient(routes(api, { '/': view })), errors }
}

onBothDatabases('faults of atomic requests', (open, database) => {
  const isSqlite = database === 'SQLite'

  it('a lost connection in the middle answers 503 and stores nothing', async () => {
    if (isSqlite) return
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const end = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
        currentTransaction(notes.db),
      )
      await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(notes.db)
      await sleep(20)
    }
    const failing = clientOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        await end()
        await store.create({ title: 'Bread' })
        return new ApiResponse('stored', 201)
      },
    })
    const last = clientOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        await end()
        return new ApiResponse('stored', 201)
      },
    })

    expect((await failing.client.post('/')).status).toBe(503)
    expect((await last.client.post('/')).status).toBe(503)
    expect(await notes.titles()).toEqual([])
  })

  it('a serialization failure answers 503 and is not repeated', async () => {
    if (isSqlite) return
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    await store.create({ title: 'Milk' })
    let runs = 0
    const both = Promise.withResolvers<void>()
    const { client } = clientOf(
      notes,
      {
        async post() {
          const note = await store.find('1')
          if (++runs === 2) both.resolve()
          await both.promise
          await store.update(note as never, { rank: (note?.rank ?? 0) + 1 })
          return new ApiResponse('stored', 201)
        },
      },
      { TRANSACTIONS: kyselyTransactions(notes.db, { isolationLevel: 'repeatable read' }) },
    )

    const answers = await Promise.all([client.post('/'), client.post('/')])

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 503])
    const refused = answers.find(({ status }) => status === 503)
    expect(refused?.headers.get('Retry-After')).toBe('1')
    expect([runs, (await store.find('1'))?.rank]).toEqual([2, 1])
  })

  it('a statement after a caught error is refused with that error and what to do', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    await store.create({ title: 'Milk' })
    const bread = () => store.create({ title: 'Bread' })
    const inSavepoint = async () => store.transaction?.(() => store.create({ title: 'Eggs' }))

    for (const next of [bread, inSavepoint]) {
      let refusal: unknown
      const { client, errors } = clientOf(notes, {
        async post() {
          await store.create({ title: 'Milk' }).catch(() => {})
          await next().catch((error: unknown) => {
            refusal = error
            throw error
          })
          return new ApiResponse('stored', 201)
        },
      })

      expect((await client.post('/')).status).toBe(isSqlite ? 201 : 500)

      if (isSqlite) continue
      expect(errors.join()).toContain('do what may fail in the transaction() of a store')
      expect(String((refusal as Error).cause)).toContain('duplicate key')
    }
    expect(await notes.titles()).toEqual(isSqlite ? ['Bread', 'Eggs', 'Milk'] : ['Milk'])
  })

  it('a deadlock answers one of its requests with 503', async () => {
    if (isSqlite) return
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const first = await store.create({ title: 'Milk' })
    const second = await store.create({ title: 'Bread' })
    const both = Promise.withResolvers<void>()
    let runs = 0
    let updated = 0
    const { client } = clientOf(notes, {
      async post() {
        const [one, other] = ++runs === 1 ? [first, second] : [second, first]
        await store.update(one, { rank: 5 })
        if (++updated === 2) both.resolve()
        await both.promise
        await store.update(other, { rank: 7 })
        return new ApiResponse('stored', 201)
      },
    })

    const answers = await Promise.all([client.post('/'), client.post('/')])

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 503])
  })

  it('a write with db itself fails at once on SQLite, and is on its own on PostgreSQL', async () => {
    const notes = await open()
    const { db } = notes
    const store = kyselyStore(db, 'note')
    const { client, errors } = clientOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        await db.insertInto('note').values({ title: 'Bread' }).execute()
        throw new RangeError('The end.')
      },
    })

    // Not the 503 that it would be after a wait for the writing connection.
    expect((await client.post('/')).status).toBe(500)
    expect(errors.join()).toContain(isSqlite ? 'use `request.transaction`' : 'The end.')
    expect(await notes.titles()).toEqual(isSqlite ? [] : ['Bread'])
    await store.create({ title: 'Afterwards' })
  })

  it('db.transaction() in an atomic request is a transaction of its own', async () => {
    const notes = await open()
    const { db } = notes
    const store = kyselyStore(db, 'note')
    const { client, errors } = clientOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        await db.transaction().execute(async (own) => {
          await kyselyStore(own, 'note').create({ title: 'Bread' })
        })
        throw new RangeError('The end.')
      },
    })

    expect((await client.post('/')).status).toBe(500)
    expect(errors.join()).toContain(isSqlite ? 'use `request.transaction`' : 'The end.')
    expect(await notes.titles()).toEqual(isSqlite ? [] : ['Bread'])
  })

  it('a read with db itself does not see what the request has written', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const { client } = clientOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        const outside = await notes.titles()
        return new ApiResponse({ outside, inside: await store.items.count() })
      },
    })

    expect(await (await client.post('/')).json()).toEqual({ outside: [], inside: 1 })
  })

  it('a request that waits for its body has not begun its transaction', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const note = await store.create({ title: 'Milk' })
    const schema = z.object({ title: z.string() })
    const api = createApi({
      ATOMIC_REQUESTS: true,
      TRANSACTIONS: kyselyTransactions(notes.db),
      LOGGER: silentLogger,
    })
    const app = routes(api, { '/:id/': api.detailView({ store, schema }) })
    const [begun, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const body = new ReadableStream(
      {
        async pull(controller) {
          controller.enqueue(new TextEncoder().encode('{"title":'))
          begun.resolve()
          await rest.promise
          controller.enqueue(new TextEncoder().encode('"Oat milk"}'))
          controller.close()
        },
      },
      // Nothing is pulled before somebody reads.
      { highWaterMark: 0 },
    )
    const sending = app.fetch(
      new Request(`http://testserver/${note.id}/`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body,
        duplex: 'half',
      } as RequestInit),
    )
    await begun.promise

    // Would wait for the lock of the row, or for the writer.
    await store.update(note, { title: 'Soy milk' })
    rest.resolve()

    expect((await sending).status).toBe(200)
    expect(await notes.titles()).toEqual(['Oat milk'])
  })

  it('what outlives a request is started outside of its transaction', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const over = Promise.withResolvers<void>()
    let late: Promise<unknown> = Promise.resolve()
    const { client } = clientOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        late = outsideTransactions(async () => {
          await over.promise
          await store.create({ title: 'Late' })
        })
        return new ApiResponse('stored', 201)
      },
    })

    expect((await client.post('/')).status).toBe(201)
    over.resolve()
    await late
    expect(await notes.titles()).toEqual(['Late', 'Milk'])
  })

  it('simultaneous transactions in one request follow each other', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const { client } = clientOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        const inner = (title: string) =>
          store.transaction?.(async () => {
            await store.create({ title })
            await sleep(5)
            await store.create({ title: `${title}, too` })
            if (title.startsWith('B')) throw new RangeError('Undone.')
          })
        await Promise.allSettled(['A', 'B', 'C', 'B2', 'D'].map(inner))
        return new ApiResponse(await store.items.count(), 201)
      },
    })

    expect(await (await client.post('/')).json()).toBe(7)
    expect(await notes.titles()).toEqual(['A', 'A, too', 'C', 'C, too', 'D', 'D, too', 'Milk'])
  })

  it('a list that was read during a request that is rolled back is right afterwards', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    await store.create({ title: 'Milk' })
    const api = createApi({
      ATOMIC_REQUESTS: true,
      TRANSACTIONS: kyselyTransactions(notes.db),
      LOGGER: silentLogger,
    })
    const during: unknown[] = []
    const app = routes(api, {
      '/': api.listView({ store, pagination: null, answers: z.object({ title: z.string() }) }),
      '/fail/': api.view({
        async post() {
          await store.create({ title: 'Bread' })
          during.push(await store.items.count(), await (await client.get('/')).json())
          await store.items.slice(0, 10)
          throw new RangeError('The end.')
        },
      }),
    })
    const client = testClient(app)
    const before = await (await client.get('/')).json()

    await client.post('/fail/')

    expect(before).toEqual([{ title: 'Milk' }])
    expect(during[0]).toBe(2)
    expect(await (await client.get('/')).json()).toEqual(before)
    expect(await store.items.count()).toBe(1)
  })
})

describe('the declaration of atomic views', () => {
  it('an atomic view without a source of transactions is refused with what to set', () => {
    const view: ViewOptions = { name: 'Notes', post: async () => new ApiResponse('posted') }
    const api = createApi({ ATOMIC_REQUESTS: true })
    expect(() => api.view(view)).toThrow(
      new ConfigurationError(
        'ATOMIC_REQUESTS is true, but nothing opens transactions: set TRANSACTIONS to ' +
          'kyselyTransactions(db) of @turnpike/sql. In defineService(), spread its settings: ' +
          'createApi({ ...settings }).',
      ),
    )
    expect(() => createApi().view({ ...view, atomic: true })).toThrow('The view Notes is atomic')
    expect(() => createApi().view({ ...view, atomic: 'yes' as never })).toThrow(
      'atomic of the view Notes',
    )
    expect(api.view({ ...view, atomic: false }).transactions).toBe(null)
  })
})
