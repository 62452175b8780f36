import { openInFile } from '@turnpike/test-support/sqlite.ts'
import Sqlite from 'better-sqlite3'
import * as operators from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import * as nextOperators from 'drizzle-orm-next'
import { drizzle as nextDrizzle } from 'drizzle-orm-next/sqlite-proxy'
import { drizzle as oldestDrizzle } from 'drizzle-orm-oldest/sqlite-proxy'
import { Kysely, SqliteDialect } from 'kysely'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { type DrizzleProxy, drizzleSqlite } from '../../../src/drizzle/sqlite/drizzle-sqlite.ts'
import { atomically } from '../../../src/kysely/atomic.ts'
import { currentTransaction, kyselyTransactions } from '../../../src/kysely/index.ts'
import { createTables, nextSchema, schemaOf } from './tables.ts'

const versions = [
  ['the newest Drizzle', drizzle, operators, schemaOf()],
  ['the oldest Drizzle', oldestDrizzle as unknown as DrizzleProxy, operators, schemaOf()],
  [
    'the next Drizzle',
    nextDrizzle as unknown as DrizzleProxy,
    nextOperators as unknown as typeof operators,
    nextSchema(),
  ],
] as const

describe.each(versions)(
  'drizzleSqlite with %s',
  (_version, drizzle, { eq, sql }, { people, notes, config }) => {
    async function open() {
      const { db, close } = await openInFile()
      onTestFinished(close)
      await createTables(db)
      const orm = drizzleSqlite(db, drizzle, config)
      await orm.insert(people).values([{ name: 'ann' }, { name: 'bob', isActive: false }])
      return { db, orm }
    }
    type Orm = Awaited<ReturnType<typeof open>>['orm']
    const titles = async (orm: Orm) => (await orm.select().from(notes)).map(({ title }) => title)

    it('rows are decoded by the columns of Drizzle', async () => {
      const { orm } = await open()
      const note = {
        ...{ id: 7, title: 'a', ownerId: 1, size: 12, weight: 1.5 },
        meta: { tags: ['x'] },
        written: new Date(1234567890123),
        exact: 9007199254740993n,
        bytes: Buffer.from([1, 2]),
      }

      expect(await orm.insert(notes).values(note).returning()).toEqual([note])
      expect(await orm.select().from(notes).where(eq(notes.id, 7)).get()).toEqual(note)
      expect(await orm.select().from(people)).toEqual([
        { id: 1, name: 'ann', isActive: true },
        { id: 2, name: 'bob', isActive: false },
      ])
    })

    it('two columns of the same name in a join both keep their values', async () => {
      const { orm } = await open()
      await orm.insert(notes).values({ id: 40, title: 'a', ownerId: 2 })

      const [row] = await orm.select().from(notes).innerJoin(people, eq(people.id, notes.ownerId))

      expect([row?.note.id, row?.person.id]).toEqual([40, 2])
    })

    it('an integer beyond 2^53 is exact, after smaller ones by the same statement, too', async () => {
      const { orm } = await open()
      const sizes = () => orm.select({ size: notes.size }).from(notes).orderBy(notes.id)
      await orm.insert(notes).values({ title: 'a', ownerId: 1, size: 5 })
      expect(await sizes()).toEqual([{ size: 5 }])

      await orm.run(sql`insert into note (title, owner_id, size) values ('b', 1, 9007199254740993)`)

      expect(await sizes()).toEqual([{ size: 5 }, { size: '9007199254740993' }])
    })

    it('get() is undefined without a row, and values() are lists', async () => {
      const { orm } = await open()

      expect(await orm.select().from(notes).get()).toBeUndefined()
      expect(await orm.select().from(people).values()).toEqual([
        [1, 'ann', 1],
        [2, 'bob', 0],
      ])
    })

    it('rows of raw statements have names, as with other drivers of Drizzle', async () => {
      const { orm } = await open()

      expect(await orm.all(sql`select id, name from person`)).toEqual([
        { id: 1, name: 'ann' },
        { id: 2, name: 'bob' },
      ])
      expect(await orm.get(sql`select is_active from person where id = ${1}`)).toEqual({
        is_active: 1,
      })
      expect(await orm.values(sql`select id from person`)).toEqual([[1], [2]])
    })

    it('run() returns the counts of better-sqlite3', async () => {
      const { orm } = await open()

      const { changes, lastInsertRowid } = await orm.insert(people).values({ name: 'cleo' })
      expectTypeOf(changes).toEqualTypeOf<number>()

      expect([changes, lastInsertRowid]).toEqual([1, 3])
      expect(await orm.update(people).set({ isActive: false })).toMatchObject({ changes: 3 })
    })

    it('relational queries, $count and prepared queries work', async () => {
      const { orm } = await open()
      await orm.insert(notes).values({ title: 'a', ownerId: 2, meta: { tags: [] } })

      expect(
        await orm.query.people.findMany({
          columns: { name: true },
          with: { notes: { columns: { title: true } } },
        }),
      ).toEqual([
        { name: 'ann', notes: [] },
        { name: 'bob', notes: [{ title: 'a' }] },
      ])
      expect(await orm.query.notes.findFirst({ with: { owner: true } })).toMatchObject({
        owner: { name: 'bob', isActive: false },
      })
      expect(await orm.$count(people, eq(people.isActive, true))).toBe(1)
      const byName = orm
        .select()
        .from(people)
        .where(eq(people.name, sql.placeholder('name')))
      expect(await byName.prepare().all({ name: 'bob' })).toMatchObject([{ id: 2 }])
    })

    it('a batch is one transaction with the result of each query', async () => {
      const { orm } = await open()

      const [, inserted, all, raw] = await orm.batch([
        orm.insert(notes).values({ title: 'a', ownerId: 1 }),
        orm.insert(notes).values({ title: 'b', ownerId: 1 }).returning({ title: notes.title }),
        orm.query.notes.findMany({ columns: { title: true } }),
        orm.all<{ id: number }>(sql`select id from person limit 1`),
      ])
      expect([inserted, all, raw]).toEqual([
        [{ title: 'b' }],
        [{ title: 'a' }, { title: 'b' }],
        [{ id: 1 }],
      ])

      const failing = orm.batch([
        orm.insert(notes).values({ title: 'c', ownerId: 1 }),
        orm.insert(people).values({ name: 'ann' }),
      ])
      await expect(failing).rejects.toThrow(/Failed query/)
      expect(await titles(orm)).toEqual(['a', 'b'])
    })

    it('a transaction commits what its work returns from', async () => {
      const { orm } = await open()

      const result = await orm.transaction(async (tx) => {
        await tx.insert(notes).values({ title: 'a', ownerId: 1 })
        await tx.run(sql`insert into note (title, owner_id) values ('b', 1)`)
        return tx.$count(notes)
      })

      expect(result).toBe(2)
      expect(await titles(orm)).toEqual(['a', 'b'])
    })

    it('an error or a rollback() undoes the transaction', async () => {
      const { orm } = await open()

      const failing = orm.transaction(async (tx) => {
        await tx.insert(notes).values({ title: 'a', ownerId: 1 })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      const rolledBack = orm.transaction(async (tx) => {
        await tx.insert(notes).values({ title: 'b', ownerId: 1 })
        tx.rollback()
      })
      await expect(rolledBack).rejects.toThrow('Rollback')

      expect(await titles(orm)).toEqual([])
    })

    it('a nested transaction is a savepoint', async () => {
      const { orm } = await open()

      await orm.transaction(async (tx) => {
        await tx.insert(notes).values({ title: 'a', ownerId: 1 })
        const inner = tx.transaction(async (nested) => {
          await nested.insert(notes).values({ title: 'b', ownerId: 1 })
          nested.rollback()
        })
        await inner.catch(() => {})
        await tx.transaction((nested) => nested.insert(notes).values({ title: 'c', ownerId: 1 }))
      })

      expect(await titles(orm)).toEqual(['a', 'c'])
    })

    it('statements of other requests are not in the transaction, and do not see it', async () => {
      const { orm } = await open()
      const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()

      const transaction = orm.transaction(async (tx) => {
        await tx.insert(notes).values({ title: 'a', ownerId: 1 })
        written()
        await mayEnd
        tx.rollback()
      })
      await isWritten
      const other = orm.insert(notes).values({ title: 'b', ownerId: 1 }).execute()
      expect(await titles(orm)).toEqual([])
      end()
      await expect(transaction).rejects.toThrow('Rollback')
      await other

      expect(await titles(orm)).toEqual(['b'])
    })

    it('the database itself joins inside the transaction, with Kysely beside it', async () => {
      const { db, orm } = await open()

      const failing = orm.transaction(async (tx) => {
        await orm.insert(notes).values({ title: 'a', ownerId: 1 })
        await currentTransaction(db)
          .insertInto('note')
          .values({ title: 'b', owner_id: 1 })
          .execute()
        expect(await tx.$count(notes)).toBe(2)
        throw new Error('no')
      })

      await expect(failing).rejects.toThrow('no')
      expect(await titles(orm)).toEqual([])
    })

    it('inside of an atomic request a transaction is a savepoint', async () => {
      const { db, orm } = await open()
      const atomic = kyselyTransactions(db)

      const failing = atomic.run(async () => {
        await orm.transaction((tx) => tx.insert(notes).values({ title: 'a', ownerId: 1 }))
        expect(await titles(orm)).toEqual(['a'])
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await titles(orm)).toEqual([])

      await atomic.run(async () => {
        await orm.insert(notes).values({ title: 'b', ownerId: 1 })
        const inner = orm.transaction(async (tx) => {
          await tx.insert(notes).values({ title: 'c', ownerId: 1 })
          tx.rollback()
        })
        await expect(inner).rejects.toThrow('Rollback')
      })
      expect(await titles(orm)).toEqual(['b'])
    })

    it('a transaction that is used after its end is refused', async () => {
      const { orm } = await open()

      const tx = await orm.transaction(async (tx) => tx)

      await expect(tx.select().from(notes)).rejects.toMatchObject({
        cause: { name: 'TransactionOver' },
      })
    })

    it('an error has the error of SQLite as its cause', async () => {
      const { orm } = await open()

      await expect(orm.insert(people).values({ name: 'ann' })).rejects.toMatchObject({
        cause: { code: 'SQLITE_CONSTRAINT_UNIQUE' },
      })
    })

    it('a commit that is refused stores nothing', async () => {
      const { db, orm } = await open()

      const failing = orm.transaction((tx) => tx.insert(notes).values({ title: 'a', ownerId: 9 }))

      await expect(failing).rejects.toMatchObject({ status: 409 })
      expect(await atomically(db, async () => titles(orm))).toEqual([])
    })
  },
)

it('drizzleSqlite refuses a Kysely whose connections are not those of sqliteDialect', () => {
  const db = new Kysely<never>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) })

  expect(() => drizzleSqlite(db, drizzle)).toThrow(
    'drizzleSqlite() needs the connections of a Kysely over sqliteDialect(): pass the database of ' +
      'the service, or new Kysely({ dialect: sqliteDialect(database) }).',
  )
})
