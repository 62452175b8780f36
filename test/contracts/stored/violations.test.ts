import { type AnyDatabase, constraintViolation, kyselyStore } from '@turnpike/sql'
import { CamelCasePlugin, sql } from 'kysely'
import type { Settings } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { postgresMissing } from '../../support/postgres.ts'
import { type Open, openServer, openSqlite, serveTable } from './serve-table.ts'

testViolations('SQLite', openSqlite)
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testViolations('PostgreSQL', openServer)
})

const conflict = { detail: 'This conflicts with other data.' }
const taken = ['This field must be unique.']
const shelf = { shelf: ['does_not_exist'] }
const set = { userName: ['unique'], title: ['unique'] }
const leadsNowhere = ['The referenced object does not exist.']

/** Data that the database refuses have the same errors on every database. */
function testViolations(name: string, open: Open) {
  /** Any data pass the schema: the database is to refuse them. */
  const anything = z.looseObject({})

  async function openBooks(settings?: Settings) {
    const db = await open()
    await sql`create table shelf (id integer primary key, room integer, place integer,
      unique (room, place))`.execute(db)
    await sql`create table book (
      id integer primary key,
      isbn varchar(20) unique,
      title varchar(20) not null,
      year integer check (year < 3000),
      shelf integer references shelf (id),
      room integer,
      place integer,
      sequel integer references book,
      unique (title, year),
      foreign key (room, place) references shelf (room, place)
    )`.execute(db)
    await sql`insert into shelf values (1, 10, 100)`.execute(db)
    await sql`insert into book values
      (1, '1', 'Emma', 1815, 1, 10, 100, null), (2, '2', 'Lost', 1900, null, null, null, 1)`.execute(
      db,
    )
    const books = serveTable(db, 'book', anything, settings)
    return { db, books, shelves: serveTable(db, 'shelf', anything) }
  }

  describe(`data that ${name} refuses`, () => {
    it('a violation names the field of a value that is taken, in additions and in changes', async () => {
      const { books } = await openBooks()

      expect(await books.post('/', { id: 3, isbn: '1', title: 'Other' })).toEqual({ isbn: taken })
      expect(await books.post('/', { id: 1, title: 'Other' })).toEqual({ id: taken })
      expect(await books.patch('/2/', { isbn: '1', title: 'Found' })).toEqual({ isbn: taken })
      expect(await books.get('/2/')).toMatchObject({ isbn: '2', title: 'Lost' })
    })

    it('a violation names all fields that are taken together', async () => {
      const { books } = await openBooks()
      const message = 'The fields title, year must make a unique set.'

      expect(await books.post('/', { id: 3, title: 'Emma', year: 1815 })).toEqual({
        ...{ title: [message], year: [message] },
      })
    })

    it.each([
      ['(lower(isbn))', { isbn: 'A' }, { isbn: taken }],
      ["((lower(isbn) || ' of title'))", { isbn: 'A' }, { isbn: taken }],
      ['(lower(title), year)', { title: 'EMMA', year: 1815 }, setOf('title', 'year')],
      ['(abs(year)) where isbn is not null', { isbn: 'B', year: -1815 }, { year: taken }],
    ])(
      'a violation names the fields of a unique index over an expression: %s',
      async (index, values, body) => {
        const { db, books } = await openBooks()
        await sql`update book set isbn = 'a' where id = 1`.execute(db)
        await sql.raw(`create unique index by_expression on book ${index}`).execute(db)

        expect(await books.post('/', { id: 3, title: 'Other', ...values })).toEqual(body)
      },
    )

    it('a violation names the field that may not be null', async () => {
      const { books } = await openBooks()
      const missing = { title: ['This field may not be null.'] }

      expect(await books.post('/', { id: 3, title: null })).toEqual(missing)
      expect(await books.post('/', { id: 3 })).toEqual(missing)
      expect(await books.patch('/1/', { title: null })).toEqual(missing)
    })

    it('a violation names each field with a reference to a missing row', async () => {
      const { books } = await openBooks()
      const sent = { id: 3, title: 'Other' }

      expect(await books.post('/', { ...sent, shelf: 9 })).toEqual({ shelf: leadsNowhere })
      expect(await books.post('/', { ...sent, shelf: 9, sequel: 9 })).toEqual({
        ...{ shelf: leadsNowhere, sequel: leadsNowhere },
      })
      expect(await books.post('/', { ...sent, shelf: 1, room: 10, place: 9 })).toEqual({
        ...{ room: leadsNowhere, place: leadsNowhere },
      })
      expect(await books.patch('/1/', { sequel: 9 })).toEqual({ sequel: leadsNowhere })
      expect(await books.patch('/1/', { place: 9 })).toEqual({
        ...{ room: leadsNowhere, place: leadsNowhere },
      })
    })

    it('a conflict is reported when other rows need the one that is removed or changed', async () => {
      const { books, shelves } = await openBooks()

      expect(await shelves.delete('/1/')).toEqual(conflict)
      expect(await shelves.patch('/1/', { id: 5 })).toEqual(conflict)
      expect(await books.delete('/1/')).toEqual(conflict)
      expect(await books.patch('/1/', { id: 5 })).toEqual(conflict)
    })

    it.each(['set null', 'set default'])(
      'a conflict is reported when a row that is removed is needed, on delete %s',
      async (action) => {
        const { db, shelves } = await openBooks()
        await sql`create table label (id integer primary key, of integer not null default 77
          references shelf (id) on delete ${sql.raw(action)})`.execute(db)
        await sql`insert into shelf (id) values (2)`.execute(db)
        await sql`insert into label values (1, 2)`.execute(db)

        expect(await shelves.delete('/2/')).toEqual(conflict)
      },
    )

    it('a conflict is reported when another table refuses the data, without naming its columns', async () => {
      const { db, shelves } = await openBooks()
      await sql`create table label (of integer not null unique,
        foreign key (of) references shelf (id) on update set null)`.execute(db)
      await sql`insert into shelf (id) values (2)`.execute(db)
      await sql`insert into label values (2)`.execute(db)

      expect(await shelves.patch('/2/', { id: 5 })).toEqual(conflict)
    })

    it('a violation names a generated column whose value is taken', async () => {
      const db = await open()
      await sql`create table size (id integer primary key, width integer,
        area integer generated always as (width * width) stored unique)`.execute(db)
      const sizes = serveTable(db, 'size', anything)
      await sizes.post('/', { id: 1, width: 3 })

      expect(await sizes.post('/', { id: 2, width: -3 })).toEqual({ area: taken })
    })

    it('violations name each generated column that has a value, in additions and in changes', async () => {
      const db = await open()
      const identity = name === 'SQLite' ? '' : 'generated always as identity'
      await sql`create table size (id integer ${sql.raw(identity)} primary key, width integer,
        area integer generated always as (width * width) stored,
        half integer generated always as (width / 2) stored)`.execute(db)
      const sizes = serveTable(db, 'size', anything)
      const readOnly = ['This field is read-only.']

      expect(await sizes.post('/', { width: 3, area: 9, half: 1 })).toEqual({
        ...{ area: readOnly, half: readOnly },
      })
      expect(await sizes.post('/', { width: 3, area: null })).toEqual({ area: readOnly })
      expect(await sizes.post('/', { width: 3 })).toEqual({ id: 1, width: 3, area: 9, half: 1 })
      expect(await sizes.patch('/1/', { area: 9 })).toEqual({ area: readOnly })
      if (name === 'PostgreSQL') expect(await sizes.post('/', { id: 7 })).toEqual({ id: readOnly })
      const inTransaction = await db.startTransaction().execute()
      const ofTransaction = serveTable(inTransaction, 'size', anything)
      expect(await ofTransaction.post('/', { area: 9 })).toEqual({ area: readOnly })
      await inTransaction.rollback().execute()

      const error = await db
        .insertInto('size')
        .values({ area: 9 })
        .execute()
        .catch((error: unknown) => error)
      expect(await constraintViolation(db, error)).toMatchObject({
        ...{ status: 400, codes: { non_field_errors: ['read_only'] } },
      })
    })

    it('a violation names a reference to a column with a dot in its name', async () => {
      const db = await open()
      await sql`create table part ("no." integer primary key, "by.no" integer references part)`.execute(
        db,
      )
      const parts = kyselyStore(db, 'part', { key: 'no.' })

      await expect(parts.create({ 'no.': 1, 'by.no': 9 })).rejects.toMatchObject({
        detail: { 'by.no': leadsNowhere },
      })
    })

    it('a conflict is reported when a check constraint refuses the data', async () => {
      const { books } = await openBooks()
      expect(await books.post('/', { id: 3, title: 'Other', year: 4000 })).toEqual(conflict)
    })

    it('a conflict is reported when a trigger raises, without the text of the trigger', async () => {
      const { db, books } = await openBooks()
      await raiseOnInsert(db, name)

      expect(await books.post('/', { id: 3, title: 'Other' })).toEqual(conflict)
    })

    it('a violation names the field that holds an object or a list', async () => {
      const { books } = await openBooks()
      const unfit = ['This value does not fit the field.']

      expect(await books.post('/', { id: 3, title: ['a'], year: { a: 1 } })).toEqual({
        ...{ title: unfit, year: unfit },
      })
    })

    it('violations name the field of a value that is not a number', async () => {
      const { books } = await openBooks()

      expect(await books.post('/', { id: 'three', title: 'Other' })).toEqual({
        id: ['This value does not fit the field.'],
      })
    })

    it('violations name the field of a text in an integer column of a strict table', async () => {
      const { db } = await openBooks()
      const strict = sql.raw(name === 'SQLite' ? 'strict' : '')
      await sql`create table score (id integer primary key, points integer) ${strict}`.execute(db)
      const scores = serveTable(db, 'score', anything)
      const unfit = { points: ['This value does not fit the field.'] }

      expect(await scores.post('/', { id: 1, points: 'many' })).toEqual(unfit)
      expect(await scores.post('/', { id: 1, points: 1.5 })).toEqual(unfit)
    })

    it('violations are reported alike in a transaction', async () => {
      const { db } = await openBooks()
      await sql`create unique index by_lower on book (lower(title), year)`.execute(db)
      await sql`create table label (of integer not null unique references book on update set null)`.execute(
        db,
      )
      await sql`insert into label values (2)`.execute(db)
      const refused = async (values: object, path?: string) => {
        const transaction = await db.startTransaction().execute()
        const books = serveTable(transaction, 'book', anything)
        const answer = await (path ? books.patch(path, values) : books.post('/', values))
        await transaction.rollback().execute()
        return answer
      }

      expect(await refused({ id: 3, isbn: '1', title: 'Other' })).toEqual({ isbn: taken })
      expect(await refused({ id: 3, title: null })).toEqual({
        title: ['This field may not be null.'],
      })
      expect(await refused({ id: 3, title: 'Other', shelf: 9 })).toEqual({ shelf: leadsNowhere })
      expect(await refused({ id: 3, title: 'EMMA', year: 1815 })).toEqual(setOf('title', 'year'))
      expect(await refused({ id: 7 }, '/2/')).toEqual(conflict)
    })

    it('a violation names fields as the client knows them, with a plugin that renames columns', async () => {
      const db = (await open()).withPlugin(new CamelCasePlugin())
      await sql`create table team_room (id integer primary key)`.execute(db)
      await sql`create table team_member (
        id integer primary key,
        user_name varchar(20) not null unique,
        home_room integer references team_room (id),
        is_active boolean not null default true,
        extra_data jsonb
      )`.execute(db)
      await sql`create unique index lowered on team_member (lower(user_name))`.execute(db)
      const members = serveTable(db, 'teamMember', anything)

      const first = { id: 1, userName: 'ann', isActive: false, extraData: [1] }
      expect(await members.post('/', first)).toEqual({ ...first, homeRoom: null })
      expect(await members.post('/', { id: 2, userName: 'ann' })).toEqual({ userName: taken })
      expect(await members.post('/', { id: 2, userName: 'ANN' })).toEqual({ userName: taken })
      expect(await members.post('/', { id: 2, userName: null })).toEqual({
        userName: ['This field may not be null.'],
      })
      expect(await members.post('/', { id: 2, userName: [] })).toEqual({
        userName: ['This value does not fit the field.'],
      })
      expect(await members.post('/', { id: 2, userName: 'bob', homeRoom: 7 })).toEqual({
        homeRoom: leadsNowhere,
      })
      expect(await members.patch('/1/', { extraData: 'x' })).toMatchObject({ extraData: 'x' })
      expect(await members.walk('/cursors/')).toEqual([1])
    })

    it('violations without a field stand under the key of the settings', async () => {
      const { db, books } = await openBooks({ NON_FIELD_ERRORS_KEY: 'all' })
      await sql`delete from book where id = 2`.execute(db)
      await sql`create unique index only_one on book ((1 + 1))`.execute(db)

      expect(await books.post('/', { id: 3, title: 'Other' })).toEqual({
        all: ['These values must be unique.'],
      })
    })

    it('violations have their fields in custom queries, too', async () => {
      const { db } = await openBooks()
      const values = { id: 3, title: 'Other', shelf: 9 }
      const error = await db
        .insertInto('book')
        .values(values)
        .execute()
        .catch((error: unknown) => error)

      const refused = await constraintViolation(db, error, { table: 'book', values })
      expect(refused).toMatchObject({ status: 400, codes: { shelf: ['does_not_exist'] } })
      expect(refused?.cause).toBe(error)
    })
  })
}

