import { quick } from '@turnpike/test-support/accounts.ts'
import { oneView } from '@turnpike/test-support/one-view.ts'
import { ApiResponse, type Handler, PermissionDenied } from 'turnpike'
import { expectFailure, expectSame } from '../../../../testing/src/contracts/expect.ts'
import { kyselyAccounts, kyselyTransactions } from '../../../src/kysely/index.ts'
import type { Opened } from '../session.ts'
import { requireShared, suite, Unsupported } from '../suite.ts'

export const transactions = suite('Atomic', (it) => {
  it('an atomic request stores what its store and the accounts write', async (opened) => {
    const client = atomicView(opened, async () => {
      await writeBeside(opened)
      return new ApiResponse({}, 201)
    })

    expectSame((await client.post('/')).status, 201, 'the status')
    expectSame(await stored(opened), ['Emma', 'ada'], 'what others see')
  })

  it('an atomic request that fails stores nothing of its store and the accounts', async (opened) => {
    const client = atomicView(opened, async () => {
      await writeBeside(opened)
      throw new PermissionDenied()
    })

    expectSame((await client.post('/')).status, 403, 'the status')
    expectSame(await stored(opened), [], 'what others see')
  })

  it('an atomic request stores what the ORM itself writes', async (opened) => {
    requireShared(opened.pair)
    const client = atomicView(opened, async () => {
      await writeAll(opened)
      return new ApiResponse({}, 201)
    })

    expectSame((await client.post('/')).status, 201, 'the status')
    expectSame(await stored(opened), ['Emma', 'Ulysses', 'ada'], 'what others see')
  })

  it('an atomic request that fails stores nothing that the ORM itself has written', async (opened) => {
    requireShared(opened.pair)
    const client = atomicView(opened, async () => {
      await writeAll(opened)
      throw new PermissionDenied()
    })

    expectSame((await client.post('/')).status, 403, 'the status')
    expectSame(await stored(opened), [], 'what others see')
  })

  it('statements of an ORM that are said to be apart from a transaction are apart', async (opened) => {
    const { orm, pair } = opened
    if (orm.db === null) throw new Unsupported('arrays have no transactions')
    if (pair.apart === undefined) return
    const failed = kyselyTransactions(orm.db).run(async () => {
      await orm.insert('book', { id: 1001, title: 'Ulysses', rating: 5 })
      throw new RangeError('The work has failed.')
    })

    await expectFailure(failed, RangeError, 'a transaction whose work throws')
    expectSame(await stored(opened), ['Ulysses'], 'what others see')
  })

  it('lists of an atomic request have what the ORM has written in it', async (opened) => {
    requireShared(opened.pair)
    const { orm } = opened
    const client = atomicView(opened, async () => {
      await orm.insert('book', { id: 1001, title: 'Emma', rating: 4 })
      return new ApiResponse({ count: await orm.items('book').count() })
    })

    const answer = await client.post('/')
    expectSame(await answer.json(), { count: 1 }, 'the count in the request')
  })

  it('a transaction of a store includes what the ORM writes', async (opened) => {
    requireShared(opened.pair)
    const { orm } = opened
    const store = storeOf(opened)
    const failed = store.transaction(async () => {
      await orm.insert('book', { id: 1001, title: 'Emma', rating: 4 })
      throw new RangeError('The work has failed.')
    })
    await expectFailure(failed, RangeError, 'a transaction whose work throws')
    expectSame(await stored(opened), [], 'what others see after a failure')

    await store.transaction(async () => {
      await orm.insert('book', { id: 1001, title: 'Emma', rating: 4 })
      expectSame(await stored(opened), [], 'what others see before the commit')
    })
    expectSame(await stored(opened), ['Emma'], 'what others see after the commit')
  })

  it('an atomic request stores the rest when it catches an error of the store', async (opened) => {
    const store = storeOf(opened)
    const client = atomicView(opened, async () => {
      const emma = await store.create({ title: 'Emma', rating: 4 })
      const twice = store.transaction(async () =>
        store.create({ id: emma.id, title: 'Ulysses', rating: 5 }),
      )
      await expectFailure(twice, null, 'a second item with the same key')
      await store.create({ title: 'Persuasion', rating: 3 })
      return new ApiResponse({}, 201)
    })

    expectSame((await client.post('/')).status, 201, 'the status')
    expectSame(await stored(opened), ['Emma', 'Persuasion'], 'what others see')
  })

  it('simultaneous atomic requests are each stored whole or not at all', async (opened) => {
    requireShared(opened.pair)
    const { orm } = opened
    let number = 0
    const client = atomicView(opened, async () => {
      const id = 1000 + number++
      await orm.store('book').create({ title: `Volume ${id}`, rating: null })
      await orm.insert('book', { id: id + 1000, title: `Volume ${id}`, rating: 1 })
      if (id % 2 === 1) throw new PermissionDenied()
      return new ApiResponse({}, 201)
    })

    await Promise.all(Array.from({ length: 6 }, () => client.post('/')))

    const expected = [1000, 1000, 1002, 1002, 1004, 1004].map((id) => `Volume ${id}`)
    expectSame(await stored(opened), expected, 'what others see')
  })
})

function storeOf({ orm }: Opened) {
  const store = orm.store('book')
  const transaction = store.transaction?.bind(store)
  if (transaction === undefined) throw new Unsupported('arrays have no transactions')
  return { ...store, transaction }
}

function atomicView({ orm: { db } }: Opened, post: Handler) {
  if (db === null) throw new Unsupported('arrays have no transactions')
  return oneView({ post }, { ATOMIC_REQUESTS: true, TRANSACTIONS: kyselyTransactions(db) })
}

async function writeAll(opened: Opened): Promise<void> {
  await opened.orm.insert('book', { id: 1001, title: 'Ulysses', rating: 5 })
  await writeBeside(opened)
}

async function writeBeside({ orm }: Opened): Promise<void> {
  if (orm.db === null) return
  await orm.store('book').create({ title: 'Emma', rating: 4 })
  const { users } = kyselyAccounts(orm.db, { secrets: ['s'.repeat(32)], passwords: quick })
  await users.create({ username: 'ada', password: 'a long password' })
}

/** The titles and the names of users that another connection sees. */
async function stored({ other }: Opened): Promise<string[]> {
  if (other === null) return []
  const books = await other.selectFrom('book').select('title').orderBy('title').execute()
  const users = await other.selectFrom('turnpike_user').select('username').execute()
  return [...books.map(({ title }) => title), ...users.map(({ username }) => username)]
}
