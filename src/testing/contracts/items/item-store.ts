import { describe, expect, it, onTestFinished } from 'vitest'
import type { ItemStore } from '../../../index.ts'
import { type Book, idsOf } from './item-set.ts'

export type BookStore = ItemStore<Book, { id?: number; title: string; rating: number | null }>

/** Opens an empty store of books with integer keys. */
export type OpenStore = () => Promise<{ store: BookStore; close(): Promise<void> }>

/** What every item store keeps. */
export function testItemStore(name: string, openStore: OpenStore): void {
  async function open(): Promise<BookStore> {
    const { store, close } = await openStore()
    onTestFinished(close)
    return store
  }

  describe(`item store: ${name}`, () => {
    it('adds an item and returns it with its key', async () => {
      const store = await open()

      const emma = await store.create({ title: 'Emma', rating: 4 })
      const ulysses = await store.create({ title: 'Ulysses', rating: null })

      expect(emma).toEqual({ id: emma.id, title: 'Emma', rating: 4 })
      expect(ulysses.id).not.toBe(emma.id)
      expect(await store.find(String(emma.id))).toEqual(emma)
      expect(await store.find(String(ulysses.id))).toEqual(ulysses)
    })

    it('the list of a store contains the added items', async () => {
      const store = await open()
      expect(await store.items.count()).toBe(0)

      const emma = await store.create({ title: 'Emma', rating: 4 })

      expect(await store.items.count()).toBe(1)
      expect(await store.items.slice(0, 10)).toEqual([emma])
    })

    it.each([
      ...['', 'abc', '0', '-1', '2', '01', '+1', ' 1', '1 ', '1.0', '1e0', '0x1', '1_0', '١', '\0'],
      ...['1\0', '\ud800', '9007199254740991', '9007199254740993', '18446744073709551617'],
      ...['1'.repeat(40), 'x'.repeat(100_000), '__proto__', "1' or '1'='1", '1;drop table book'],
    ])('finds nothing by a key that no item has (case %#)', async (key) => {
      const store = await open()
      expect((await store.create({ title: 'Emma', rating: 4 })).id).toBe(1)

      expect(await store.find(key)).toBeNull()
    })

    it('changes the given fields and returns the item as it is now', async () => {
      const store = await open()
      const emma = await store.create({ title: 'Emma', rating: 4 })
      const ulysses = await store.create({ title: 'Ulysses', rating: 2 })

      const rated = await store.update(emma, { rating: 5 })
      const renamed = await store.update(emma, { title: 'Emma (1815)' })

      expect(rated).toEqual({ ...emma, rating: 5 })
      expect(renamed).toEqual({ ...emma, rating: 5, title: 'Emma (1815)' })
      expect(await store.find(String(emma.id))).toEqual(renamed)
      expect(await store.find(String(ulysses.id))).toEqual(ulysses)
    })

    it('changes nothing when no fields are given', async () => {
      const store = await open()
      const emma = await store.create({ title: 'Emma', rating: 4 })

      expect(await store.update(emma, {})).toEqual(emma)
    })

    it('removes an item, and does not mind when it has vanished', async () => {
      const store = await open()
      const emma = await store.create({ title: 'Emma', rating: 4 })
      const ulysses = await store.create({ title: 'Ulysses', rating: 2 })

      await store.destroy(emma)
      await store.destroy(emma)

      expect(await store.find(String(emma.id))).toBeNull()
      expect(idsOf(await store.items.slice(0, null))).toEqual([ulysses.id])
    })

    it('an item store reports a change to an item that has vanished', async () => {
      const store = await open()
      const emma = await store.create({ title: 'Emma', rating: 4 })
      await store.destroy(emma)

      expect(await store.update(emma, { rating: 5 })).toBeNull()
      expect(await store.update(emma, {})).toBeNull()
      expect(await store.items.count()).toBe(0)
    })

    it('refuses a second item with the same key', async () => {
      const store = await open()
      const emma = await store.create({ title: 'Emma', rating: 4 })

      await expect(store.create({ id: emma.id, title: 'Ulysses', rating: null })).rejects.toThrow()
      expect(await store.items.slice(0, null)).toEqual([emma])
    })
  })
}
