import { setTimeout as sleep } from 'node:timers/promises'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { drizzle as drizzleOldest } from 'drizzle-orm-oldest/node-postgres'
import { ApiResponse, createApi, NotFound, routes, type ViewOptions } from 'turnpike'
import { expect, it } from 'vitest'
import { DatabaseUnavailable, kyselyStore, kyselyTransactions } from '../../../src/kysely/index.ts'
import { inUse, onBothPools, type SharedNotes } from './both-pools.ts'

const note = pgTable('note', {
  id: serial('id').primaryKey(),
  title: text('title').notNull(),
  position: integer('rank').notNull().default(0),
})

/** An app whose view at `/` is atomic. */
const appOf = ({ db }: SharedNotes, view: ViewOptions) =>
  testClient(
    routes(
      createApi({
        ATOMIC_REQUESTS: true,
        TRANSACTIONS: kyselyTransactions(db),
        LOGGER: silentLogger,
      }),
      { '/': view },
    ),
  )

onBothPools('Drizzle', (open) => {
  it.each([
    ['the newest', drizzle],
    ['the oldest', drizzleOldest as never as typeof drizzle],
  ])('%s Drizzle works over a shared pool', async (_, drizzle) => {
    const { pool, titles } = await open()
    const orm = drizzle(pool, { schema: { note } })

    const added = await orm.insert(note).values({ title: 'Milk', position: 2 }).returning()
    expect(added).toEqual([{ id: 1, title: 'Milk', position: 2 }])
    await orm.update(note).set({ position: 3 }).where(eq(note.title, 'Milk'))
    expect(await orm.select({ place: note.position }).from(note)).toEqual([{ place: 3 }])
    expect(await orm.query.note.findFirst({ columns: { title: true } })).toEqual({ title: 'Milk' })
    const named = orm
      .select()
      .from(note)
      .where(eq(note.id, sql.placeholder('id')))
      .prepare('own')
    expect((await named.execute({ id: 1 })).length).toBe(1)
    expect((await named.execute({ id: 2 })).length).toBe(0)
    expect(
      (await orm.execute(sql`select now() at time zone 'UTC' < 'infinity' as ok`)).rows,
    ).toEqual([{ ok: true }])
    const moment = timestamp('at', { withTimezone: true, precision: 6, mode: 'string' })
    expect(moment).toBeDefined()
    await orm.delete(note)
    expect(await titles()).toEqual([])
    await expect.poll(() => inUse(pool)).toBe(0)
  })

  it.each([
    ['the newest', drizzle],
    ['the oldest', drizzleOldest as never as typeof drizzle],
  ])('transactions of %s Drizzle are committed, rolled back and nested', async (_, drizzle) => {
    const { db, pool, titles } = await open()
    const orm = drizzle(pool)
    const work = async (prefix: string) => {
      await orm.transaction(async (tx) => {
        await tx.insert(note).values({ title: `${prefix} a` })
        await tx
          .transaction(async (inner) => {
            await inner.insert(note).values({ title: `${prefix} b` })
            throw new Error('No.')
          })
          .catch(() => {})
        await tx.transaction((inner) => inner.insert(note).values({ title: `${prefix} c` }))
      })
      const failed = orm.transaction(async (tx) => {
        await tx.insert(note).values({ title: `${prefix} d` })
        throw new Error('No.')
      })
      await expect(failed).rejects.toThrow('No.')
    }

    await work('outside')
    expect(await titles()).toEqual(['outside a', 'outside c'])
    await kyselyTransactions(db).run(async () => {
      await work('inside')
      expect(await titles()).toEqual(['outside a', 'outside c'])
    })
    expect(await titles()).toEqual(['inside a', 'inside c', 'outside a', 'outside c'])
    await expect.poll(() => inUse(pool)).toBe(0)
  })

  it('an atomic request that fails stores nothing of Drizzle and of a store', async () => {
    const notes = await open()
    const orm = drizzle(notes.pool)
    const store = kyselyStore(notes.db, 'note')
    const client = appOf(notes, {
      async post() {
        await store.create({ title: 'Milk' })
        await orm.insert(note).values({ title: 'Bread' })
        await orm.transaction((tx) => tx.insert(note).values({ title: 'Eggs' }))
        expect((await orm.select().from(note)).length).toBe(3)
        throw new NotFound()
      },
    })

    expect((await client.post('/')).status).toBe(404)
    expect(await notes.titles()).toEqual([])
  })

  it('an atomic request stores what Drizzle and a store write', async () => {
    const notes = await open({ max: 1 })
    const orm = drizzle(notes.pool)
    const store = kyselyStore(notes.db, 'note')
    const client = appOf(notes, {
      async post() {
        await orm.transaction(async (tx) => {
          await tx.insert(note).values({ title: 'Milk' })
          await store.transaction?.(() => store.create({ title: 'Bread' }))
          await store.create({ title: 'Eggs' })
        })
        return new ApiResponse({ count: await store.items.count() }, 201)
      },
    })

    expect((await client.post('/')).status).toBe(201)
    expect(await notes.titles()).toEqual(['Bread', 'Eggs', 'Milk'])
  })

  it('work in a transaction of Drizzle is undone with it', async () => {
    const { db, pool, titles } = await open()
    const orm = drizzle(pool)
    const store = kyselyStore(db, 'note')
    const failing = (note_: string) =>
      orm.transaction(async (tx) => {
        await tx.insert(note).values({ title: note_ })
        await store.create({ title: `${note_} of the store` })
        await orm.insert(note).values({ title: `${note_} beside` })
        throw new Error('No.')
      })
    await kyselyTransactions(db).run(async () => {
      await expect(failing('Milk')).rejects.toThrow('No.')
      await store.transaction?.(() => store.create({ title: 'Eggs' }))
    })
    await expect(kyselyTransactions(db).run(() => failing('Bread'))).rejects.toThrow('No.')

    expect(await titles()).toEqual(['Eggs'])
  })

  it('a rollback that may have undone more than its own work refuses the commit', async () => {
    const { db, pool, titles } = await open()
    const orm = drizzle(pool)
    const store = kyselyStore(db, 'note')
    const refused = kyselyTransactions(db).run(async () => {
      const failed = orm.transaction(async () => {
        await store.transaction?.(() => store.create({ title: 'Bread' }))
        throw new Error('No.')
      })
      await expect(failed).rejects.toThrow('No.')
    })

    await expect(refused).rejects.toThrow('maybe beside it')
    expect(await titles()).toEqual([])
  })

  it('a write beside a transaction of a store that began in one of Drizzle is stored', async () => {
    const { db, pool, titles } = await open()
    const orm = drizzle(pool)
    const store = kyselyStore(db, 'note')
    await kyselyTransactions(db).run(async () => {
      const isOpen = Promise.withResolvers<void>()
      const beside = isOpen.promise.then(() => store.create({ title: 'Eggs' }))
      await orm.transaction(async (tx) => {
        await tx.insert(note).values({ title: 'Milk' })
        const failed = store.transaction?.(async () => {
          await store.create({ title: 'Bread' })
          isOpen.resolve()
          await sleep(20)
          throw new Error('No.')
        })
        await expect(failed).rejects.toThrow('No.')
        await beside
      })
    })

    expect(await titles()).toEqual(['Eggs', 'Milk'])
  })

  it('a transaction of Drizzle in one of a store is undone alone', async () => {
    const { db, pool, titles } = await open()
    const orm = drizzle(pool)
    const store = kyselyStore(db, 'note')
    await kyselyTransactions(db)
      .run(async () => {
        await store.transaction?.(async () => {
          await store.create({ title: 'Milk' })
          await orm
            .transaction(async (tx) => {
              await tx.insert(note).values({ title: 'Bread' })
              await store.transaction?.(() => tx.insert(note).values({ title: 'Eggs' }))
              throw new Error('No.')
            })
            .catch(() => {})
        })
      })
      .catch(() => {})
    expect(await titles()).toEqual([])

    await kyselyTransactions(db).run(async () => {
      await orm.transaction(async (tx) => {
        await tx.insert(note).values({ title: 'Bread' })
        await store.transaction?.(() => tx.insert(note).values({ title: 'Eggs' }))
        await orm.transaction((other) => other.insert(note).values({ title: 'Milk' }))
      })
    })
    expect(await titles()).toEqual(['Bread', 'Eggs', 'Milk'])
  })

  it('concurrent transactions of Drizzle in one transaction take turns', async () => {
    const { db, pool, titles } = await open()
    const orm = drizzle(pool)
    const add = (title: string) =>
      orm.transaction(async (tx) => {
        await tx.insert(note).values({ title })
        await tx.insert(note).values({ title: `${title} again` })
        if (title < 'c') throw new Error('No.')
      })
    await kyselyTransactions(db).run(() => Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(add)))

    expect(await titles()).toEqual(['c', 'c again', 'd', 'd again', 'e', 'e again'])
  })

  it('concurrent transactions of Drizzle may contain transactions of a store', async () => {
    const { db, pool, titles } = await open()
    const orm = drizzle(pool)
    const store = kyselyStore(db, 'note')
    const add = (title: string) =>
      orm.transaction(async (tx) => {
        await tx.insert(note).values({ title })
        await store.transaction?.(() => store.create({ title: `${title} of the store` }))
        await tx.insert(note).values({ title: `${title} again` })
      })
    await kyselyTransactions(db).run(() =>
      Promise.all([add('a'), add('b'), add('c'), store.transaction?.(() => add('d'))]),
    )

    expect((await titles()).length).toBe(12)
  })

  it('a transaction of Drizzle that is not awaited refuses the commit', async () => {
    const { db, pool, titles } = await open()
    const orm = drizzle(pool)
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    let late: Promise<unknown> = Promise.resolve()
    const refused = kyselyTransactions(db).run(async () => {
      late = orm
        .transaction(async (tx) => {
          await tx.insert(note).values({ title: 'Milk' })
          begun.resolve()
          await end.promise
          await tx.insert(note).values({ title: 'Bread' })
        })
        .catch((error) => error)
      await begun.promise
    })

    await expect(refused).rejects.toThrow('still open')
    end.resolve()
    expect(await late).toMatchObject({ cause: { name: 'TransactionOver' } })
    expect(await titles()).toEqual([])
    await expect.poll(() => inUse(pool)).toBe(0)
  })

  it('a violated constraint in a transaction of Drizzle can be caught', async () => {
    const { db, pool, titles } = await open()
    const orm = drizzle(pool)
    await kyselyTransactions(db).run(async () => {
      await orm.insert(note).values({ title: 'Milk' })
      const failed = orm.transaction((tx) => tx.insert(note).values({ title: 'Milk' }))
      await expect(failed).rejects.toMatchObject({ cause: { code: '23505' } })
      await orm.insert(note).values({ title: 'Bread' })
    })

    expect(await titles()).toEqual(['Bread', 'Milk'])
  })

  it('an isolation level of Drizzle is that of its transaction', async () => {
    const { db, pool } = await open()
    const orm = drizzle(pool)
    const level = () =>
      orm.transaction(async (tx) => (await tx.execute(sql`show transaction_isolation`)).rows, {
        isolationLevel: 'serializable',
        accessMode: 'read only',
      })

    expect(await level()).toEqual([{ transaction_isolation: 'serializable' }])
    await expect(kyselyTransactions(db).run(level)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('cannot be serializable') },
    })
    const { run } = kyselyTransactions(db, { isolationLevel: 'serializable' })
    expect(await run(level)).toEqual([{ transaction_isolation: 'serializable' }])
  })

  it('a lost connection is a 503 to Drizzle, and the next statement has another', async () => {
    const notes = await open()
    const orm = drizzle(notes.pool)
    const outages = async (work: () => Promise<unknown>) => {
      const error: Error | undefined = await work().then(
        () => undefined,
        (thrown) => thrown,
      )
      return [error, error?.cause].some((found) => found instanceof DatabaseUnavailable)
    }
    const lose = () =>
      orm.transaction(async (tx) => {
        await tx.insert(note).values({ title: 'Milk' })
        await notes.terminate()
        await tx.insert(note).values({ title: 'Bread' })
      })

    expect(await outages(lose)).toBe(true)
    expect(await outages(() => kyselyTransactions(notes.db).run(lose))).toBe(true)
    await orm.insert(note).values({ title: 'Eggs' })
    expect(await notes.titles()).toEqual(['Eggs'])
    await expect.poll(() => inUse(notes.pool)).toBe(0)
  })
})
