import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { sql } from 'kysely'
import { arrayItems } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyDatabase, kyselyItems, kyselyStore } from '../../../src/kysely/index.ts'
import { fullTextIndexOf } from '../../../src/kysely/items/full-text-index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

describe.skipIf(postgresMissing !== null)('full text search', () => {
  let db: AnyDatabase
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ db, close } = await openPostgres())
    await sql`create table note (id integer primary key, title varchar(200), body text, data jsonb,
      "Odd" text, search tsvector generated always as (to_tsvector('english', title)) stored)`.execute(
      db,
    )
    await sql`insert into note (id, title, body, data) values
      (1, 'Running dogs', 'The quick brown fox', '{"a": "zebra"}'),
      (2, 'A run', 'The lazy dog', '["zebra"]'),
      (3, null, null, null)`.execute(db)
    await sql`create index on note using gin (to_tsvector('english', title))`.execute(db)
    await sql`create index on note using gin (search)`.execute(db)
  })
  afterAll(() => close())

  const notes = (textSearch?: string) =>
    kyselyItems(
      db,
      db.selectFrom('note').selectAll(),
      textSearch === undefined ? {} : { textSearch },
    )
  const search = async (field: string, value: string, textSearch?: string) => {
    const found = notes(textSearch).where?.({ field, operator: 'fullText', value })
    return (await found?.slice(0, null))?.map(({ id }) => id)
  }

  it.each([
    ['title', 'run', [2]],
    ['title', 'RUN', [2]],
    ['title', 'runn', []],
    ['body', 'dog or fox', [1, 2]],
    ['body', '"brown fox"', [1]],
    ['body', '"fox brown"', []],
    ['body', 'the -dog', [1]],
    ['data', 'zebra', [1, 2]],
    ['id', '2', [2]],
    // What full text search ignores excludes no rows.
    ['body', '', [1, 2, 3]],
    ['body', "'&|!():*\\", [1, 2, 3]],
    ['body', 'fox\0', []],
    ['body', '\ud800', []],
    ['body', `fox ${'x'.repeat(5000)}`, [1]],
    ['body', '"fox', [1]],
  ])('a full text search of %s for %j finds %j', async (field, value, ids) => {
    expect(await search(field, value)).toEqual(ids)
  })

  it('a full text search in a language finds other forms of a word', async () => {
    expect(await search('title', 'runs', 'english')).toEqual([1, 2])
    expect(await search('search', 'runs', 'english')).toEqual([1, 2])
    expect(await search('title', 'dog', 'pg_catalog.english')).toEqual([1])
  })

  it('the rows of a full text search exclude those without a text', async () => {
    const condition = { field: 'body', operator: 'fullText', value: 'dog' } as const
    expect(await notes().where?.({ not: condition }).count()).toBe(2)
  })

  it.each([
    ['title', 'english', true, "create index on note using gin (to_tsvector('english', title))"],
    ['title', 'simple', false, "create index on note using gin (to_tsvector('simple', title))"],
    ['search', 'english', true, 'create index on note using gin (search)'],
    ['body', 'english', false, "create index on note using gin (to_tsvector('english', body))"],
    ['Odd', 'simple', false, `create index on note using gin (to_tsvector('simple', "Odd"))`],
  ])('the index that a full text search of %s in %s needs exists: %s', async (...expected) => {
    const [field, textSearch, exists, statement] = expected
    expect(await fullTextIndexOf(notes(textSearch), field)).toEqual({ exists, statement })
  })

  it('the statement for a missing index creates one that a search uses', async () => {
    const items = kyselyStore(db, 'note', { textSearch: 'german' }).items
    const missing = await fullTextIndexOf(items, 'body')
    await sql.raw(missing?.statement ?? '').execute(db)

    expect(missing?.exists).toBe(false)
    expect(await fullTextIndexOf(items, 'body')).toMatchObject({ exists: true })
  })

  it('no index is named for an expression, nor for items that are not of a query', async () => {
    const shouting = db.selectFrom('note').select(['id', sql<string>`upper(title)`.as('loud')])

    const index = await fullTextIndexOf(kyselyItems(db, shouting), 'loud')
    expect(index).toEqual({ exists: false, statement: null })
    expect(await fullTextIndexOf(arrayItems([]), 'title')).toBeNull()
  })

  it('the name of a text search configuration is checked when items are declared', () => {
    for (const textSearch of ['', "x', '", 'English!', 'a.b.c']) {
      expect(() => notes(textSearch)).toThrow('the name of a text search configuration')
    }
  })
})

describe('full text search on SQLite', () => {
  it('full text search on SQLite says that it needs PostgreSQL', async () => {
    const { db, close } = await openDatabase('sqlite::memory:')
    await sql`create table note (id integer primary key, title text)`.execute(db)
    const { items } = kyselyStore(db as AnyDatabase, 'note')

    const condition = { field: 'title', operator: 'fullText', value: 'x' } as const
    expect(() => items.where?.(condition)).toThrow('needs PostgreSQL: on SQLite search it without')
    const narrowed = items.where?.({ not: { any: [] } }).where?.(condition)
    await expect(narrowed?.count()).rejects.toThrow('needs PostgreSQL: on SQLite search it without')
    await close()
  })
})
