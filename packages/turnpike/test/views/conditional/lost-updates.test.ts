import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type AnyDatabase, kyselyStore } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { arrayStore, createApi, routes } from '../../../src/index.ts'
import {
  atomic,
  atomicByQueries,
  notesByQueries,
  notesOf,
  patches,
  schema,
  tagOf,
} from './editing.ts'

/** One status 200, the others 412. */
const oneOf = (count: number) => [200, ...Array.from({ length: count - 1 }, () => 412)]
const sorted = (statuses: readonly number[]) => statuses.toSorted((one, other) => one - other)

type Open = () => Promise<{ url: string; close(): Promise<void> }>

const openFile: Open = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-'))
  return {
    url: `sqlite:${join(folder, 'shared.db')}`,
    close: () => rm(folder, { recursive: true }),
  }
}

testLostUpdates('SQLite', openFile)
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testLostUpdates('PostgreSQL', openPostgres)
})

function testLostUpdates(name: string, open: Open): void {
  const opened = async () => {
    const { url, close } = await open()
    onTestFinished(close)
    const connect = () => {
      const database = openDatabase(url)
      onTestFinished(database.close)
      return database.db as AnyDatabase
    }
    const db = connect()
    await db.schema
      .createTable('note')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('title', 'text')
      .execute()
    await db.insertInto('note').values({ id: 1, title: 'one' }).execute()
    return { url, db, connect }
  }

  describe(`changes of one item on ${name}`, () => {
    it(`exactly one of 20 changes with the same tag on ${name} is made`, async () => {
      const { db } = await opened()
      const client = notesOf(db)
      for (let round = 0; round < 5; round++) {
        const statuses = await patches(client, await tagOf(client), 20)
        expect(sorted(statuses)).toEqual(oneOf(20))
      }
    })

    it(`exactly one of 20 changes over two connections to ${name} is made`, async () => {
      const { db, connect } = await opened()
      const clients = [notesOf(db), notesOf(connect())]
      for (let round = 0; round < 5; round++) {
        const tag = await tagOf(notesOf(db))
        const statuses = await Promise.all(clients.map((client) => patches(client, tag, 10)))
        expect(sorted(statuses.flat())).toEqual(oneOf(20))
      }
    })

    it(`exactly one of 21 changes on ${name} is made where requests are atomic`, async () => {
      const { db, connect } = await opened()
      const other = connect()
      const clients = [notesOf(db, atomic(db)), notesOf(other, atomic(other)), notesOf(db)]
      for (let round = 0; round < 5; round++) {
        const tag = await tagOf(notesOf(db))
        const statuses = await Promise.all(clients.map((client) => patches(client, tag, 7)))
        expect(sorted(statuses.flat())).toEqual(oneOf(21))
      }
    })

    for (const own of [[], ['find'], ['update'], ['find', 'update']] as const) {
      it(`exactly one of 20 changes on ${name} is made by a view with [${own}] of the application`, async () => {
        const { db } = await opened()
        const client = notesByQueries(db, ...own)
        for (let round = 0; round < 3; round++) {
          const statuses = await patches(client, await tagOf(client), 20)
          expect(sorted(statuses)).toEqual(oneOf(20))
        }
      })
    }

    it(`exactly one of 20 changes on ${name} is made by an update in the transaction of the request`, async () => {
      const { db, connect } = await opened()
      const clients = [atomicByQueries(db), atomicByQueries(connect())]
      for (let round = 0; round < 3; round++) {
        const tag = await tagOf(notesOf(db))
        const statuses = await Promise.all(clients.map((client) => patches(client, tag, 10)))
        expect(sorted(statuses.flat())).toEqual(oneOf(20))
      }
    })

    it(`a change on ${name} of what a client is not sent does not fail its condition`, async () => {
      const { db } = await opened()
      const api = createApi({ CONDITIONAL_REQUESTS: true })
      let isFirst = true
      const view = api.detailView({
        store: kyselyStore(db, 'note'),
        schema,
        answers: z.object({ id: z.int() }),
        validate: async () => {},
        permissions: [
          {
            hasPermission: () => true,
            // After the item was found, and before it is written.
            async hasObjectPermission() {
              if (isFirst) await db.updateTable('note').set({ title: 'other' }).execute()
              isFirst = false
              return true
            },
          },
        ],
      })
      const client = testClient(routes(api, { '/notes/:id/': view }))
      const tag = await tagOf(client)
      isFirst = true
      expect(await patches(client, tag, 1)).toEqual([200])
    })

    it(`exactly one of 30 changes by three processes on ${name} is made`, async () => {
      const { url, db } = await opened()
      const tag = await tagOf(notesOf(db))
      const start = Date.now() + 4000
      const worker = join(import.meta.dirname, 'edit-worker.ts')
      const statuses = await Promise.all(
        [1, 2, 3].map(async (): Promise<number[]> => {
          const args = ['--conditions=source', worker, url, tag, `${start}`]
          return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
        }),
      )
      expect(sorted(statuses.flat())).toEqual(oneOf(30))
    })

    it(`a change of another item on ${name} does not fail a condition`, async () => {
      const { db } = await opened()
      await db.insertInto('note').values({ id: 2, title: 'two' }).execute()
      const client = notesOf(db)
      const tag = await tagOf(client)
      const [own] = await Promise.all([
        patches(client, tag, 1),
        client.patch('/notes/2/', { json: { title: 'x' } }),
      ])
      expect(own).toEqual([200])
    })

    it(`a delete and a change with the same tag on ${name} are not both made`, async () => {
      const { db } = await opened()
      const client = notesOf(db)
      const tag = await tagOf(client)
      const headers = { 'If-Match': tag }
      const [deleted, [patched]] = await Promise.all([
        client.delete('/notes/1/', { headers }),
        patches(client, tag, 1),
      ])
      expect([
        [204, 404],
        [412, 200],
      ]).toContainEqual([deleted.status, patched])
    })
  })
}

