import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { charField, createApi, integerField, routes } from '../../src/index.ts'
import { type AnyDatabase, constraintViolation, kyselyStore } from '../../src/kysely/index.ts'
import { openDatabase } from '../../src/service/database.ts'
import { type TestClient, testClient } from '../../src/testing/index.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

/** @param tellsMissing whether the database says which column refers to nothing. */
function testViolations(name: string, open: Open, tellsMissing: boolean) {
  describe(`a violated constraint on ${name}`, () => {
    let client: TestClient
    let close: () => Promise<void>

    beforeAll(async () => {
      const database = await open()
      close = database.close
      const { db } = database
      await sql`create table shelf (id integer primary key)`.execute(db)
      await sql`create table book (
        id integer primary key,
        isbn varchar(20) unique,
        title varchar(20) not null,
        year integer check (year < 3000),
        shelf integer references shelf (id),
        unique (title, year)
      )`.execute(db)
      await db
        .insertInto('shelf')
        .values([{ id: 1 }])
        .execute()

      const nothing = z.object({})
      const schema = z.object({
        id: integerField(),
        isbn: charField().optional(),
        title: charField().nullable(),
        year: integerField().optional(),
        shelf: integerField().optional(),
      })
      client = testClient(
        routes(createApi({}), {
          '/books/': createApi({}).listView({ store: kyselyStore(db, 'book'), schema }),
          '/books/:id/': createApi({}).detailView({ store: kyselyStore(db, 'book'), schema }),
          '/shelves/:id/': createApi({}).detailView({
            store: kyselyStore(db, 'shelf'),
            schema: nothing,
          }),
        }),
      )
      const first = { id: 1, isbn: '1', title: 'Emma', year: 1815, shelf: 1 }
      expect((await client.post('/books/', { json: first })).status).toBe(201)
    })
    afterAll(() => close())

    const add = async (json: object) => {
      const response = await client.post('/books/', { json })
      return { status: response.status, body: await response.json() }
    }

    it('is a 400 with the field of a value that is taken', async () => {
      expect(await add({ id: 2, isbn: '1', title: 'Other' })).toEqual({
        status: 400,
        body: { isbn: ['This field must be unique.'] },
      })
      expect(await add({ id: 1, title: 'Other' })).toEqual({
        status: 400,
        body: { id: ['This field must be unique.'] },
      })
    })

    it('is a 400 with all fields that are taken together', async () => {
      const message = 'The fields title, year must make a unique set.'
      expect(await add({ id: 2, title: 'Emma', year: 1815 })).toEqual({
        status: 400,
        body: { title: [message], year: [message] },
      })
    })

    it('is a 400 with the field that may not be null', async () => {
      expect(await add({ id: 2, title: null })).toEqual({
        status: 400,
        body: { title: ['This field may not be null.'] },
      })
    })

    it('tells what leads nowhere', async () => {
      expect(await add({ id: 2, title: 'Other', shelf: 9 })).toEqual(
        tellsMissing
          ? { status: 400, body: { shelf: ['This refers to nothing.'] } }
          : { status: 409, body: { detail: 'This contradicts other data.' } },
      )
    })

    it('is a 409 when a check refuses or other rows need the one that is removed', async () => {
      const conflict = { status: 409, body: { detail: 'This contradicts other data.' } }
      expect(await add({ id: 2, title: 'Other', year: 4000 })).toEqual(conflict)

      const removed = await client.delete('/shelves/1/')
      expect({ status: removed.status, body: await removed.json() }).toEqual(conflict)
    })

    it('is told on a change as on an addition, and changes nothing', async () => {
      expect((await add({ id: 3, isbn: '3', title: 'Persuasion' })).status).toBe(201)

      const response = await client.patch('/books/3/', { json: { isbn: '1', title: 'Lost' } })
      expect(response.status).toBe(400)
      const book = await (await client.get('/books/3/')).json()
      expect(book).toMatchObject({ isbn: '3', title: 'Persuasion' })
    })
  })
}

testViolations('SQLite', async () => openDatabase('sqlite::memory:'), false)
if (postgresMissing === null) testViolations('PostgreSQL', openPostgres, true)
else describe.skip('a violated constraint on PostgreSQL', () => it('needs PostgreSQL', () => {}))

describe('constraintViolation', () => {
  it('leaves other errors alone', () => {
    expect(constraintViolation(new Error('disk I/O error'))).toBeNull()
    expect(constraintViolation(Object.assign(new Error('x'), { code: 'SQLITE_BUSY' }))).toBeNull()
    expect(constraintViolation('no error')).toBeNull()
  })

  it('keeps the driver error as cause and has a code', () => {
    const cause = Object.assign(new Error('UNIQUE constraint failed: book.isbn'), {
      code: 'SQLITE_CONSTRAINT_UNIQUE',
    })
    const violation = constraintViolation(cause)
    expect(violation?.codes).toEqual({ isbn: ['unique'] })
    expect(violation?.cause).toBe(cause)
  })
})
