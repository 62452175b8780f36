import { sendThroughNode } from '@turnpike/test-support/node-door.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { sql } from 'kysely'
import {
  ApiResponse,
  createApi,
  PermissionDenied,
  routes,
  type Settings,
  type ViewOptions,
} from 'turnpike'
import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  currentTransaction,
  kyselyItems,
  kyselyStore,
  kyselyTransactions,
} from '../../../src/kysely/index.ts'
import { type OpenedNotes, onBothDatabases } from './both-databases.ts'

const noteSchema = z.object({ title: z.string(), rank: z.number().optional() })

/** An app whose view at `/` is atomic, with its database. */
function appOf({ db }: OpenedNotes, view: ViewOptions, settings: Settings = {}) {
  const api = createApi({
    ATOMIC_REQUESTS: true,
    TRANSACTIONS: kyselyTransactions(db),
    LOGGER: silentLogger,
    ...settings,
  })
  return routes(api, { '/': view })
}

onBothDatabases('atomic requests', (open, database) => {
  it('a request stores all that its handler writes', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const client = testClient(
      appOf(notes, {
        async post() {
          await store.create({ title: 'Milk' })
          await store.create({ title: 'Bread' })
          return new ApiResponse({ count: await store.items.count() }, 201)
        },
      }),
    )

    const response = await client.post('/')

    expect([response.status, await response.json()]).toEqual([201, { count: 2 }])
    expect(await notes.titles()).toEqual(['Bread', 'Milk'])
  })

  it('a request whose handler throws an API exception stores nothing', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const client = testClient(
      appOf(notes, {
        async post() {
          await store.create({ title: 'Milk' })
          throw new PermissionDenied()
        },
      }),
    )

    expect((await client.post('/')).status).toBe(403)
    expect(await notes.titles()).toEqual([])
  })

  it('a request whose handler has a defect answers 500 and stores nothing', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const app = appOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        throw new RangeError('A defect.')
      },
    })

    expect((await testClient(app).post('/')).status).toBe(500)
    const sent =
      'POST / HTTP/1.1\r\nHost: testserver\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
    const answer = await sendThroughNode(app, Buffer.from(sent), { logger: silentLogger })
    expect(answer.status).toBe(500)
    expect(await notes.titles()).toEqual([])
  })

  it('an error response that the handler returns is stored', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const client = testClient(
      appOf(notes, {
        async post() {
          await store.create({ title: 'An attempt' })
          return new ApiResponse({ detail: 'No.' }, 403)
        },
      }),
    )

    expect((await client.post('/')).status).toBe(403)
    expect(await notes.titles()).toEqual(['An attempt'])
  })

  it('statements of request.transaction and currentTransaction(db) are part of it', async () => {
    const notes = await open()
    const { db } = notes
    const api = createApi({
      ATOMIC_REQUESTS: true,
      TRANSACTIONS: kyselyTransactions(db),
      LOGGER: silentLogger,
    })
    const view = api.view({
      async post({ transaction }) {
        await transaction.insertInto('note').values({ title: 'Milk' }).execute()
        await currentTransaction(db).insertInto('note').values({ title: 'Bread' }).execute()
        const tree = transaction.selectFrom('note').selectAll()
        const count = await kyselyItems(db, db.selectFrom('note').selectAll()).count()
        throw new PermissionDenied(`${(await tree.execute()).length} ${count}`)
      },
    })

    const response = await testClient(routes(api, { '/': view })).post('/')

    expect(await response.json()).toEqual({ detail: '2 2' })
    expect(await notes.titles()).toEqual([])
  })

  it('a store with replaced methods is part of it, and so are copies with plugins', async () => {
    const notes = await open()
    const { db } = notes
    const rows = kyselyStore(db, 'note')
    const store = {
      ...rows,
      create: ({ title }: { title: string }) => rows.create({ title: title.toUpperCase() }),
    }
    const others = kyselyStore(
      db.withoutPlugins().withSchema(database === 'SQLite' ? 'main' : 'public'),
      'note',
    )
    const client = testClient(
      appOf(notes, {
        async post() {
          await store.create({ title: 'Milk' })
          await others.create({ title: 'Bread' })
          throw new PermissionDenied(String(await others.items.count()))
        },
      }),
    )

    expect(await (await client.post('/')).json()).toEqual({ detail: '2' })
    expect(await notes.titles()).toEqual([])
  })

  it('the generic views write in it', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const api = createApi({
      ATOMIC_REQUESTS: true,
      TRANSACTIONS: kyselyTransactions(notes.db),
      LOGGER: silentLogger,
    })
    const rename = async (note: { id: number }, data: { title?: string }) => {
      await store.update(note as never, data)
      throw new PermissionDenied()
    }
    const client = testClient(
      routes(api, {
        '/': api.listView({ store, schema: noteSchema }),
        '/:id/': api.detailView({ store, schema: noteSchema }),
        '/:id/refused/': api.detailView({ store, schema: noteSchema, update: rename }),
      }),
    )

    expect((await client.post('/', { json: { title: 'Milk' } })).status).toBe(201)
    expect((await client.post('/', { json: { title: 'Milk' } })).status).toBe(400)
    expect((await client.post('/', { json: { title: 7 } })).status).toBe(400)
    expect((await client.patch('/1/', { json: { title: 'Oat milk' } })).status).toBe(200)
    expect((await client.patch('/1/refused/', { json: { title: 'No milk' } })).status).toBe(403)
    expect(await notes.titles()).toEqual(['Oat milk'])
    expect((await client.delete('/1/')).status).toBe(204)
    expect(await notes.titles()).toEqual([])
  })

  it('only one of simultaneous atomic changes with the same If-Match is stored', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    await store.create({ title: 'Milk' })
    const api = createApi({
      ATOMIC_REQUESTS: true,
      CONDITIONAL_REQUESTS: true,
      TRANSACTIONS: kyselyTransactions(notes.db),
      LOGGER: silentLogger,
    })
    const client = testClient(
      routes(api, { '/:id/': api.detailView({ store, schema: noteSchema }) }),
    )
    const tag = (await client.get('/1/')).headers.get('ETag') ?? ''

    const sent = Array.from({ length: 5 }, (_, index) =>
      client.patch('/1/', { json: { title: `Milk ${index}` }, headers: { 'If-Match': tag } }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)

    expect(statuses.toSorted()).toEqual([200, 412, 412, 412, 412])
  })

  it('a request that does not write has no transaction', async () => {
    const notes = await open()
    const read: ViewOptions['get'] = ({ transaction }) => new ApiResponse(String(transaction))
    const client = testClient(
      appOf(notes, { get: read, options: read, post: async () => new ApiResponse('posted') }),
    )

    expect((await client.get('/')).status).toBe(500)
    expect((await client.request('OPTIONS', '/')).status).toBe(500)
    expect((await client.post('/')).status).toBe(200)
  })

  it('a view that is not atomic stores each write at once', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const post = async () => {
      await store.create({ title: 'Milk' })
      throw new PermissionDenied()
    }
    const client = testClient(appOf(notes, { post, atomic: false }))
    expect((await client.post('/')).status).toBe(403)
    expect(await notes.titles()).toEqual(['Milk'])

    await notes.db.deleteFrom('note').execute()
    const one = testClient(appOf(notes, { post, atomic: true }, { ATOMIC_REQUESTS: false }))
    expect((await one.post('/')).status).toBe(403)
    expect(await notes.titles()).toEqual([])
  })

  it('a failed statement that the handler hides never answers as if all were stored', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    await store.create({ title: 'Milk' })
    const hiding = (write: () => Promise<unknown>) =>
      testClient(
        appOf(notes, {
          async post(request) {
            await store.create({ title: 'Bread' })
            await write().catch(() => {})
            return new ApiResponse(request.method, 201)
          },
        }),
      )

    const { status } = await hiding(() => store.create({ title: 'Milk' })).post('/')
    const expected = database === 'SQLite' ? ['Bread', 'Milk'] : ['Milk']
    expect(status).toBe(database === 'SQLite' ? 201 : 500)
    expect(await notes.titles()).toEqual(expected)

    await notes.db.deleteFrom('note').where('title', '=', 'Bread').execute()
    const inner = await hiding(() =>
      (store.transaction as NonNullable<typeof store.transaction>)(() =>
        store.create({ title: 'Milk' }),
      ),
    ).post('/')
    expect(inner.status).toBe(201)
    expect(await notes.titles()).toEqual(['Bread', 'Milk'])
  })

  it('a constraint that only the commit checks is answered with 400 or 409', async () => {
    const notes = await open()
    const client = testClient(
      appOf(notes, {
        async post() {
          await currentTransaction(notes.db)
            .insertInto('tag')
            .values({ id: 1, note_id: 99 })
            .execute()
          return new ApiResponse('stored', 201)
        },
      }),
    )

    expect([400, 409]).toContain((await client.post('/')).status)
    const { rows } = await sql`select * from tag`.execute(notes.db)
    expect(rows).toEqual([])
  })

  it('work that goes on after the request does not use its transaction', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const over = Promise.withResolvers<void>()
    const late: Promise<unknown>[] = []
    const client = testClient(
      appOf(notes, {
        async post(request) {
          await store.create({ title: 'Milk' })
          const transaction = request.transaction as OpenedNotes['db']
          late.push(over.promise.then(() => store.create({ title: 'Late' })))
          late.push(over.promise.then(() => transaction.selectFrom('note').selectAll().execute()))
          return new ApiResponse('stored', 201)
        },
      }),
    )

    expect((await client.post('/')).status).toBe(201)
    over.resolve()
    const results = await Promise.allSettled(late)
    for (const result of results) {
      expect(String((result as PromiseRejectedResult).reason)).toContain('is already over')
    }
    expect(await notes.titles()).toEqual(['Milk'])
  })

  it('simultaneous requests each have their own transaction', async () => {
    const notes = await open()
    const store = kyselyStore(notes.db, 'note')
    const client = testClient(
      appOf(notes, {
        async post(request) {
          const { title } = await request.data(noteSchema)
          await store.create({ title })
          await new Promise((resolve) => setTimeout(resolve, 5))
          await store.create({ title: `${title}, too` })
          if (title.endsWith('odd')) throw new PermissionDenied()
          return new ApiResponse(title, 201)
        },
      }),
    )

    const sent = Array.from({ length: 12 }, (_, index) =>
      client.post('/', { json: { title: `${index} ${index % 2 ? 'odd' : 'even'}` } }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)

    expect(statuses).toEqual(statuses.map((_, index) => (index % 2 ? 403 : 201)))
    const titles = await notes.titles()
    expect(titles).toHaveLength(12)
    expect(titles.filter((title) => title.includes('odd'))).toEqual([])
  })

  it('a store over a transaction of the application stays in that one', async () => {
    const notes = await open()
    const { db } = notes
    const failed = db.transaction().execute(async (own) => {
      const store = kyselyStore(own, 'note')
      await store.create({ title: 'Milk' })
      const undone = store.transaction?.(async () => {
        await store.create({ title: 'Bread' })
        throw new RangeError('Undone.')
      })
      await expect(undone).rejects.toThrow('Undone.')
      await store.transaction?.(async () => {
        const milk = await store.find('1')
        await store.update(milk as never, { title: 'Oat milk' })
      })
      expect((await store.items.slice(0, null)).map(({ title }) => title)).toEqual(['Oat milk'])
      if (database === 'PostgreSQL') expect(await notes.titles()).toEqual([])
      throw new RangeError('The end.')
    })

    await expect(failed).rejects.toThrow('The end.')
    expect(await notes.titles()).toEqual([])
  })

  it('the transaction of one database does not capture the stores of another', async () => {
    const [notes, others] = [await open(), await open()]
    const [store, other] = [kyselyStore(notes.db, 'note'), kyselyStore(others.db, 'note')]
    const client = testClient(
      appOf(notes, {
        async post() {
          await store.create({ title: 'Milk' })
          await other.create({ title: 'Bread' })
          await other.transaction?.(async () => {
            await other.create({ title: 'Salt' })
            await store.create({ title: 'Tea' })
          })
          throw new PermissionDenied()
        },
      }),
    )

    expect((await client.post('/')).status).toBe(403)
    expect(await notes.titles()).toEqual([])
    expect(await others.titles()).toEqual(['Bread', 'Salt'])
  })
})
