import { AsyncLocalStorage } from 'node:async_hooks'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openRecordedSqlite, type RecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { CamelCasePlugin, type KyselyPlugin, sql, WhereNode } from 'kysely'
import type { Condition, ItemSet } from 'turnpike'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AnyDatabase, kyselyItems, kyselyStore } from '../../../src/kysely/index.ts'
import { mapItems } from '../../../src/kysely/items/map-items.ts'

type Row = { id: number; owner: number; title: string | null }
type Items = ItemSet<Row>

const fill = `create table note (id integer primary key, owner integer, title text);
  insert into note with recursive s(n) as (select 1 union all select n + 1 from s where n < 3000)
    select n, n % 3, 'T' || (n % 7) from s`

const narrow = (items: ItemSet<unknown>, condition: Condition) => items.where?.(condition) as Items

const ownedBy = (value: number): Condition => ({ field: 'owner', operator: '=', value })

describe('what is cached of a list with conditions', () => {
  let opened: RecordedSqlite
  let db: AnyDatabase
  let sent: string[]
  beforeEach(() => {
    opened = openRecordedSqlite(fill)
    ;({ db, sent } = opened)
  })
  afterEach(() => opened.close())

  const notes = () => kyselyItems(db, db.selectFrom('note').selectAll())

  it.each<[string, Condition]>([
    ['=', ownedBy(1)],
    ['in', { field: 'owner', operator: 'in', value: [1, 7] }],
    ['null', { not: { field: 'title', operator: 'null' } }],
    ['contains', { field: 'title', operator: 'contains', value: 't1' }],
    ['startsWith', { not: { field: 'title', operator: 'startsWith', value: 't1' } }],
    ['equalsText', { field: 'title', operator: 'equalsText', value: 't1' }],
    ['all and any', { any: [ownedBy(1), { all: [] }, { any: [] }] }],
  ])(
    'a count with a condition is read once until the database changes: %s',
    async (_, condition) => {
      const items = notes()
      const count = await narrow(items, condition).count()
      const before = sent.length

      expect(await narrow(items, condition).count()).toBe(count)
      expect(sent).toHaveLength(before)

      opened.other.exec('delete from note')
      expect(await narrow(items, condition).count()).toBe(0)
    },
  )

  it('a cached count belongs to the values of its conditions', async () => {
    const items = notes()
    for (const round of [1, 2]) {
      const counts = [0, 1, 2, 3].map((owner) => narrow(items, ownedBy(owner)).count())
      expect([round, ...(await Promise.all(counts))]).toEqual([round, 1000, 1000, 1000, 0])
    }
  })

  it('a count of a query that needs a subquery belongs to the values, too', async () => {
    const grouped = db
      .selectFrom('note')
      .select((eb) => ['owner', eb.fn.countAll().as('total')])
      .groupBy('owner')
    const items = kyselyItems(db, grouped, { key: 'owner' })
    for (const value of [1000, 999, 1000]) {
      const found = narrow(items, { field: 'total', operator: '=', value })
      expect(await found.count()).toBe(value === 1000 ? 3 : 0)
    }
  })

  it('deep pages with a condition have its rows, for every value', async () => {
    const items = notes()
    for (const round of [1, 2]) {
      for (const owner of [0, 1, 2]) {
        const found = narrow(items, ownedBy(owner))
        for (const offset of [600, 650, 990]) {
          const rows = await found.slice(offset, 20)
          expect(rows.map(({ id }) => [round, id])).toEqual(
            rows.map((_, index) => [round, (offset + index) * 3 + (owner || 3)]),
          )
          expect(rows).toHaveLength(Math.min(20, 1000 - offset))
        }
      }
    }
  })

  it('ever new values have one statement', async () => {
    const items = notes()
    const texts = new Set<string>()
    for (let owner = 0; owner < 50; owner++) {
      sent.length = 0
      await narrow(items, { any: [ownedBy(owner), ownedBy(-owner)] }).slice(0, 10)
      await narrow(items, { field: 'owner', operator: 'in', value: [owner] }).slice(0, 10)
      for (const text of sent) texts.add(text)
    }

    expect([...texts].filter((text) => text.includes('limit'))).toHaveLength(2)
  })

  it('a set with a condition sees a column that a migration has added', async () => {
    const found = narrow(notes(), { field: 'color', operator: '=', value: 'red' })
    await expect(found.count()).rejects.toThrow('filtered by "color"')

    opened.other.exec(`alter table note add column color text default 'red'`)
    expect(await found.count()).toBe(3000)
  })

  it('mapped items have the conditions of their rows', async () => {
    const titles = mapItems(notes(), ({ title }) => title)
    const found = titles.where?.({ field: 'id', operator: '=', value: 8 })

    expect(await found?.slice(0, null)).toEqual(['T1'])
    expect(await found?.where?.(ownedBy(0)).count()).toBe(0)
  })

  it('a query whose raw condition has an or stays inside its condition', async () => {
    const query = db.selectFrom('note').selectAll().where(sql<boolean>`owner = 1 or owner = 2`)

    expect(await narrow(kyselyItems(db, query), ownedBy(0)).count()).toBe(0)
  })
})

