import { describe, expect, it } from 'vitest'
import { arrayItems, arrayStore } from '../../src/index.ts'

describe('items of an array', () => {
  it('items of an array follow the array as it changes', async () => {
    const array = [{ id: 2 }, { id: 1 }]
    const items = arrayItems(array)
    const ordered = items.orderBy(['id'])

    array.push({ id: 0 })

    expect(await items.count()).toBe(3)
    expect(await ordered.slice(0, null)).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }])
    expect(array.map(({ id }) => id)).toEqual([2, 1, 0])
  })

  it('items of an array are ordered by dates, booleans, big integers and texts', async () => {
    const items = arrayItems([
      { at: new Date(3), big: 2n ** 70n, done: true, name: 'b' },
      { at: new Date(1), big: 2n, done: false, name: 'B' },
      { at: new Date(2), big: 10n, done: true, name: 'a' },
    ])
    const names = async (field: string) =>
      (await items.orderBy([field]).slice(0, null)).map(({ name }) => name)

    expect(await names('at')).toEqual(['B', 'a', 'b'])
    expect(await names('big')).toEqual(['B', 'a', 'b'])
    expect(await names('done')).toEqual(['B', 'b', 'a'])
    expect(await names('name')).toEqual(['B', 'a', 'b'])
  })

  it('ordering by a field that the items lack leaves their order', async () => {
    const array = [{ id: 2 }, { id: 1 }]

    for (const field of ['size', 'constructor', '__proto__']) {
      expect(
        await arrayItems(array)
          .orderBy([`-${field}`])
          .slice(0, null),
      ).toEqual(array)
    }
  })
})

describe('a store in an array', () => {
  it('an array store counts keys up, and reuses none', async () => {
    const store = arrayStore([{ id: 7, name: 'ada' }])
    const bob = await store.create({ name: 'bob' })
    await store.destroy(bob)

    expect(bob.id).toBe(8)
    expect((await store.create({ name: 'eve' })).id).toBe(9)
  })

  it('an array store takes the keys that it is given', async () => {
    const store = arrayStore([{ code: 'at', name: 'Austria' }], { key: 'code' })
    const belgium = await store.create({ code: 'be', name: 'Belgium' })

    expect(await store.find('be')).toBe(belgium)
    // @ts-expect-error the name is missing
    await store.create({ code: 'ch' })
  })

  it('an array store refuses a key that another item has, as a database does', async () => {
    const countries = [
      { code: 'at', name: 'Austria' },
      { code: 'be', name: 'Belgium' },
    ]
    const [austria, belgium] = countries as [(typeof countries)[0], (typeof countries)[0]]
    const store = arrayStore(countries, { key: 'code' })
    const taken = { status: 400, detail: { code: ['This field must be unique.'] } }

    await expect(store.create({ code: 'at', name: 'Austria' })).rejects.toMatchObject(taken)
    await expect(store.update(belgium, { code: 'at' })).rejects.toMatchObject(taken)
    expect(await store.update(austria, { code: 'at', name: 'Österreich' })).toMatchObject({
      name: 'Österreich',
    })
    expect(countries.map(({ name }) => name)).toEqual(['Österreich', 'Belgium'])

    const seats = arrayStore([{ row: 1, seat: 2 }], { key: ['row', 'seat'] })
    const message = 'The fields row, seat must make a unique set.'
    await expect(seats.create({ row: 1, seat: 2 })).rejects.toMatchObject({
      detail: { row: [message], seat: [message] },
    })
  })

  it('leaves an item as it was when a changed one takes its place', async () => {
    const ada = { id: 1, name: 'ada' }
    const array = [ada]

    const changed = await arrayStore(array).update(ada, { name: 'Ada' })

    expect(ada).toEqual({ id: 1, name: 'ada' })
    expect(array).toEqual([changed])
  })
})