function setOf(...fields: string[]) {
  const message = `The fields ${fields.join(', ')} must make a unique set.`
  return Object.fromEntries(fields.map((field) => [field, [message]]))
}

async function raiseOnInsert(db: AnyDatabase, name: string): Promise<void> {
  if (name === 'SQLite') {
    await sql`create trigger no_more before insert on book
      begin select raise(abort, 'secret reason'); end`.execute(db)
    return
  }
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'secret reason'; end $$`.execute(db)
  await sql`create trigger no_more before insert on book
    for each row execute function refuse()`.execute(db)
}

describe('constraintViolation', () => {
  const error = (code: string, rest: object = {}) =>
    Object.assign(new Error('refused'), { code, ...rest })

  it('constraintViolation() leaves other errors alone', async () => {
    const db = await openSqlite()
    for (const other of [new Error('disk I/O error'), error('SQLITE_BUSY'), 'no error', null]) {
      expect(await constraintViolation(db, other)).toBeNull()
    }
  })

  it.each([
    ['23505', { detail: 'Schlüssel »(isbn)=(1)« existiert bereits.' }, { isbn: ['unique'] }],
    ['23505', { detail: 'キー("userName", title)=(1, x)はすでに存在します。' }, set],
    ['23503', { detail: 'Schlüssel (shelf)=(9) ist nicht in Tabelle »shelf« vorhanden.' }, shelf],
  ])('reads what PostgreSQL says in any language: %s %j', async (code, rest, codes) => {
    const db = await openSqlite()
    await sql`create table book (shelf integer, isbn text, title text, "userName" text)`.execute(db)

    const refused = error(code, { table: 'book', ...rest })
    const write = { table: 'book', values: { shelf: 9 } }
    expect((await constraintViolation(db, refused, write))?.codes).toEqual(codes)
  })

  it('restrict_violation, raised by PostgreSQL 18, is a conflict', async () => {
    expect(await constraintViolation(await openSqlite(), error('23001'))).toMatchObject({
      ...{ status: 409, codes: 'conflict' },
    })
  })
})
