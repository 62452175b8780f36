import type { Condition } from 'turnpike'
import { UnreadableValue } from 'turnpike/kit'
import { expect, it } from 'vitest'
import { drizzleStore } from '../../../src/drizzle/store/store.ts'
import { textKey } from '../../../src/kysely/index.ts'
import { onBothDatabases } from './both-databases.ts'
import { makeTables } from './schemas.ts'

const early = new Date('1969-06-01T00:00:00Z')
const late = new Date('2026-01-02T03:04:05Z')

onBothDatabases('values that a column encodes', ({ schemas: { prices }, open }) => {
  async function openPrices() {
    const { orm, db } = await open()
    await makeTables(db)
    const store = drizzleStore(orm, prices, { readKey: textKey })
    await store.create({ code: 'a', amount: 1.5, paidAt: early })
    await store.create({ code: 'b', amount: 250, paidAt: late })
    return store
  }

  it('conditions compare values as the column stores them', async () => {
    const { items } = await openPrices()
    const codesOf = async (condition: Condition) => {
      const found = await items.where?.(condition).slice(0, null)
      return found?.map(({ code }) => code).toSorted()
    }
    const is = (field: string, operator: '=' | '<' | '>=', value: Date | number | string) =>
      codesOf({ field, operator, value })

    expect(await is('paidAt', '<', new Date('2000-01-01'))).toEqual(['a'])
    expect(await is('paidAt', '>=', new Date('2000-01-01'))).toEqual(['b'])
    expect(await is('paidAt', '=', late)).toEqual(['b'])
    expect(await is('paidAt', '<', new Date(late.getTime() + 1))).toEqual(['a', 'b'])
    expect(await is('amount', '=', 1.5)).toEqual(['a'])
    expect(await is('amount', '=', 150)).toEqual([])
    expect(await is('amount', '<', 100)).toEqual(['a'])
    expect(await is('code', '=', 'b')).toEqual(['b'])
    expect(await codesOf({ field: 'code', operator: 'in', value: ['a', 'p_b'] })).toEqual(['a'])
    expect(await codesOf({ not: { field: 'amount', operator: '<', value: 100 } })).toEqual(['b'])
    expect(await codesOf({ field: 'code', operator: 'startsWith', value: 'p_' })).toEqual([
      'a',
      'b',
    ])
  })

  it('an item is found, narrowed, changed and removed by a key that its column encodes', async () => {
    const store = await openPrices()
    const item = (await store.find('a')) as NonNullable<Awaited<ReturnType<typeof store.find>>>

    expect(item).toEqual({ code: 'a', amount: 1.5, paidAt: early })
    expect(await store.find('p_a')).toBeNull()
    expect(await store.meets?.(item, { field: 'amount', operator: '<', value: 2 })).toBe(true)
    expect(await store.meets?.(item, { field: 'amount', operator: '>', value: 2 })).toBe(false)
    expect(await store.update(item, { amount: 2 })).toMatchObject({ code: 'a', amount: 2 })
    await store.destroy(item)
    expect(await store.find('a')).toBeNull()
  })

  it('a value that the type of a column cannot encode is reported with its field', async () => {
    const { items } = await openPrices()
    const read = items.where?.({ field: 'amount', operator: '=', value: 'much' }).slice(0, null)
    await expect(read).rejects.toThrow(UnreadableValue)
    await expect(read).rejects.toMatchObject({ field: 'amount' })
  })
})
