import { drizzleItems, drizzleStore } from '@turnpike/sql/drizzle'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from 'drizzle-orm/sqlite-core'
import { drizzle as sqliteProxy } from 'drizzle-orm/sqlite-proxy'
import { eq as nextEq } from 'drizzle-orm-next'
import { drizzle as nextDrizzle } from 'drizzle-orm-next/node-postgres'
import {
  integer as nextInteger,
  pgTable as nextPgTable,
  text as nextText,
} from 'drizzle-orm-next/pg-core'
import * as nextSqlite from 'drizzle-orm-next/sqlite-core'
import { drizzle as nextProxy } from 'drizzle-orm-next/sqlite-proxy'
import { eq as oldestEq } from 'drizzle-orm-oldest'
import { drizzle as oldestDrizzle } from 'drizzle-orm-oldest/node-postgres'
import { integer as oldestInteger, pgTable as oldestPgTable } from 'drizzle-orm-oldest/pg-core'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { containsFilter, exactFilter } from '../../src/filtering/index.ts'
import { createApi, cursorPagination, type ItemSet } from '../../src/index.ts'

const people = pgTable('person', { id: integer().primaryKey(), name: text().notNull() })
const tickets = pgTable('ticket', {
  id: integer().primaryKey(),
  title: text().notNull(),
  isOpen: boolean('is_open').notNull(),
  ownerId: integer('owner_id'),
  createdAt: timestamp('created_at').notNull(),
  meta: jsonb().$type<{ tags: string[] }>(),
})
const orm = drizzle.mock()
const api = createApi({ PAGE_SIZE: 10 })

/** It is only compiled: a list needs the connections of its database. */
const compiled = (_work: () => unknown) => {}

describe('lists of Drizzle', () => {
  it('an item of a list has the type of a row of Drizzle', () => {
    compiled(() => {
      const whole = drizzleItems(orm, orm.select().from(tickets).where(eq(tickets.id, 1)))
      expectTypeOf(whole).toEqualTypeOf<ItemSet<typeof tickets.$inferSelect>>()
      const some = orm.select({ id: tickets.id, when: tickets.createdAt }).from(tickets)
      expectTypeOf(drizzleItems(orm, some)).toEqualTypeOf<ItemSet<{ id: number; when: Date }>>()
      const limited = orm.select({ id: people.id }).from(people).$dynamic().limit(3)
      expectTypeOf(drizzleItems(orm, limited)).toEqualTypeOf<ItemSet<{ id: number }>>()
    })
  })

  it('an ordering of a list of Drizzle names fields of its rows', () => {
    compiled(() => {
      const items = drizzleItems(orm, orm.select().from(tickets))
      api.listView({ items, pagination: cursorPagination({ ordering: '-createdAt' }) })
      api.listView({
        items,
        // @ts-expect-error that is the name in the database
        pagination: cursorPagination({ ordering: '-created_at' }),
      })
      api.listView({
        items,
        // @ts-expect-error a value in JSON is no field
        orderingFilter: { fields: ['meta.tags'] },
      })
    })
  })

  it('the answers of a list of Drizzle fit its rows', () => {
    compiled(() => {
      const items = drizzleItems(orm, orm.select().from(tickets))
      const title = z.string()
      api.listView({ items, answers: z.object({ id: z.int(), title }) })
      // @ts-expect-error the rows have no such field
      api.listView({ items, answers: z.object({ id: z.int(), titel: title }) })
      // @ts-expect-error it may be null
      api.listView({ items, answers: z.object({ ownerId: z.int() }) })
    })
  })

  it('the fields of joined tables are named by path, with their types', () => {
    compiled(() => {
      const query = orm.select().from(tickets).leftJoin(people, eq(people.id, tickets.ownerId))
      const items = drizzleItems(orm, query, { key: 'ticket.id' })
      expectTypeOf<
        (typeof items extends ItemSet<infer Item> ? Item : never)['person']
      >().toEqualTypeOf<typeof people.$inferSelect | null>()
      api.listView({
        items,
        pagination: cursorPagination({ ordering: ['-ticket.createdAt', 'person.name'] }),
        filters: { 'person.name': containsFilter(), 'ticket.isOpen': exactFilter(z.boolean()) },
        serialize: ({ ticket, person }) => ({ id: ticket.id, owner: person?.name ?? null }),
      })
      api.listView({
        items,
        // @ts-expect-error the table has no such column
        pagination: cursorPagination({ ordering: 'ticket.created' }),
      })
      // @ts-expect-error it is no field of an item
      api.listView({ items, answers: z.object({ 'person.name': z.string().nullable() }) })
      // @ts-expect-error the rows have no such field
      drizzleItems(orm, query, { key: 'id' })
      const nested = orm.select({ id: tickets.id, owner: { name: people.name } }).from(tickets)
      api.listView({
        items: drizzleItems(orm, nested.innerJoin(people, eq(people.id, tickets.ownerId))),
        pagination: cursorPagination({ ordering: ['owner.name', 'id'] }),
      })
    })
  })

  it('a key of a list of Drizzle is one of its fields', () => {
    compiled(() => {
      const query = orm.select({ number: tickets.id, title: tickets.title }).from(tickets)
      drizzleItems(orm, query, { key: 'number' })
      drizzleItems(orm, query, { key: ['title', 'number'] })
      // @ts-expect-error the query does not select it
      drizzleItems(orm, query, { key: 'ownerId' })
    })
  })

  it('queries of the release candidate of 1.0 have their types on both databases', () => {
    compiled(() => {
      const notes = nextPgTable('note', { id: nextInteger().primaryKey(), title: nextText() })
      const next = nextDrizzle.mock()
      const items = drizzleItems(next, next.select().from(notes).where(nextEq(notes.id, 1)))
      expectTypeOf(items).toEqualTypeOf<ItemSet<{ id: number; title: string | null }>>()
      const { create } = drizzleStore(next, notes)
      expectTypeOf(create).returns.resolves.toEqualTypeOf<{ id: number; title: string | null }>()

      const times = nextSqlite.sqliteTable('time', {
        id: nextSqlite.integer().primaryKey(),
        at: nextSqlite.integer({ mode: 'timestamp' }).notNull(),
      })
      const proxy = nextProxy({} as never)
      const moments = drizzleItems(proxy, proxy.select().from(times))
      expectTypeOf(moments).toEqualTypeOf<ItemSet<{ id: number; at: Date }>>()
    })
  })

  it('queries of SQLite and of the oldest version have their types, too', () => {
    compiled(() => {
      const notes = sqliteTable('note', {
        id: sqliteInteger().primaryKey(),
        title: sqliteText().notNull(),
        written: sqliteInteger({ mode: 'timestamp' }),
      })
      const proxy = sqliteProxy(async () => ({ rows: [] }))
      const items = drizzleItems(proxy, proxy.select().from(notes).orderBy(notes.id))
      expectTypeOf(items).toEqualTypeOf<ItemSet<typeof notes.$inferSelect>>()

      const numbers = oldestPgTable('number', { id: oldestInteger().primaryKey() })
      const oldest = oldestDrizzle.mock()
      const query = oldest.select().from(numbers).where(oldestEq(numbers.id, 1))
      expectTypeOf(drizzleItems(oldest, query)).toEqualTypeOf<ItemSet<{ id: number }>>()
      api.listView({
        items: drizzleItems(oldest, query),
        // @ts-expect-error the rows have no such field
        pagination: cursorPagination({ ordering: 'number' }),
      })
    })
  })
})
