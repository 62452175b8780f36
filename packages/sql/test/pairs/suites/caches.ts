import { pageNumberPagination } from 'turnpike'
import { changesOfItems } from 'turnpike/kit'
import { expectSame, expectThat } from '../../../../testing/src/contracts/expect.ts'
import { kyselyTransactions } from '../../../src/kysely/index.ts'
import type { Opened } from '../session.ts'
import { suite, Unsupported } from '../suite.ts'
import { listClient, pageOf } from './answers.ts'

export const caches = suite('Cached', (it) => {
  it('the pages of a list are cached until the database changes', async (opened) => {
    const { orm } = await withBooks(opened)
    const items = orm.items('book')
    await items.count()
    const before = changesOfItems.get(items)?.token() ?? null
    if (before === null && opened.pair.kind !== 'sqlite') {
      throw new Unsupported('pages are cached on SQLite only, and read each time elsewhere')
    }
    if (opened.pair.readAgain !== undefined) {
      expectSame(before, null, 'the change token')
      throw new Unsupported(opened.pair.readAgain)
    }
    expectThat(before !== null, 'The list has a change token.')
    await orm.insert('book', { id: 1001, title: 'Emma', rating: 4 })
    await items.count()
    const after = changesOfItems.get(items)?.token() ?? null
    expectThat(after !== null && after !== before, 'The list has another change token.')
  })

  it('a cached page has what the ORM writes, what a store writes and what others write', async (opened) => {
    const { orm, add } = await withBooks(opened)
    const client = listClient({ items: orm.items('book'), pagination: pageNumberPagination() })
    const seen = async () => {
      await client.get('/?page=last')
      const page = await pageOf(await client.get('/?page=last'), 'the last page')
      const titles = page.results.map((item) => Reflect.get(item, 'title'))
      return [Reflect.get(page, 'count'), titles.at(-1)]
    }

    expectSame(await seen(), [10, 'Volume 10'], 'the count and the last title')
    await orm.insert('book', { id: 1001, title: 'Emma', rating: 4 })
    expectSame(await seen(), [11, 'Emma'], 'both after a row of the ORM')
    await add('book', [{ id: 2001, title: 'Ulysses', rating: 4 }])
    expectSame(await seen(), [12, 'Ulysses'], 'both after a row of another program')
    const store = orm.store('book')
    const last = await store.find('2001')
    await store.update(last, { title: 'Ulysses (1922)' })
    expectSame(await seen(), [12, 'Ulysses (1922)'], 'both after a change by the store')
    await store.destroy(last)
    expectSame(await seen(), [11, 'Emma'], 'both after a removal by the store')
  })

  it('a cached page has nothing of a transaction that was rolled back', async (opened) => {
    const { orm, pair } = await withBooks(opened)
    if (orm.db === null) return
    const client = listClient({ items: orm.items('book'), pagination: pageNumberPagination() })
    const count = async () => Reflect.get(await pageOf(await client.get('/'), 'the list'), 'count')
    const work = kyselyTransactions(orm.db).run(async () => {
      await orm.store('book').create({ title: 'Emma', rating: 4 })
      if (pair.apart === undefined) await orm.insert('book', { ...emma, id: 1001 })
      const expected = pair.apart === undefined ? 12 : 11
      expectSame(await count(), expected, 'the count in the transaction')
      throw new RangeError('The work has failed.')
    })
    await work.catch(() => {})
    expectSame(await count(), 10, 'the count after the transaction')
  })
})

const emma = { title: 'Emma', rating: 4 }

async function withBooks(opened: Opened): Promise<Opened> {
  const books = Array.from({ length: 10 }, (_, index) => ({
    id: index + 1,
    title: `Volume ${index + 1}`,
    rating: null,
  }))
  await opened.add('book', books)
  return opened
}
