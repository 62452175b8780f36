import type { Generated, Kysely } from 'kysely'
import type { ItemSet } from 'turnpike'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

interface Tables {
  note: { id: Generated<number>; owner: number; title: string; pinned: number }
  owner: { id: number; name: string }
  country: { code: string; continent: string }
}

describe('items of a query', () => {
  it('items of a query are the selected rows, with their type', async () => {
    const db = await open()
    const query = db.selectFrom('note').select(['title', 'pinned']).where('owner', '=', 1)

    const items = kyselyItems(db, query)

    expectTypeOf(items).toEqualTypeOf<ItemSet<{ title: string; pinned: number }>>()
    expect(await items.count()).toBe(3)
    expect(await items.slice(1, 1)).toEqual([{ title: 'b', pinned: 0 }])
  })

  it('items of a query come in the order of the query, then by key', async () => {
    const db = await open()

    const items = kyselyItems(db, db.selectFrom('note').select('id').orderBy('pinned', 'desc'))

    expect(await ids(items)).toEqual([2, 4, 1, 3, 5])
    expect(await ids(items.orderBy(['title', 'pinned']))).toEqual([1, 5, 3, 2, 4])
  })

  it('every order ends in the primary key, in the direction of the last field', async () => {
    const db = await open()
    const countries = kyselyItems(db, db.selectFrom('country').selectAll(), { key: 'code' })
    const codes = async (items: ItemSet<{ code: string }>) =>
      (await items.slice(0, null)).map(({ code }) => code)

    expect(await codes(countries)).toEqual(['at', 'be', 'ch', 'dk'])
    expect(await codes(countries.orderBy(['continent']))).toEqual(['at', 'be', 'ch', 'dk'])
    expect(await codes(countries.orderBy(['-continent']))).toEqual(['dk', 'ch', 'be', 'at'])
  })

  it('items of a query can come from joined tables', async () => {
    const db = await open()
    const query = db
      .selectFrom('note')
      .innerJoin('owner as who', 'who.id', 'note.owner')
      .select(['note.id', 'who.name'])

    const items = kyselyItems(db, query, { key: 'note.id' })

    expect(await items.count()).toBe(5)
    expect(await items.orderBy(['-who.name']).slice(0, 1)).toEqual([{ id: 5, name: 'bob' }])
    // @ts-expect-error there is no such column
    kyselyItems(db, query, { key: 'note.code' })
  })

  it('items of a grouped query are counted by group', async () => {
    const db = await open()
    const query = db
      .selectFrom('note')
      .select(({ fn }) => ['owner as id', fn.countAll<number>().as('notes')])
      .groupBy('owner')
    const distinct = db.selectFrom('note').select('pinned as id').distinct()

    expect(await kyselyItems(db, query).count()).toBe(2)
    expect(await kyselyItems(db, query).slice(0, 1)).toEqual([{ id: 1, notes: 3 }])
    expect(await kyselyItems(db, distinct).count()).toBe(2)
  })

  it('a field name is escaped as a name, whatever is in it', async () => {
    const db = await open()
    const items = kyselyItems(db, db.selectFrom('note').selectAll())

    for (const field of ['nothing', 'id desc', 'id" desc; drop table note; --', '(select 1)']) {
      await expect(items.orderBy([field]).slice(0, 1)).rejects.toThrow('no such column')
    }
    expect(await items.count()).toBe(5)
  })

  it('items of a limited query stay within its limit, in its order or another', async () => {
    const db = await open()
    const latest = db.selectFrom('note').select(['id', 'title']).orderBy('id', 'desc').limit(3)
    const items = kyselyItems(db, latest)

    expect(await items.count()).toBe(3)
    expect(await items.countUpTo?.(2)).toBe(2)
    expect(await ids(items)).toEqual([5, 4, 3])
    expect(await ids(items.orderBy(['-title']))).toEqual([4, 3, 5])
    expect(await items.slice(2, 2)).toEqual([{ id: 3, title: 'b' }])
  })

  it('an order by a column that is not selected names the columns to select', async () => {
    const db = await open()
    const titles = db.selectFrom('note').select('title').distinct()
    const twice = db
      .selectFrom('note')
      .innerJoin('owner', 'owner.id', 'note.owner')
      .select(['note.id', 'owner.id', 'title as name', 'name'])

    await expect(kyselyItems(db, titles).slice(0, 1)).rejects.toThrow(
      'A list is ordered or filtered by "id", which its query does not select',
    )
    const window = { from: null, includesFrom: false, backward: false, limit: 1 }
    const byName = { ...window, ordering: ['name', 'note.id'] }
    await expect(kyselyItems(db, twice, { key: 'note.id' }).keyset?.read(byName)).rejects.toThrow(
      'selects two columns named "name"',
    )
    expect(await kyselyItems(db, titles, { key: 'title' }).slice(0, 1)).toEqual([{ title: 'a' }])
  })
})

async function ids(items: ItemSet<{ id: number }>): Promise<number[]> {
  return (await items.slice(0, null)).map(({ id }) => id)
}

async function open(): Promise<Kysely<Tables>> {
  const { db, close } = openDatabase('sqlite::memory:')
  onTestFinished(close)
  const note = db.schema.createTable('note').addColumn('id', 'integer', (id) => id.primaryKey())
  await note
    .addColumn('owner', 'integer')
    .addColumn('title', 'text')
    .addColumn('pinned', 'integer')
    .execute()
  await db.schema
    .createTable('owner')
    .addColumn('id', 'integer')
    .addColumn('name', 'text')
    .execute()
  const country = db.schema.createTable('country').addColumn('code', 'text')
  await country.addColumn('continent', 'text').execute()

  const typed: Kysely<Tables> = db
  await typed
    .insertInto('note')
    .values([
      { owner: 1, title: 'a', pinned: 0 },
      { owner: 2, title: 'c', pinned: 1 },
      { owner: 1, title: 'b', pinned: 0 },
      { owner: 1, title: 'd', pinned: 1 },
      { owner: 2, title: 'a', pinned: 0 },
    ])
    .execute()
  await typed
    .insertInto('owner')
    .values([
      { id: 1, name: 'ada' },
      { id: 2, name: 'bob' },
    ])
    .execute()
  await typed
    .insertInto('country')
    .values(['dk', 'at', 'ch', 'be'].map((code) => ({ code, continent: 'Europe' })))
    .execute()
  return typed
}
