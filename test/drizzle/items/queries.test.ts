import Sqlite from 'better-sqlite3'
import { and, asc, count, desc, eq, gt, inArray, like, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { alias, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { type DrizzleQuery, drizzleItems } from '../../../src/drizzle/index.ts'

const people = sqliteTable('person', { id: integer().primaryKey(), name: text().notNull() })
const tickets = sqliteTable('ticket', {
  id: integer().primaryKey(),
  title: text().notNull(),
  ownerId: integer('owner_id'),
  isOpen: integer('is_open', { mode: 'boolean' }),
  createdAt: integer('created_at', { mode: 'timestamp_ms' }),
})

// biome-ignore lint/suspicious/noExplicitAny: any query.
type AnyQuery = PromiseLike<any[]> & DrizzleQuery<any>

it('lists of Drizzle queries have the rows of the queries', async () => {
  const sqlite = new Sqlite(':memory:', { timeout: 0 })
  sqlite.exec(`create table person (id integer primary key, name text not null);
  create table ticket (id integer primary key, title text not null, owner_id integer, is_open boolean, created_at integer);
  insert into person values (1, 'ann'), (2, 'bob');
  insert into ticket values (1, 'a', 1, 1, 1000), (2, 'b', 2, 0, 1000), (3, 'c', null, null, null), (4, 'd', 1, 1, 5)`)
  const orm = drizzle(sqlite)
  const check = async (query: AnyQuery, key: string = 'id') => {
    const items = drizzleItems(orm, query, { key })
    const rows = await query
    expect(await items.slice(0, null)).toEqual(rows)
    expect(await items.count()).toBe(rows.length)
    const window = {
      ordering: items.keyset?.complete([]) ?? [],
      from: null,
      includesFrom: false,
      backward: false,
      limit: 2,
    }
    const placed = await items.keyset?.read(window)
    const next = await items.keyset?.read({ ...window, from: placed?.at(-1)?.position ?? null })
    expect([...(placed ?? []), ...(next ?? [])].length).toBe(rows.length)
    expect(
      (await items.where?.({ field: key, operator: '=', value: 1 }).slice(0, null))?.length,
    ).toBe(1)
    return items
  }
  await check(orm.select().from(tickets).orderBy(tickets.id))
  await check(
    orm
      .select()
      .from(tickets)
      .where(eq(tickets.ownerId, 1))
      .orderBy(desc(tickets.createdAt), tickets.id),
  )
  await check(
    orm
      .select({ id: tickets.id, when: tickets.createdAt })
      .from(tickets)
      .where(and(gt(tickets.id, 0), inArray(tickets.ownerId, [1, 2]), like(tickets.title, '%')))
      .orderBy(asc(tickets.id)),
  )
  await check(
    orm.select().from(tickets).leftJoin(people, eq(people.id, tickets.ownerId)).orderBy(tickets.id),
    'ticket.id',
  )
  const p = alias(people, 'p')
  await check(
    orm.select().from(tickets).innerJoin(p, eq(p.id, tickets.ownerId)).orderBy(tickets.id),
    'ticket.id',
  )
  await check(
    orm
      .select({ owner: tickets.ownerId, n: count() })
      .from(tickets)
      .where(gt(tickets.ownerId, 0))
      .groupBy(tickets.ownerId)
      .orderBy(tickets.ownerId),
    'owner',
  )
  await check(orm.select().from(tickets).orderBy(tickets.title).limit(3))
  await check(
    orm.select().from(tickets).orderBy(sql`length(${tickets.title})`, tickets.id).limit(3),
  )
  await check(orm.selectDistinct({ id: tickets.id }).from(tickets).orderBy(tickets.id))
  const sq = orm
    .select({ id: tickets.id, up: sql<string>`upper(${tickets.title})`.as('up') })
    .from(tickets)
    .as('sq')
  await check(orm.select().from(sq).orderBy(desc(sq.up)))
  const w = orm
    .$with('w')
    .as(orm.select({ id: tickets.id }).from(tickets).where(eq(tickets.ownerId, 1)))
  await check(orm.with(w).select().from(w).orderBy(w.id))
  await check(
    orm
      .select({ id: tickets.id })
      .from(tickets)
      .union(orm.select({ id: people.id }).from(people))
      .orderBy(tickets.id),
  )
  await expect(
    drizzleItems(orm, orm.select().from(tickets)).orderBy(['nope']).slice(0, 1),
  ).rejects.toThrow('nope')
})
