import { type Chapter, type ContractCase, contract } from '../contract.ts'
import { expectFailure, expectOther, expectSame } from '../expect.ts'
import { idsOf, type OpenedItemStore } from './fixtures.ts'

/**
 * The contract of every `ItemStore`.
 *
 * @param open opens an empty store of books, which gives them integer keys.
 */
export const itemStoreContract = (
  open: () => OpenedItemStore | Promise<OpenedItemStore>,
): ContractCase[] => contract(open, creation, unknownKeys, changes, conditions, transactions)

const creation: Chapter<OpenedItemStore> = (it) => {
  it('an item store adds an item and returns it with its key', async ({ store }) => {
    const emma = await store.create({ title: 'Emma', rating: 4 })
    const ulysses = await store.create({ title: 'Ulysses', rating: null })

    expectSame(emma, { id: emma.id, title: 'Emma', rating: 4 }, 'the created item')
    expectOther(ulysses.id, emma.id, 'the key of the second item')
    expectSame(await store.find(String(emma.id)), emma, 'the first item by its key')
    expectSame(await store.find(String(ulysses.id)), ulysses, 'the second item by its key')
  })

  it('the list of a store contains the added items', async ({ store }) => {
    expectSame(await store.items.count(), 0, 'the count of the empty store')

    const emma = await store.create({ title: 'Emma', rating: 4 })

    expectSame(await store.items.count(), 1, 'the count with one item')
    expectSame(await store.items.slice(0, 10), [emma], 'the list')
  })

  it('an item store refuses a second item with the same key', async ({ store }) => {
    const emma = await store.create({ title: 'Emma', rating: 4 })

    const again = store.create({ id: emma.id, title: 'Ulysses', rating: null })
    await expectFailure(again, null, 'a second item with the same key')
    expectSame(await store.items.slice(0, null), [emma], 'the list')
  })
}

const unknownKeys: Chapter<OpenedItemStore> = (it) => {
  for (const [index, key] of texts.entries()) {
    const shown = JSON.stringify(key.slice(0, 12))
    it(`an item store finds no item by an unknown key, number ${index}: ${shown}`, async ({
      store,
    }) => {
      const { id } = await store.create({ title: 'Emma', rating: 4 })

      if (key !== String(id)) expectSame(await store.find(key), null, 'what find() gives')
    })
  }
}

/** Other spellings of a 1, numbers beyond those of a database, and texts that do harm. */
const texts = [
  ...['', 'abc', '0', '-1', '2', '01', '+1', ' 1', '1 ', '1.0', '1e0', '0x1', '1_0', '١', '\0'],
  ...['1\0', '\ud800', '9007199254740991', '9007199254740993', '18446744073709551617'],
  ...['1'.repeat(40), 'x'.repeat(100_000), '__proto__', "1' or '1'='1", '1;drop table book'],
]

const changes: Chapter<OpenedItemStore> = (it) => {
  it('an item store changes the given fields and returns the item as it is now', async ({
    store,
  }) => {
    const emma = await store.create({ title: 'Emma', rating: 4 })
    const ulysses = await store.create({ title: 'Ulysses', rating: 2 })

    const rated = await store.update(emma, { rating: 5 })
    const renamed = await store.update(emma, { title: 'Emma (1815)' })

    expectSame(rated, { ...emma, rating: 5 }, 'the item with another rating')
    const expected = { ...emma, rating: 5, title: 'Emma (1815)' }
    expectSame(renamed, expected, 'the item with another title, too')
    expectSame(await store.find(String(emma.id)), expected, 'the changed item by its key')
    expectSame(await store.find(String(ulysses.id)), ulysses, 'another item')
  })

  it('an item store changes nothing when no fields are given', async ({ store }) => {
    const emma = await store.create({ title: 'Emma', rating: 4 })

    expectSame(await store.update(emma, {}), emma, 'the item of which nothing is changed')
  })

  it('an item store removes an item, and does not mind when it has vanished', async ({ store }) => {
    const emma = await store.create({ title: 'Emma', rating: 4 })
    const ulysses = await store.create({ title: 'Ulysses', rating: 2 })

    await store.destroy(emma)
    await store.destroy(emma)

    expectSame(await store.find(String(emma.id)), null, 'the removed item')
    expectSame(idsOf(await store.items.slice(0, null)), [ulysses.id], 'the ids of the list')
  })

  it('an item store gives null for a change to an item that has vanished', async ({ store }) => {
    const emma = await store.create({ title: 'Emma', rating: 4 })
    await store.destroy(emma)

    expectSame(await store.update(emma, { rating: 5 }), null, 'what update() gives')
    expectSame(await store.update(emma, {}), null, 'what update() of no field gives')
    expectSame(await store.items.count(), 0, 'the count')
  })
}

