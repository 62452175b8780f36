import Sqlite from 'better-sqlite3'
import { desc, eq, gt, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { QueryBuilder as PgQueryBuilder, integer as pgInteger, pgTable } from 'drizzle-orm/pg-core'
import { customType, integer, QueryBuilder, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type Condition, ConfigurationError } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { drizzleItems } from '../../../src/drizzle/index.ts'

const words = customType<{ data: string[]; driverData: string }>({
  dataType: () => 'text',
  toDriver: (list) => sql`${list.join(' ')} || ''`,
  fromDriver: (value) => value.split(' '),
})

const notes = sqliteTable('note', {
  id: integer().primaryKey(),
  title: text().notNull(),
  ownerId: integer('owner_id'),
  tags: words(),
})
const items = sqliteTable('item', { id: integer().primaryKey(), title: text() })

function open() {
  const database = new Sqlite(':memory:')
  database.exec(`create table note (id integer primary key, title text, owner_id integer, tags text);
    insert into note values (1, 'a', 1, 'x y'), (2, 'b', 2, 'z'), (3, 'c', 1, '');
    create table item (id integer primary key, title text);
    insert into item values (1, 'b'), (2, 'a')`)
  return drizzle(database, { schema: { notes } })
}

describe('drizzleItems', () => {
  it('a later change of the query does not change the list', async () => {
    const orm = open()
    const query = orm.select().from(notes).orderBy(notes.id).$dynamic()
    const plain = drizzleItems(orm, query)
    const limited = drizzleItems(orm, query.limit(2))
    query.where(gt(notes.id, 2)).orderBy(desc(notes.id)).limit(1)

    expect((await plain.slice(0, null)).map(({ id }) => id)).toEqual([1, 2, 3])
    expect((await limited.slice(0, null)).map(({ id }) => id)).toEqual([1, 2])
    expect((await query).map(({ id }) => id)).toEqual([3])
  })

  it('a query of a builder without a database is read from the database', async () => {
    const query = new QueryBuilder().select().from(notes).where(eq(notes.ownerId, 1))
    expect(await drizzleItems(open(), query as never).count()).toBe(2)
  })

  it('a table named item can be read with a limit', async () => {
    const orm = open()
    const query = orm.select().from(items).orderBy(items.title).limit(5)
    expect(await drizzleItems(orm, query).slice(0, null)).toEqual(await query)
  })

  it('values of an own type are written by its encoder', async () => {
    const orm = open()
    const query = orm
      .select()
      .from(notes)
      .where(eq(notes.tags, ['x', 'y']))
    expect(await drizzleItems(orm, query).slice(0, null)).toEqual(await query)
    expect(await query).toHaveLength(1)
  })

  it.each([
    ['owner_id', 'the name in the database'],
    ['nope', 'no name at all'],
  ])('a list ordered or filtered by %s, which is %s, is refused when it is read', async (field) => {
    const orm = open()
    const list = drizzleItems(orm, orm.select().from(notes))
    const lists = [list.orderBy([`-${field}`]), list.where?.({ field, operator: 'null' })]
    const message = `"${field}", which its query does not select`

    for (const refused of lists) {
      await expect(refused?.slice(0, 1)).rejects.toThrow(message)
      await expect(refused?.count()).rejects.toThrow(ConfigurationError)
      await expect(refused?.orderBy(['id']).slice(0, 1)).rejects.toThrow(message)
    }
    const window = { from: null, includesFrom: false, backward: false, limit: 1 }
    await expect(list.keyset?.read({ ...window, ordering: [field, 'id'] })).rejects.toThrow(message)
  })

  it('a condition of another form is refused', () => {
    const orm = open()
    const list = drizzleItems(orm, orm.select().from(notes))
    for (const condition of [{ field: 'id', operator: 'or 1=1', value: 1 }, { some: [] }]) {
      expect(() => list.where?.(condition as never as Condition)).toThrow(ConfigurationError)
    }
  })

  it('a query that does not select the key is refused with its fields', () => {
    const orm = open()
    const query = orm.select({ title: notes.title, owner: notes.ownerId }).from(notes)
    expect(() => drizzleItems(orm, query)).toThrow(
      'The query of drizzleItems() does not select its key "id": set key to one of its fields, title, owner',
    )
  })

  it('a placeholder is refused, because it has no value', () => {
    const orm = open()
    const where = eq(notes.ownerId, sql.placeholder('owner'))
    expect(() => drizzleItems(orm, orm.select().from(notes).where(where))).toThrow('placeholder')
    const limited = orm.select().from(notes).limit(sql.placeholder('limit'))
    expect(() => drizzleItems(orm, limited)).toThrow('placeholder')
  })

  it.each([
    ['a relational query', (orm: ReturnType<typeof open>) => orm.query.notes.findMany()],
    ['a prepared query', (orm: ReturnType<typeof open>) => orm.select().from(notes).prepare()],
    ['a table', () => notes],
    [
      'an insert',
      (orm: ReturnType<typeof open>) => orm.insert(notes).values({ id: 9, title: 'd' }),
    ],
    ['nothing', () => undefined],
  ])('%s is refused with what drizzleItems() needs', (_, make) => {
    const orm = open()
    expect(() => drizzleItems(orm, make(orm) as never)).toThrow('needs a select query of Drizzle')
  })

  it('a query for another database is refused', () => {
    const numbers = pgTable('note', { id: pgInteger().primaryKey() })
    const query = new PgQueryBuilder().select().from(numbers)
    expect(() => drizzleItems(open(), query as never)).toThrow('is for another database')
  })

  it('an unknown option is refused with the known ones', () => {
    const orm = open()
    const query = orm.select().from(notes)
    expect(() => drizzleItems(orm, query, { keys: 'id' } as never)).toThrow(
      'Unknown option keys of drizzleItems(). Did you mean key?',
    )
  })
})
