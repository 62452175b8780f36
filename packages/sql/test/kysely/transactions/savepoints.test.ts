import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { currentTransaction, kyselyStore, kyselyTransactions } from '../../../src/kysely/index.ts'
import { type OpenedNotes, onBothDatabases, type Tables } from './both-databases.ts'

async function openNotes(open: () => Promise<OpenedNotes>) {
  const opened = await open()
  const { db } = opened
  const store = kyselyStore(db, 'note')
  return { ...opened, store, run: kyselyTransactions(db).run }
}

/** Work that takes its time between two writes and throws in the end. */
const undone = (store: ReturnType<typeof kyselyStore<Tables, 'note'>>, milliseconds = 20) =>
  store
    .transaction(async () => {
      await store.create({ title: 'undone' })
      await sleep(milliseconds)
      throw new Error('Undo it.')
    })
    .catch(() => {})

onBothDatabases('transactions in a transaction', (open, database) => {
  it('a write beside one that is rolled back is stored, at whichever time it comes', async () => {
    const { db, store, run, titles } = await openNotes(open)

    await run(async () => {
      await Promise.all([undone(store), store.create({ title: 'at once' })])
      const later = undone(store)
      await sleep(10)
      await store.create({ title: 'of a store' })
      const transaction = currentTransaction(db)
      await transaction.insertInto('note').values({ title: 'of a statement' }).execute()
      await later
    })

    expect(await titles()).toEqual(['at once', 'of a statement', 'of a store'])
  })

  it('a write beside one that is rolled back within another is stored', async () => {
    const { store, run, titles } = await openNotes(open)

    await run(() =>
      store.transaction(async () => {
        await Promise.all([undone(store), store.create({ title: 'beside' })])
      }),
    )

    expect(await titles()).toEqual(['beside'])
  })

  it('the work of one may send statements by the transaction around it', async () => {
    const { db, store, run, titles } = await openNotes(open)

    await run(async () => {
      const outer = currentTransaction(db)
      await store.transaction(async () => {
        await outer.insertInto('note').values({ title: 'by the outer one' }).execute()
      })
    })

    expect(await titles()).toEqual(['by the outer one'])
  })

  it.each([
    ['commits', ['beside', 'inside'], null],
    ['rolls back', [], 'has undone a statement beside it'],
  ])(
    'a statement that the work of one waits for is sent after a second, and one that %s stores all or nothing',
    async (end, stored, error) => {
      const { store, run, titles } = await openNotes(open)
      const isOpen = Promise.withResolvers<void>()

      const outcome = run(() => {
        const beside = isOpen.promise.then(() => store.create({ title: 'beside' }))
        const work = store.transaction(async () => {
          await store.create({ title: 'inside' })
          isOpen.resolve()
          await beside
          if (end === 'rolls back') throw new Error('Undo it.')
        })
        return work.catch(() => {})
      })

      if (error === null) await outcome
      else await expect(outcome).rejects.toThrow(error)
      expect(await titles()).toEqual(stored)
    },
  )

  it('a read that is sent after a second beside one that is rolled back loses nothing', async () => {
    const { db, store, run, titles } = await openNotes(open)
    let isOver = false

    await run(async () => {
      await store.create({ title: 'before' })
      const slow = undone(store, 1300).then(() => {
        isOver = true
      })
      await sleep(10)
      await store.find('1')
      await currentTransaction(db).selectFrom('note').selectAll().execute()
      expect(isOver).toBe(false)
      await slow
    })

    expect(await titles()).toEqual(['before'])
  })

  it('a write after such a read is sent at once, and nothing is stored if it is undone', async () => {
    const { store, run, titles } = await openNotes(open)

    const outcome = run(async () => {
      await store.create({ title: 'before' })
      const slow = undone(store, 1300)
      await sleep(10)
      await store.find('1')
      await store.create({ title: 'beside' })
      await slow
    })

    await expect(outcome).rejects.toThrow('has undone a statement beside it')
    expect(await titles()).toEqual([])
  })

  it('one that is still open at the end of the work leaves nothing stored', async () => {
    const { store, run, titles } = await openNotes(open)
    let forgotten: Promise<unknown> | undefined

    const outcome = run(async () => {
      forgotten = store
        .transaction(async () => {
          await store.create({ title: 'debit' })
          await sleep(20)
          await store.create({ title: 'credit' })
        })
        .catch((error: Error) => error.name)
      await sleep(10)
    })

    await expect(outcome).rejects.toThrow('is still open: await it')
    expect(await forgotten).toBe('TransactionOver')
    expect(await titles()).toEqual([])
  })

  it('one is undone with those that are open in it', async () => {
    const { store, run, titles } = await openNotes(open)
    const add = (title: string) => store.transaction(() => store.create({ title }))

    await run(async () => {
      await store.create({ title: 'before' })
      const order = store.transaction(async () => {
        await store.create({ title: 'order' })
        await Promise.all(['line', 'line', 'other line'].map(add))
      })
      await expect(order).rejects.toThrow('Invalid input.')
      await store.create({ title: 'after' })
    })

    expect(await titles()).toEqual(['after', 'before'])
  })

  it('a statement of the transaction around one waits for another within that one', async () => {
    const { db, store, run, titles } = await openNotes(open)

    await run(async () => {
      const outer = currentTransaction(db)
      await store.transaction(async () => {
        const later = undone(store)
        await sleep(10)
        await outer.insertInto('note').values({ title: 'by the outer one' }).execute()
        await later
      })
    })

    expect(await titles()).toEqual(['by the outer one'])
  })

  it('nothing is stored when one in a slow one has undone a write beside both', async () => {
    const { store, run, titles } = await openNotes(open)

    const outcome = run(async () => {
      const slow = store.transaction(async () => {
        await store.create({ title: 'around it' })
        await undone(store, 1500)
      })
      await sleep(20)
      await store.create({ title: 'beside' })
      await slow
    })

    await expect(outcome).rejects.toThrow('has undone a statement beside it')
    expect(await titles()).toEqual([])
  })

  it('nothing is stored when a slow one has undone a statement that writes by other words', async () => {
    const { db, store, run, titles } = await openNotes(open)
    const isSqlite = database === 'SQLite'
    if (!isSqlite)
      await sql`create or replace function add_note(t text) returns int language sql as
        'insert into note (title) values (t) returning 1'`.execute(db)
    const statement = isSqlite
      ? sql`with x as (select 'x' as title) replace into note (title) select title from x`
      : sql`select add_note('x')`

    const outcome = run(async () => {
      const slow = undone(store, 1500)
      await sleep(20)
      await statement.execute(currentTransaction(db))
      await slow
    })

    await expect(outcome).rejects.toThrow('has undone a statement beside it')
    expect(await titles()).toEqual([])
  })

  it('those in a transaction of Kysely are one after the other, and other writes wait', async () => {
    const { db, titles } = await openNotes(open)

    await db.transaction().execute(async (transaction) => {
      const store = kyselyStore(transaction, 'note')
      const other = kyselyStore(transaction, 'note')
      await Promise.all([
        undone(store),
        other.transaction(() => other.create({ title: 'of another one' })),
        store.create({ title: 'beside' }),
      ])
    })

    expect(await titles()).toEqual(['beside', 'of another one'])
  })

  it('one in a given transaction may have others in it, by any store of that', async () => {
    const { db, store, run, titles } = await openNotes(open)
    const add = async (given: Kysely<Tables>, title: string) => {
      const [first, second] = [kyselyStore(given, 'note'), kyselyStore(given, 'note')]
      await first.transaction(async () => {
        await undone(second)
        await second.transaction(() => second.create({ title }))
      })
    }

    await db.transaction().execute((given) => add(given, 'of Kysely'))
    await run(async () => {
      const given = currentTransaction(db)
      await add(given, 'of a request')
      await store.transaction(() => add(given, 'within one'))
    })

    expect(await titles()).toEqual(['of Kysely', 'of a request', 'within one'])
  })

  it('one that waits for another, which waits for it, fails after 30 seconds', async () => {
    const { store, run, titles } = await openNotes(open)
    const isOpen = Promise.withResolvers<void>()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())

    const outcome = run(async () => {
      const beside = isOpen.promise.then(() =>
        store.transaction(() => store.create({ title: 'beside' })),
      )
      await store.transaction(async () => {
        await store.create({ title: 'inside' })
        isOpen.resolve()
        await beside
      })
    }).catch(({ message }: Error) => message)
    await isOpen.promise
    await vi.advanceTimersByTimeAsync(30_000)

    expect(await outcome).toContain('has waited for 30 seconds for the one before it')
    vi.useRealTimers()
    expect(await titles()).toEqual([])
  })
})
