import { type Place, placesOf } from '@turnpike/test-support/placed.ts'
import type { Condition, ItemSet, Ordering } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DrizzleQuery, drizzleItems } from '../../../src/drizzle/index.ts'
import { type OpenTickets, openTickets } from './tables.ts'

// biome-ignore lint/suspicious/noExplicitAny: any query.
type Query = PromiseLike<any[]> & DrizzleQuery<any>

/** A query, its key, and a field with a value that some of its rows have. */
interface Case {
  readonly query: Query
  readonly key?: string | readonly string[]
  readonly where?: Condition
  /** An ordering with ties. */
  readonly ordering?: Ordering
}

/** Each in an order in which no two rows are equal. */
function casesOf({ orm, tables, operators }: OpenTickets): Record<string, Case> {
  const { tickets, people, owners, view } = tables
  const { and, asc, count, desc, eq, exists, gt, inArray, isNotNull, like, lt, max, ne, not } =
    operators
  const { notInArray, or, sql, between } = operators
  const isAnns: Condition = { field: 'ownerId', operator: '=', value: 1 }
  const all = () => orm.select().from(tickets)
  const sub = orm
    .select({ id: tickets.id, upper: sql<string>`upper(${tickets.title})`.as('upper') })
    .from(tickets)
    .as('sub')
  const open = orm.$with('open').as(all().where(eq(tickets.isOpen, true)))
  const ordered = [desc(tickets.createdAt), asc(tickets.id)] as const

  return {
    'a whole table': { query: all().orderBy(tickets.id), where: isAnns, ordering: ['-title'] },
    'a table in an order with nulls and ties': {
      query: all().orderBy(...ordered),
      ordering: ['-createdAt'],
    },
    'an equality': { query: all().where(eq(tickets.ownerId, 1)).orderBy(tickets.id) },
    'an equality in and()': {
      query: all()
        .where(and(eq(tickets.ownerId, 1)))
        .orderBy(tickets.id),
    },
    'conditions of all kinds': {
      query: all()
        .where(
          and(
            or(gt(tickets.id, 0), lt(tickets.id, -1)),
            inArray(tickets.ownerId, [1, 2]),
            notInArray(tickets.id, [99]),
            between(tickets.id, 1, 9),
            not(like(tickets.title, 'z%')),
            ne(tickets.title, 'x'),
            isNotNull(tickets.createdAt),
          ),
        )
        .orderBy(tickets.id),
      where: isAnns,
    },
    'or beside the conditions that are added': {
      query: all()
        .where(sql`${tickets.ownerId} = ${1} or ${tickets.ownerId} = ${2}`)
        .orderBy(tickets.id),
      where: { field: 'title', operator: '=', value: 'two' },
    },
    'an empty inArray()': { query: all().where(inArray(tickets.id, [])) },
    'a subquery in a condition': {
      query: all()
        .where(exists(orm.select().from(people).where(eq(people.id, tickets.ownerId))))
        .orderBy(tickets.id),
      where: isAnns,
    },
    'a raw condition with a name': { query: all().where(sql`owner_id = 1`).orderBy(tickets.id) },
    'a value in the text of a condition': {
      query: all().where(sql`${tickets.title} = ${'two'}`.inlineParams()).orderBy(tickets.id),
    },
    'some columns under other names': {
      query: orm
        .select({ number: tickets.id, title: tickets.createdAt, createdAt: tickets.title })
        .from(tickets)
        .orderBy(desc(tickets.title), tickets.id),
      key: 'number',
      where: { field: 'createdAt', operator: '=', value: 'two' },
      ordering: ['-createdAt', 'title'],
    },
    'nested objects': {
      query: orm
        .select({ id: tickets.id, more: { title: tickets.title, owner: tickets.ownerId } })
        .from(tickets)
        .orderBy(tickets.id),
      where: { field: 'more.title', operator: '=', value: 'two' },
      ordering: ['-more.owner'],
    },
    'an inner join': {
      query: all().innerJoin(people, eq(people.id, tickets.ownerId)).orderBy(tickets.id),
      key: 'ticket.id',
      where: { field: 'person.name', operator: '=', value: 'ann' },
      ordering: ['person.name', '-ticket.title'],
    },
    'a left join': {
      query: all().leftJoin(people, eq(people.id, tickets.ownerId)).orderBy(tickets.id),
      key: 'ticket.id',
      where: { field: 'person.id', operator: 'null' },
      ordering: ['-person.name'],
    },
    'a join with an alias': {
      query: all()
        .leftJoin(owners, and(eq(owners.id, tickets.ownerId), ne(owners.name, 'bob')))
        .orderBy(owners.id, tickets.id),
      key: 'ticket.id',
      where: { field: 'owner.name', operator: '=', value: 'ann' },
    },
    'a right join': {
      query: all().rightJoin(people, eq(people.id, tickets.ownerId)).orderBy(people.id, tickets.id),
      key: ['person.id', 'ticket.id'],
      where: { field: 'person.name', operator: '=', value: 'ann' },
    },
    'a join with a subquery': {
      query: all().innerJoin(sub, eq(sub.id, tickets.id)).orderBy(desc(sub.upper), tickets.id),
      key: 'ticket.id',
      where: { field: 'sub.upper', operator: '=', value: 'TWO' },
    },
    'columns of two tables beside each other': {
      query: orm
        .select({ id: tickets.id, name: people.name, ownerId: people.id })
        .from(tickets)
        .leftJoin(people, eq(people.id, tickets.ownerId))
        .orderBy(tickets.id),
      where: { field: 'name', operator: '=', value: 'ann' },
      ordering: ['name'],
    },
    'a table under an alias': {
      query: orm.select().from(owners).where(gt(owners.id, 1)).orderBy(owners.id),
      where: { field: 'name', operator: '=', value: 'cy' },
    },
    'a subquery': {
      query: orm.select().from(sub).orderBy(desc(sub.upper), sub.id),
      where: { field: 'upper', operator: '=', value: 'TWO' },
      ordering: ['-upper'],
    },
    'a common table expression': {
      query: orm.with(open).select().from(open).orderBy(open.id),
      where: isAnns,
    },
    'a view': {
      query: orm.select().from(view).orderBy(view.id),
      where: { field: 'title', operator: '=', value: 'one' },
    },
    groups: {
      query: orm
        .select({ owner: tickets.ownerId, total: count(), last: max(tickets.createdAt) })
        .from(tickets)
        .where(isNotNull(tickets.ownerId))
        .groupBy(tickets.ownerId)
        .having(({ total }) => gt(total, 0))
        .orderBy(tickets.ownerId),
      key: 'owner',
      where: { field: 'total', operator: '=', value: 2 },
      ordering: ['-total'],
    },
    expressions: {
      query: orm
        .select({ id: tickets.id, length: sql<number>`length(${tickets.title})`.mapWith(Number) })
        .from(tickets)
        .orderBy(sql`length(${tickets.title}) desc`, tickets.id),
      where: { field: 'length', operator: '=', value: 3 },
      ordering: ['length'],
    },
    'distinct rows': {
      query: orm.selectDistinct({ title: tickets.title }).from(tickets).orderBy(tickets.title),
      key: 'title',
      where: { field: 'title', operator: '=', value: 'two' },
    },
    'a limit': {
      query: all().orderBy(tickets.title, tickets.id).limit(4),
      where: { field: 'title', operator: '=', value: 'two' },
      ordering: ['-ownerId'],
    },
    'a limit in the order of an expression': {
      query: all().orderBy(sql`length(${tickets.title}) desc`, tickets.id).limit(3).offset(1),
      where: { field: 'title', operator: '=', value: 'two' },
    },
    'a union': {
      query: orm
        .select({ id: tickets.id, title: tickets.title })
        .from(tickets)
        .union(orm.select({ id: people.id, title: people.name }).from(people))
        .orderBy(tickets.id, tickets.title),
      key: ['id', 'title'],
      where: { field: 'title', operator: '=', value: 'ann' },
      ordering: ['-title'],
    },
    'a dynamic query': {
      query: all().$dynamic().where(eq(tickets.isOpen, true)).orderBy(tickets.id),
      where: isAnns,
    },
  }
}

