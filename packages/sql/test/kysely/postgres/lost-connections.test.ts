import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { drizzle } from 'drizzle-orm/node-postgres'
import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { ApiResponse, createApi, NotFound, routes } from 'turnpike'
import { expect, it } from 'vitest'
import { kyselyStore, kyselyTransactions } from '../../../src/kysely/index.ts'
import { inUse, onBothPools, type SharedNotes } from './both-pools.ts'

const note = pgTable('note', {
  id: serial('id').primaryKey(),
  title: text('title').notNull(),
  position: integer('rank').notNull().default(0),
})

/** Writes four notes by all ways, or fails before the last one. */
function writer({ db, pool }: SharedNotes) {
  const orm = drizzle(pool)
  const store = kyselyStore(db, 'note')
  return async (name: string, fails: boolean) => {
    await orm.transaction(async (tx) => {
      await tx.insert(note).values({ title: `${name} 1` })
      await store.create({ title: `${name} 2` })
    })
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('insert into note (title) values ($1)', [`${name} 3`])
      await client.query('commit')
    } finally {
      client.release()
      expect(() => client.release()).toThrow('already been released')
    }
    if (fails) throw new NotFound()
    await store.transaction?.(() => orm.insert(note).values({ title: `${name} 4` }))
  }
}

const openTransactions = async (pool: Pool) => {
  const { rows } = await pool.query(`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)
  return rows[0].n
}

onBothPools('lost connections', (open) => {
  it('atomic requests whose connections are lost are stored completely or not at all', async () => {
    const notes = await open({ max: 4, connectionTimeoutMillis: 10_000 })
    const write = writer(notes)
    const api = createApi({
      ATOMIC_REQUESTS: true,
      TRANSACTIONS: kyselyTransactions(notes.db),
      LOGGER: silentLogger,
    })
    const view = api.view({
      async post({ params }) {
        const { name = '' } = params
        await write(name, Number(name) % 5 === 0)
        return new ApiResponse({}, 201)
      },
    })
    const client = testClient(routes(api, { '/:name/': view }))
    const names = Array.from({ length: 60 }, (_, index) => `${index}`)

    const losing = (async () => {
      for (let times = 0; times < 6; times++) {
        await new Promise((resolve) => setTimeout(resolve, 30))
        await notes.terminate()
      }
    })()
    const statuses = await Promise.all(
      names.map(async (name) => {
        await new Promise((resolve) => setTimeout(resolve, Number(name) * 5))
        return (await client.post(`/${name}/`)).status
      }),
    )
    await losing

    const stored = Map.groupBy(await notes.titles(), (title) => title.split(' ')[0])
    for (const [index, name] of names.entries()) {
      const status = statuses[index]
      expect([201, 404, 503]).toContain(status)
      if (status === 404) expect(stored.get(name)).toBeUndefined()
      if (status === 201) expect(stored.get(name)?.length).toBe(4)
      // It is unknown whether a commit was executed whose connection was lost.
      if (status === 503) expect([undefined, 4]).toContain(stored.get(name)?.length)
    }
    expect(statuses).toContain(503)
    await expect.poll(() => inUse(notes.pool)).toBe(0)
    expect(await openTransactions(notes.pool)).toBe(0)
    expect((await client.post('/61/')).status).toBe(201)
  })

  it('work without a transaction gives back all connections, whatever fails', async () => {
    const notes = await open({ max: 3, connectionTimeoutMillis: 300 })
    const write = writer(notes)
    const names = Array.from({ length: 40 }, (_, index) => `${index}`)

    const results = Promise.allSettled(names.map((name) => write(name, Number(name) % 3 === 0)))
    for (let times = 0; times < 4; times++) {
      await new Promise((resolve) => setTimeout(resolve, 40))
      await notes.terminate()
    }
    await results

    await expect.poll(() => inUse(notes.pool)).toBe(0)
    expect(notes.pool.waitingCount).toBe(0)
    expect(notes.pool.totalCount).toBeLessThanOrEqual(3)
    expect(await openTransactions(notes.pool)).toBe(0)
    await write('after', false)
    expect((await notes.titles()).filter((title) => title.startsWith('after')).length).toBe(4)
  })

  it('a connection that is lost while a client holds it does not end the process', async () => {
    const notes = await open({ max: 1 })
    const client = await notes.pool.connect()
    await client.query('begin')
    await notes.terminate()
    await new Promise((resolve) => setTimeout(resolve, 50))

    await expect(client.query('select 1')).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
    client.release()
    expect((await sql<{ n: number }>`select 1 as n`.execute(notes.db)).rows).toEqual([{ n: 1 }])
    await expect.poll(() => inUse(notes.pool)).toBe(0)
  })

  it('statements of Drizzle in a request are a 503 during an outage', async () => {
    const notes = await open({ max: 1, connectionTimeoutMillis: 100 })
    const orm = drizzle(notes.pool)
    const view = createApi({ LOGGER: silentLogger }).view({
      get: async () => new ApiResponse(await orm.select().from(note)),
    })
    const client = testClient(routes(createApi({ LOGGER: silentLogger }), { '/': view }))
    const held = await notes.pool.connect()

    const refused = await client.get('/')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2'])
    held.release()
    expect((await client.get('/')).status).toBe(200)
  })
})