describe('two databases with the same tables', () => {
  it('conditions on two databases find the rows of each, in the form of each', async () => {
    const [one, other] = [openRecordedSqlite(fill), openRecordedSqlite('')]
    other.other.exec(`create table note (id integer primary key, owner text, title text);
      insert into note values (1, '1', 'x'), (2, '01', null)`)

    for (const _ of [1, 2]) {
      for (const [{ db }, count] of [[one, 1000] as const, [other, 1] as const]) {
        const items = kyselyItems(db, db.selectFrom('note').selectAll())
        expect(await narrow(items, ownedBy(1)).count()).toBe(count)
      }
    }
    await one.close()
    await other.close()
  })

  it.skipIf(postgresMissing !== null)('types are those of each database', async () => {
    const opened = await Promise.all([openPostgres(), openPostgres()])
    const types = ['integer', 'text']
    for (const [index, { db }] of opened.entries()) {
      await sql.raw(`create table note (id integer primary key, owner ${types[index]})`).execute(db)
      await sql.raw(`insert into note values (1, '7'), (2, '07')`).execute(db)
    }
    const counts = opened.map(({ db }) => {
      const items = kyselyItems(db, db.selectFrom('note').selectAll())
      return narrow(items, ownedBy(7)).count()
    })

    expect(await Promise.all(counts)).toEqual([2, 1])
    for (const { close } of opened) await close()
  })

  it.skipIf(postgresMissing !== null)('a type that a migration changes is read again', async () => {
    const { db, close } = await openPostgres()
    await sql`create table note (id integer primary key, owner integer)`.execute(db)
    await sql`insert into note values (1, 7)`.execute(db)
    const items = kyselyItems(db, db.selectFrom('note').selectAll())
    expect(await narrow(items, ownedBy(7)).count()).toBe(1)

    await sql`alter table note alter column owner type text`.execute(db)
    await narrow(items, ownedBy(7))
      .count()
      .catch(() => 'the first request fails')
    expect(await narrow(items, ownedBy(7)).count()).toBe(1)
    await close()
  })
})

const tenant = new AsyncLocalStorage<number>()

/** Narrows every query of notes to those of the tenant. */
const ofTenant = (db: AnyDatabase): KyselyPlugin => ({
  transformQuery({ node }) {
    if (node.kind !== 'SelectQueryNode' || node.from?.froms[0]?.kind !== 'TableNode') return node
    const narrow = db.selectFrom('note').where('owner', '=', tenant.getStore()).toOperationNode()
    const where = narrow.where as WhereNode
    const own = node.where
    return { ...node, where: own ? WhereNode.cloneWithOperation(own, 'And', where.where) : where }
  },
  transformResult: async ({ result }) => result,
})

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

function testPlugins(name: string, open: Open): void {
  describe(`conditions beside plugins on ${name}`, () => {
    let db: AnyDatabase
    let close: () => Promise<void>
    beforeEach(async () => {
      ;({ db, close } = await open())
    })
    afterEach(() => close())

    it('a plugin of the request narrows a list with a condition for each request', async () => {
      const over = db.withPlugin(ofTenant(db))
      const items = kyselyItems(over, over.selectFrom('note').selectAll())
      const found = narrow(items, { field: 'title', operator: 'contains', value: 't' })
      const { meets } = kyselyStore(over, 'note')

      for (const owner of [1, 2, 0, 1]) {
        await tenant.run(owner, async () => {
          expect(await found.count()).toBe(1000)
          const rows = [...(await found.slice(0, 5)), ...(await found.slice(700, 5))]
          expect(new Set(rows.map((row) => row.owner))).toEqual(new Set([owner]))
          const seen = [1, 2, 3].map((id) => meets?.({ id }, ownedBy(id % 3)))
          expect(await Promise.all(seen)).toEqual([1, 2, 3].map((id) => id % 3 === owner))
        })
      }
    })

    it('fields have the names that a plugin gives them', async () => {
      await sql`create table long_name (id integer primary key, first_name text)`.execute(db)
      await sql`insert into long_name values (1, 'Ada'), (2, 'Bob')`.execute(db)
      const camel = db.withPlugin(new CamelCasePlugin())
      const condition = { field: 'firstName', operator: 'startsWith', value: 'a' } as const
      const items = kyselyItems(camel, camel.selectFrom('longName').selectAll())
      const grouped = camel.selectFrom('longName').select(['id', 'firstName']).distinct()

      expect(await items.where?.(condition).slice(0, 9)).toEqual([{ id: 1, firstName: 'Ada' }])
      const distinct = kyselyItems(camel, grouped).where?.(condition)
      expect(await distinct?.slice(0, 9)).toEqual([{ id: 1, firstName: 'Ada' }])
      expect(await kyselyStore(camel, 'longName').meets?.({ id: 1 }, condition)).toBe(true)
    })

    it('a list with a condition in a transaction reads its changes, which others do not', async () => {
      const items = kyselyItems(db, db.selectFrom('note').selectAll())
      const found = narrow(items, ownedBy(9))
      expect(await found.count()).toBe(0)

      await db
        .transaction()
        .execute(async (transaction) => {
          const inside = kyselyItems(transaction, transaction.selectFrom('note').selectAll())
          await transaction.insertInto('note').values({ id: 9999, owner: 9 }).execute()
          expect(await narrow(inside, ownedBy(9)).count()).toBe(1)
          throw new Error('undone')
        })
        .catch(() => {})

      expect(await found.count()).toBe(0)
    })
  })
}

testPlugins('SQLite', async () => openRecordedSqlite(fill))
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testPlugins('PostgreSQL', async () => {
    const { db, close } = await openPostgres()
    for (const statement of fill.split(';')) await sql.raw(statement).execute(db)
    return { db, close }
  })
})
