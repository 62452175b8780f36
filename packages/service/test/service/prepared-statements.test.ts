import { kyselyAccounts, kyselyItems } from '@turnpike/sql'
import { type OpenDatabaseOptions, openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

describe.skipIf(postgresMissing !== null)('look-ups on PostgreSQL', () => {
  async function open() {
    const own = await openPostgres()
    onTestFinished(own.close)
    // One connection, so that the test can do to it what a pooler would.
    const { db, migrate, close } = openDatabase(own.url, { poolSize: 1 })
    onTestFinished(close)
    await migrate()
    const { users, tokens } = kyselyAccounts(db, { secrets })
    const user = await users.create({ username: 'ada', password: 'correct horse battery' })
    const { key } = await tokens.getOrCreate(user)
    const find = async () => (await tokens.find(key))?.user.username
    const prepared = async (): Promise<string[]> => {
      const { rows } = await sql<{ name: string }>`
        select name from pg_prepared_statements where statement like '%any(cast%'`.execute(db)
      return rows.map(({ name }) => name)
    }
    return { db, find, prepared }
  }

  it('look-ups stay prepared on their connection', async () => {
    const { find, prepared } = await open()

    expect(await find()).toBe('ada')
    expect(await find()).toBe('ada')
    expect(await prepared()).toEqual([expect.stringMatching(/^turnpike_[\da-f]{24}$/)])
  })

  it('look-ups continue when the connection has lost what was prepared, and prepare no more', async () => {
    const { db, find, prepared } = await open()
    await find()
    await sql`deallocate all`.execute(db)

    expect(await find()).toBe('ada')
    expect(await find()).toBe('ada')
    expect(await prepared()).toEqual([])
  })

  it('look-ups continue when another process has prepared them on the connection', async () => {
    const { db, find, prepared } = await open()
    await find()
    const [name = ''] = await prepared()
    const { db: other, find: findOther } = await open()
    await sql
      .raw(`prepare ${name} as select 1`)
      .execute(other)
      .catch(() => {})

    expect(await findOther()).toBe('ada')
    expect(await findOther()).toBe('ada')
    expect(await find()).toBe('ada')
    expect(db).not.toBe(other)
  })

  it('look-ups continue when a migration has changed the type of a column', async () => {
    const { db, find, prepared } = await open()
    await find()
    await sql`alter table turnpike_user alter column email type varchar(300)`.execute(db)

    expect(await find()).toBe('ada')
    expect(await find()).toBe('ada')
    expect(await prepared()).toHaveLength(1)
  })
})

describe.skipIf(postgresMissing !== null)('lists on PostgreSQL', () => {
  async function open(options: OpenDatabaseOptions = {}) {
    const own = await openPostgres()
    onTestFinished(own.close)
    const { db, close } = openDatabase(own.url, { poolSize: 1, ...options })
    onTestFinished(close)
    await sql`create table note (id integer primary key, title text)`.execute(db)
    await sql`insert into note values (1, 'One'), (2, 'Two')`.execute(db)
    const items = kyselyItems(db, db.selectFrom('note').selectAll())
    const prepared = async () => {
      const { rows } = await sql`select 1 from pg_prepared_statements`.execute(db)
      return rows.length
    }
    return { db, items, prepared }
  }

  it('reads of a list stay prepared on their connection', async () => {
    const { items, prepared } = await open()

    for (const _ of [1, 2, 3]) expect(await items.slice(0, 1)).toEqual([{ id: 1, title: 'One' }])
    expect(await prepared()).toBe(1)
  })

  it('a connection keeps no more statements prepared than it may', async () => {
    const { items, prepared } = await open({ preparedStatements: 3 })

    for (const ordering of ['id', '-id', 'title', '-title', 'id']) {
      const [first] = await items.orderBy([ordering]).slice(0, 1)
      expect(first?.id).toBe(ordering === '-id' || ordering === '-title' ? 2 : 1)
      expect(await prepared()).toBeLessThanOrEqual(3)
    }
    expect(await prepared()).toBe(3)
  })

  it('a connection that may keep no statement prepares none', async () => {
    const { items, prepared } = await open({ preparedStatements: 0 })

    expect(await items.slice(0, 1)).toHaveLength(1)
    expect(await prepared()).toBe(0)
  })

  it('a prepared list shows a column that was added meanwhile', async () => {
    const { db, items } = await open()
    await items.slice(0, 1)
    await sql`alter table note add column isdone boolean not null default false`.execute(db)

    const expected = [{ id: 1, title: 'One', isdone: false }]
    expect(await items.slice(0, 1)).toEqual(expected)
    expect(await items.slice(0, 1)).toEqual(expected)
  })

  it('a prepared list shows a column that was renamed meanwhile', async () => {
    const { db, items } = await open()
    await items.slice(0, 1)
    await sql`alter table note rename column title to name`.execute(db)

    expect(await items.slice(0, 1)).toEqual([{ id: 1, name: 'One' }])
  })

  it('a prepared list reads the table that the search path finds at that moment', async () => {
    const { db, items } = await open()
    await sql`create schema other`.execute(db)
    await sql`create table other.note (id integer primary key, title text)`.execute(db)
    await sql`insert into other.note values (7, 'Seven')`.execute(db)
    expect(await items.slice(0, 1)).toEqual([{ id: 1, title: 'One' }])

    await sql`set search_path = other`.execute(db)
    expect(await items.slice(0, 1)).toEqual([{ id: 7, title: 'Seven' }])
    await sql`set search_path = public`.execute(db)
    expect(await items.slice(0, 1)).toEqual([{ id: 1, title: 'One' }])
  })

  it('a prepared list that fails leaves its connection usable', async () => {
    const { db, items } = await open()
    const halves = kyselyItems(
      db,
      db.selectFrom('note').select(['id', sql<number>`1 / (id - 2)`.as('half')]),
    )

    for (const _ of [1, 2])
      await expect(halves.slice(0, 5)).rejects.toMatchObject({ code: '22012' })
    expect(await items.slice(0, 5)).toHaveLength(2)
    expect(await halves.slice(0, 1)).toEqual([{ id: 1, half: -1 }])
  })

  it('a list with more parameters than the protocol allows leaves its connection usable', async () => {
    const { db, items } = await open()
    const ids = Array.from({ length: 65_536 }, (_, index) => index)
    const many = kyselyItems(db, db.selectFrom('note').selectAll().where('id', 'in', ids))

    for (const _ of [1, 2]) await expect(many.slice(0, 5)).rejects.toThrow()
    expect(await items.slice(0, 5)).toHaveLength(2)
  })

  it('a list that fails in a transaction leaves the connection usable after it', async () => {
    const { db, items } = await open()
    await items.slice(0, 1)

    const failing = db.transaction().execute(async (transaction) => {
      await sql`select 1 / 0`.execute(transaction).catch(() => {})
      return kyselyItems(transaction, transaction.selectFrom('note').selectAll()).slice(0, 1)
    })
    await expect(failing).rejects.toMatchObject({ code: '25P02' })
    expect(await items.slice(0, 1)).toHaveLength(1)
  })
})