const names = Object.keys(casesOf(fake()))

/** The names need no database. */
function fake(): OpenTickets {
  const any: unknown = new Proxy(() => any, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => '' : any),
    apply: () => any,
  })
  return any as OpenTickets
}

const all = async (items: ItemSet<unknown>) => items.slice(0, null)

/** All items, read by cursors of two items each, forward and back. */
async function byPositions(items: ItemSet<unknown>, ordering: Ordering, backward: boolean) {
  const { keyset } = items
  if (keyset === undefined) throw new Error('The items have no keyset.')
  const found: unknown[] = []
  let from: readonly (string | null)[] | null = null
  for (;;) {
    const window = { ordering: keyset.complete(ordering), from, includesFrom: false, backward }
    const placed: Place<unknown>[] = placesOf(await keyset.read({ ...window, limit: 2 }))
    found.push(...placed.map(({ item }) => item))
    const last = placed.at(-1)
    if (last === undefined) return backward ? found.toReversed() : found
    from = last.position
  }
}

describe.each(openTickets)('lists of %s', (_version, open) => {
  let opened: OpenTickets
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  it.each(names)('the list of a query with %s has its rows in every order', async (name) => {
    const { query, key = 'id', where, ordering = [] } = casesOf(opened)[name] as Case
    const rows = await query
    const items = drizzleItems(opened.orm, query, { key: key as never })

    expect(await all(items)).toEqual(rows)
    expect(await items.count()).toBe(rows.length)
    expect(await items.slice(1, 2)).toEqual(rows.slice(1, 3))
    if (items.sliceAndCount) {
      expect(await items.sliceAndCount(0, 3)).toEqual({
        items: rows.slice(0, 3),
        count: rows.length,
      })
    }
    const inOrder = await all(items.orderBy(ordering))
    expect(inOrder).toHaveLength(rows.length)
    expect(inOrder).toEqual(expect.arrayContaining(rows))
    expect(await byPositions(items, ordering, false)).toEqual(inOrder)
    expect(await byPositions(items, ordering, true)).toEqual(inOrder)
    // It was not changed.
    expect(await query).toEqual(rows)
    if (where === undefined) return

    const narrowed = items.where?.(where) as ItemSet<unknown>
    const found = await all(narrowed)
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(rows.length)
    expect(rows).toEqual(expect.arrayContaining(found))
    expect(await narrowed.count()).toBe(found.length)
    expect(await all(narrowed.where?.({ not: where }) as ItemSet<unknown>)).toEqual([])
    const others = items.where?.({ not: where }) as ItemSet<unknown>
    expect((await all(others)).length + found.length).toBe(rows.length)
    expect(await byPositions(narrowed.orderBy(ordering), ordering, false)).toEqual(
      await all(narrowed.orderBy(ordering)),
    )
  })
})
