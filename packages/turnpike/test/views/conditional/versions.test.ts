import { inspect } from 'node:util'
import { type AnyDatabase, kyselyStore } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  arrayStore,
  charField,
  createApi,
  type DetailViewOptions,
  routes,
} from '../../../src/index.ts'
import { atomic, patches, tagOf } from './editing.ts'

interface Note {
  id: number
  title: string
  revision: number
}

type Options = Partial<DetailViewOptions<Note, Partial<Note>>>

const schema = z.object({ title: charField(), revision: z.int().optional() })
const counted: Options = {
  validate: ({ data, item }) => ({ ...data, revision: item.revision + 1 }),
}

/** A client of a view with a version, and what the view has logged. */
function serve(options: Options, settings = {}): { client: TestClient; logged: unknown[] } {
  const logged: unknown[] = []
  const LOGGER = { info() {}, warn() {}, error: (...all: unknown[]) => logged.push(...all) }
  const api = createApi({ LOGGER, ...settings })
  const view = api.detailView({
    name: 'Note',
    schema,
    conditional: { version: 'revision' },
    ...options,
  } as DetailViewOptions<Note, Partial<Note>>)
  return { client: testClient(routes(api, { '/notes/:id/': view })), logged }
}

const change = async (client: TestClient, json: object) => {
  const headers = { 'If-Match': await tagOf(client) }
  return (await client.patch('/notes/1/', { headers, json })).status
}

const sorted = (statuses: readonly number[]) => statuses.toSorted((one, other) => one - other)

testVersions('SQLite', async () => ({ url: 'sqlite::memory:', close: async () => {} }))
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testVersions('PostgreSQL', openPostgres)
})

type Open = () => Promise<{ url: string; close(): Promise<void> }>

function testVersions(name: string, open: Open): void {
  const opened = async () => {
    const { url, close } = await open()
    onTestFinished(close)
    const database = openDatabase(url)
    onTestFinished(database.close)
    const db = database.db as AnyDatabase
    await db.schema
      .createTable('note')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('title', 'text')
      .addColumn('revision', 'integer')
      .execute()
    await db.insertInto('note').values({ id: 1, title: 'one', revision: 1 }).execute()
    const store = kyselyStore(db, 'note') as unknown as NonNullable<Options['store']>
    const stored = () => db.selectFrom('note').selectAll().executeTakeFirst()
    return { db, store, stored }
  }

  describe(`the version of a row on ${name}`, () => {
    for (const isAtomic of [false, true]) {
      const where = isAtomic ? `${name} in the transaction of the request` : name
      it(`a change on ${where} that leaves the version is a 500 that says so, and nothing is stored`, async () => {
        const { db, store, stored } = await opened()
        const { client, logged } = serve({ store }, isAtomic ? atomic(db) : {})

        expect(await change(client, { title: 'two' })).toBe(500)
        expect((await client.patch('/notes/1/', { json: { title: 'two' } })).status).toBe(500)
        expect((await client.put('/notes/1/', { json: { title: 'two' } })).status).toBe(500)
        expect(await stored()).toEqual({ id: 1, title: 'one', revision: 1 })
        expect(inspect(logged)).toContain(
          'A change by the view Note left its version, the field revision, as it was',
        )
      })
    }

    it(`exactly one of 3 changes with the same tag on ${name} is made where validate counts the version`, async () => {
      const { store, stored } = await opened()
      const { client } = serve({ store, ...counted })

      expect(sorted(await patches(client, await tagOf(client), 3))).toEqual([200, 412, 412])
      expect(await stored()).toMatchObject({ revision: 2 })
    })

    it(`changes without a condition on ${name} each give the row another version`, async () => {
      const { store, stored } = await opened()
      const { client } = serve({ store, ...counted })
      const sent = Array.from({ length: 5 }, (_, index) =>
        client.patch('/notes/1/', { json: { title: `${index}` } }),
      )
      const statuses = (await Promise.all(sent)).map(({ status }) => status)

      expect(statuses).toEqual([200, 200, 200, 200, 200])
      expect(await stored()).toMatchObject({ revision: 6 })
    })

    it(`a change on ${name} that changes nothing, and a delete, need no other version`, async () => {
      const { store, stored } = await opened()
      const { client } = serve({ store })

      expect(await change(client, {})).toBe(200)
      expect(await change(client, { title: 'one' })).toBe(200)
      const headers = { 'If-Match': await tagOf(client) }
      expect((await client.delete('/notes/1/', { headers })).status).toBe(204)
      expect(await stored()).toBeUndefined()
    })
  })
}

it('a trigger that counts the version after the change was returned is noticed', async () => {
  const database = openDatabase('sqlite::memory:')
  onTestFinished(database.close)
  const db = database.db as AnyDatabase
  await sql`CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, revision INTEGER)`.execute(db)
  await sql`CREATE TRIGGER counts AFTER UPDATE OF title ON note BEGIN
    UPDATE note SET revision = revision + 1 WHERE id = NEW.id; END`.execute(db)
  await db.insertInto('note').values({ id: 1, title: 'one', revision: 1 }).execute()
  const { client } = serve({ store: kyselyStore(db, 'note') } as unknown as Options)

  const headers = { 'If-Match': await tagOf(client) }
  const changed = await client.patch('/notes/1/', { headers, json: { title: 'two' } })
  expect(changed.status).toBe(200)
  expect(await changed.json()).toEqual({ id: 1, title: 'two', revision: 2 })
  expect(changed.headers.get('ETag')).toBe(await tagOf(client))
})

describe('the version of an item in memory', () => {
  const item = (): Note => ({ id: 1, title: 'one', revision: 1 })

  it('a change in memory that leaves the version is a 500', async () => {
    expect(await change(serve({ store: arrayStore([item()]) }).client, { title: 'two' })).toBe(500)
    const { client } = serve({ store: arrayStore([item()]), ...counted })
    expect(await change(client, { title: 'two' })).toBe(200)
  })

  it('an update that changes the object that was found is noticed, too', async () => {
    const note = item()
    const { client } = serve({
      find: () => note,
      update: (found, data) => Object.assign(found, data),
    })

    expect(await change(client, { title: 'two' })).toBe(500)
    expect(await change(client, { title: 'three', revision: 2 })).toBe(200)
    expect(await change(client, { title: 'three' })).toBe(200)
  })

  it('a version that the items lack is reported with the view and the remedy', async () => {
    const { client, logged } = serve({
      store: arrayStore([item()]),
      conditional: { version: 'nope' as 'title' },
    })

    expect((await client.get('/notes/1/')).status).toBe(500)
    expect(inspect(logged)).toContain(
      'version of the view Note is the field nope, which an item lacks: name a field of the items',
    )
  })
})
