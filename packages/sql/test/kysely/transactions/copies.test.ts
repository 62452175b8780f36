import { setTimeout as sleep } from 'node:timers/promises'
import { CamelCasePlugin, type Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { kyselyAccounts, kyselyStore, kyselyTransactions } from '../../../src/kysely/index.ts'
import { onBothDatabases, type Tables } from './both-databases.ts'

const accountsOf = (db: Kysely<Tables>) => kyselyAccounts(db, { secrets: ['x'.repeat(50)] })

/** A transaction of a store that takes its time after a write, and is rolled back. */
const undoneBy = (db: Kysely<Tables>) => {
  const store = kyselyStore(db, 'note')
  return store
    .transaction(async () => {
      await store.create({ title: 'undone' })
      await sleep(40)
      throw new Error('Undo it.')
    })
    .catch(() => {})
}

/** Rolls back by the one, while the other adds a note in a savepoint and another beside it. */
async function addBeside(one: Kysely<Tables>, other: Kysely<Tables>, title: string) {
  const store = kyselyStore(other, 'note')
  const committed = sleep(10).then(() =>
    store.transaction(async () => {
      await store.create({ title: `${title}: in one` })
      await sleep(50)
    }),
  )
  const beside = sleep(20).then(() => store.create({ title: `${title}: beside` }))
  await Promise.all([undoneBy(one), committed, beside])
}

const stored = (...names: readonly string[]) =>
  names.flatMap((name) => [`${name}: beside`, `${name}: in one`])

onBothDatabases('copies of a transaction', (open, database) => {
  const schema = database === 'SQLite' ? 'main' : 'public'
  const work = async (transaction: Kysely<Tables>) => {
    const copy = transaction.withPlugin(new CamelCasePlugin())
    await addBeside(transaction, copy, 'a plugin')
    await addBeside(copy, copy.withoutPlugins(), 'no plugin')
    await addBeside(copy, transaction.withSchema(schema), 'schema')
    await addBeside(copy, transaction.$extendTables<Record<never, never>>(), 'types')
  }
  const all = stored('a plugin', 'no plugin', 'schema', 'types')

  it('its copies take turns in a transaction of Kysely', async () => {
    const { db, titles } = await open()

    await db.transaction().execute(work)

    expect(await titles()).toEqual(all)
  })

  it('its copies take turns in a transaction of Kysely that ends by a call', async () => {
    const { db, titles } = await open()

    const transaction = await db.startTransaction().execute()
    await work(transaction)
    await transaction.commit().execute()

    expect(await titles()).toEqual(all)
  })

  it('its copies take turns in the transaction of a request', async () => {
    const { db, titles } = await open()

    await kyselyTransactions(db).run(work)

    expect(await titles()).toEqual(all)
  })

  it('stores have nothing to do with a transaction that had the connection before', async () => {
    const { db, titles } = await open()
    const never = new Promise(() => {})

    await db.transaction().execute(async (transaction) => {
      const store = kyselyStore(transaction, 'note')
      await store.create({ title: 'first' })
      const isOpen = Promise.withResolvers<void>()
      void store.transaction(async () => {
        await store.find('1')
        isOpen.resolve()
        await never
      })
      await isOpen.promise
    })
    await db.transaction().execute((transaction) => addBeside(transaction, transaction, 'second'))

    expect(await titles()).toEqual(['first', ...stored('second')])
  })

  it('a copy of a transaction that is over has no part in the next one on its connection', async () => {
    const { db, titles } = await open()
    const over = await db.transaction().execute(async (transaction) => {
      await kyselyStore(transaction, 'note').create({ title: 'first' })
      return transaction
    })

    await db.transaction().execute(async (transaction) => {
      const store = kyselyStore(over.withPlugin(new CamelCasePlugin()), 'note')
      const late = store.transaction(() => store.create({ title: 'late' }))
      await expect(late).rejects.toThrow()
      await transaction.insertInto('note').values({ title: 'second' }).execute()
    })

    expect(await titles()).toEqual(['first', 'second'])
  })

  it('accounts in a transaction of Kysely wait for a store that rolls back', async () => {
    const { db } = await open()
    const ann = await accountsOf(db).users.create({ username: 'ann', password: 'quite-long-7' })

    await db.transaction().execute(async (transaction) => {
      const { users } = accountsOf(transaction)
      await Promise.all([undoneBy(transaction), sleep(10).then(() => users.setActive(ann, false))])
    })

    expect((await accountsOf(db).users.find('ann'))?.isActive).toBe(false)
  })
})