const conditions: Chapter<OpenedItemStore> = (it) => {
  it('an item store says whether an item meets a condition, as it is stored', async ({ store }) => {
    const emma = await store.create({ title: 'Emma', rating: 4 })
    const meets = async (value: number) =>
      store.meets?.(emma, { field: 'rating', operator: '=', value })
    if (store.meets === undefined) return

    expectSame([await meets(4), await meets(5)], [true, false], 'what meets() gives')
    await store.update(emma, { rating: 5 })
    expectSame([await meets(4), await meets(5)], [false, true], 'what meets() gives then')
    await store.destroy(emma)
    expectSame(await meets(5), false, 'what meets() gives for an item that has vanished')
  })
}

const transactions: Chapter<OpenedItemStore> = (it) => {
  it('a transaction of an item store stores all that is written in it', async ({ store }) => {
    if (store.transaction === undefined) return

    const title = await store.transaction(async () => {
      const emma = await store.create({ title: 'Emma', rating: 4 })
      await store.update(emma, { rating: 5 })
      await store.create({ title: 'Ulysses', rating: null })
      return emma.title
    })

    expectSame(title, 'Emma', 'what transaction() gives')
    const ratings = (await store.items.slice(0, null)).map(({ rating }) => rating)
    expectSame(ratings, [5, null], 'the ratings in the list')
  })

  it('a transaction of an item store stores nothing when its work throws', async ({ store }) => {
    if (store.transaction === undefined) return
    const emma = await store.create({ title: 'Emma', rating: 4 })
    const ulysses = await store.create({ title: 'Ulysses', rating: null })

    const failed = store.transaction(async () => {
      await store.update(emma, { rating: 5 })
      await store.destroy(ulysses)
      await store.create({ title: 'Persuasion', rating: 3 })
      expectSame(await store.items.count(), 2, 'the count in the transaction')
      throw new RangeError('The work has failed.')
    })

    await expectFailure(failed, RangeError, 'a transaction whose work throws')
    expectSame(await store.items.slice(0, null), [emma, ulysses], 'the list')
  })

  it('a transaction of an item store in another one is undone alone', async ({ store }) => {
    if (store.transaction === undefined) return

    const inner = store.transaction.bind(store)
    await store.transaction(async () => {
      await store.create({ title: 'Emma', rating: 4 })
      const failed = inner(async () => {
        await store.create({ title: 'Ulysses', rating: null })
        throw new RangeError('The inner work has failed.')
      })
      await expectFailure(failed, RangeError, 'an inner transaction whose work throws')
      await inner(async () => store.create({ title: 'Persuasion', rating: 3 }))
    })

    const titles = (await store.items.slice(0, null)).map(({ title }) => title)
    expectSame(titles, ['Emma', 'Persuasion'], 'the titles in the list')
  })

  it('simultaneous changes in transactions of an item store are all stored', async ({ store }) => {
    if (store.transaction === undefined) return
    const { id } = await store.create({ title: 'Emma', rating: 0 })

    const addOne = () =>
      store.transaction?.(async () => {
        const found = await store.find(String(id))
        if (found !== null) await store.update(found, { rating: (found.rating ?? 0) + 1 })
      })
    await Promise.all(Array.from({ length: 8 }, addOne))

    expectSame((await store.find(String(id)))?.rating, 8, 'the rating after 8 changes')
  })
}