describe('changes of one item in memory', () => {
  const rows = () => [{ id: 1, title: 'one' }]

  it('exactly one of 20 changes with the same tag of an array store is made, also by two views', async () => {
    const api = createApi({ CONDITIONAL_REQUESTS: true })
    const store = arrayStore(rows())
    const serialize = async (item: object) => {
      await setTimeout(Math.random() * 3)
      return item
    }
    const client = testClient(
      routes(api, {
        '/notes/:id/': api.detailView({ store, schema, serialize }),
        '/:shelf/again/:id/': api.detailView({ store, schema }),
      }),
    )
    for (let round = 0; round < 5; round++) {
      const headers = { 'If-Match': await tagOf(client) }
      const statuses = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const path = index % 2 === 0 ? '/notes/1/' : '/shelf/again/1/'
          return (await client.patch(path, { headers, json: { title: `${round} ${index}` } }))
            .status
        }),
      )
      expect(sorted(statuses)).toEqual(oneOf(20))
    }
  })

  it('exactly one of 20 changes by slow functions of a view is made', async () => {
    const api = createApi({ CONDITIONAL_REQUESTS: true })
    let [item] = rows()
    const view = api.detailView({
      find: async () => {
        await setTimeout(Math.random() * 3)
        return item ?? null
      },
      schema,
      update: async (found, data) => {
        await setTimeout(Math.random() * 3)
        item = { ...found, ...data }
        return item
      },
    })
    const client = testClient(routes(api, { '/notes/:id/': view }))
    expect(sorted(await patches(client, await tagOf(client), 20))).toEqual(oneOf(20))
  })

  it('a change that fails lets the next one pass, and an unconditional one waits for its turn', async () => {
    const api = createApi({
      CONDITIONAL_REQUESTS: true,
      LOGGER: { info() {}, warn() {}, error() {} },
    })
    const [item] = rows()
    const titles: string[] = []
    const view = api.detailView({
      find: () => item ?? null,
      schema,
      update: async (found, { title = '' }) => {
        await setTimeout(2)
        if (title === 'fail') throw new Error('no')
        titles.push(title)
        return found
      },
    })
    const client = testClient(routes(api, { '/notes/:id/': view }))
    const sent = ['fail', 'a', 'fail', 'b', 'c'].map((title) =>
      client.patch('/notes/1/', { json: { title } }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)

    expect(statuses).toEqual([500, 200, 500, 200, 200])
    expect(titles).toEqual(['a', 'b', 'c'])
  })
})
