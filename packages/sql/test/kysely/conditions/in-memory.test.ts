import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { type Generated, type Kysely, sql } from 'kysely'
import { type Condition, createApi, routes } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { meets } from '../../../../turnpike/src/items/conditions/meets.ts'
import { kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

interface Tables {
  note: { id: Generated<number>; hidden: number; owner: number; flag: boolean }
}

/** A note whose truth values are in an integer and in a boolean column. */
async function openNotes() {
  const { db: opened, close } = openDatabase('sqlite::memory:')
  onTestFinished(() => close())
  const db = opened as unknown as Kysely<Tables>
  await sql`create table note (id integer primary key, hidden integer, owner integer, flag boolean)`.execute(
    db,
  )
  await sql`insert into note values (1, 1, 7, true)`.execute(db)
  return { db, items: kyselyItems(db, db.selectFrom('note').selectAll()) }
}

describe('conditions that are decided in memory', () => {
  it.each<Condition>([
    { field: 'hidden', operator: '=', value: true },
    { field: 'hidden', operator: 'in', value: [true] },
    { field: 'hidden', operator: '>', value: false },
    { field: 'flag', operator: '=', value: 1 },
    { field: 'flag', operator: '=', value: 1n },
    { field: 'owner', operator: '=', value: '7' },
    { field: 'owner', operator: '<', value: '10' },
  ])(
    '$field $operator $value, and what is not so, are decided like by SQLite',
    async (condition) => {
      const { items } = await openNotes()
      const [row] = (await items.slice(0, 1)) as [object]
      expect(await items.where?.(condition).count()).toBe(1)
      expect(meets(row, condition)).toBe(true)
      expect(await items.where?.({ not: condition }).count()).toBe(0)
      expect(meets(row, { not: condition })).toBe(false)
    },
  )

  it('a scope hides from a view with its own find what it hides from the list', async () => {
    const { db, items } = await openNotes()
    const notHidden = {
      hasPermission: () => true,
      scope: (): Condition => ({ not: { field: 'hidden', operator: '=', value: true } }),
    }
    const api = createApi({ LOGGER: silentLogger, DEFAULT_PERMISSION_CLASSES: [notHidden] })
    const find = async () => (await db.selectFrom('note').selectAll().executeTakeFirst()) ?? null
    const client = testClient(
      routes(api, {
        '/notes/': api.listView({ items, pagination: null }),
        '/notes/first/': api.detailView({ find }),
      }),
    )
    expect(await (await client.get('/notes/')).json()).toEqual([])
    expect((await client.get('/notes/first/')).status).toBe(404)
  })
})
