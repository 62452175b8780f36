import { quick } from '@turnpike/test-support/accounts.ts'
import { oneView } from '@turnpike/test-support/one-view.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { ApiResponse, PermissionDenied } from 'turnpike'
import { expect, it } from 'vitest'
import { drizzleStore } from '../../../src/drizzle/index.ts'
import { isSqlite } from '../../../src/kysely/database.ts'
import { kyselyAccounts, kyselyTransactions } from '../../../src/kysely/index.ts'
import { onBothDatabases } from './both-databases.ts'
import { makeTables } from './schemas.ts'

onBothDatabases('transactions', ({ schemas, joins, open }) => {
  const { people, tags } = schemas

  async function openClient(ends: () => ApiResponse) {
    const { orm, db } = await open()
    await makeTables(db)
    const store = drizzleStore(orm, tags)
    const { users } = kyselyAccounts(db, { secrets, passwords: quick })
    /** A driver of the application's own would wait for the writer of SQLite. */
    const writesBeside = joins || !isSqlite(db)
    const client = oneView(
      {
        async post() {
          if (writesBeside) await orm.insert(people).values({ fullName: 'Ann' })
          await store.create({ noteId: 1, tagId: 2 })
          await users.create({ username: 'ada', password: null })
          return ends()
        },
      },
      { ATOMIC_REQUESTS: true, TRANSACTIONS: kyselyTransactions(db) },
    )
    const stored = async () => ({
      people: await orm.$count(people),
      tags: await store.items.count(),
      users: (await users.find('ada')) !== null,
    })
    return { client, stored, writesBeside }
  }

  it('an atomic request stores what Drizzle, the store and the accounts write', async () => {
    const { client, stored, writesBeside } = await openClient(() => new ApiResponse({}, 201))

    expect((await client.post('/')).status).toBe(201)
    expect(await stored()).toEqual({ people: writesBeside ? 1 : 0, tags: 1, users: true })
  })

  it('an atomic request that fails stores nothing but what does not join', async () => {
    const { client, stored, writesBeside } = await openClient(() => {
      throw new PermissionDenied()
    })

    expect((await client.post('/')).status).toBe(403)
    const isBeside = !joins && writesBeside
    expect(await stored()).toEqual({ people: isBeside ? 1 : 0, tags: 0, users: false })
  })

  it('transactions of Drizzle are savepoints of an atomic request where Drizzle joins', async () => {
    if (!joins) return
    const { orm, db } = await open()
    await makeTables(db)
    const store = drizzleStore(orm, tags)

    await kyselyTransactions(db).run(async () => {
      await orm.insert(people).values({ fullName: 'Ann' })
      const inner = orm.transaction(async (tx) => {
        await tx.insert(people).values({ fullName: 'Bob' })
        await store.create({ noteId: 1, tagId: 2 })
        expect(await drizzleStore(tx, tags).items.count()).toBe(1)
        tx.rollback()
      })
      await expect(inner).rejects.toThrow('Rollback')
    })

    expect([await orm.$count(people), await store.items.count()]).toEqual([1, 0])
  })

  it('a transaction of Drizzle has the store of its tx, with drizzleSqlite any store', async () => {
    const { orm, db } = await open()
    if (isSqlite(db) && !joins) return
    await makeTables(db)

    const failing = orm.transaction(async (tx) => {
      await tx.insert(people).values({ fullName: 'Ann' })
      await drizzleStore(tx, tags).create({ noteId: 1, tagId: 2 })
      await drizzleStore(orm, tags).create({ noteId: 1, tagId: 3 })
      throw new Error('no')
    })

    await expect(failing).rejects.toThrow('no')
    const stored = await drizzleStore(orm, tags).items.slice(0, null)
    expect(stored).toEqual(isSqlite(db) ? [] : [{ noteId: 1, tagId: 3, weight: null }])
  })
})
