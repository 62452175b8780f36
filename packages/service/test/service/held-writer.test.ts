import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identity, kyselyStore } from '@turnpike/sql'
import Sqlite from 'better-sqlite3'
import type { Generated, Kysely } from 'kysely'
import { ApiResponse, createApi, routes } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defineService } from '../../src/service/define-service.ts'
import { createTurnpike } from '../cli/turnpike.ts'
import { startService } from './test-service.ts'

interface Tables {
  note: { id: Generated<number>; title: string }
}

const migrations = {
  '0001_note': {
    up: (db: Kysely<unknown>) =>
      db.schema
        .createTable('note')
        .addColumn('id', 'integer', identity(db))
        .addColumn('title', 'text')
        .execute(),
  },
}

/** A service over a file: `/inside/` uses `db` inside of its transaction, `/held/` holds one. */
async function startNotes() {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'notes.db')
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const notes = defineService<Tables>({
    name: 'notes',
    migrations,
    app({ db, settings }) {
      const api = createApi(settings)
      const store = kyselyStore(db, 'note')
      const create = async () => {
        await store.create({ title: 'new' })
        return new ApiResponse(null, 201)
      }
      const held = async () => {
        begun.resolve()
        await finish.promise
        return new ApiResponse(null)
      }
      return routes(api, {
        '/notes/': api.view({
          get: async () => new ApiResponse(await db.selectFrom('note').selectAll().execute()),
          post: create,
        }),
        '/inside/': api.view({ post: () => db.transaction().execute(create) }),
        '/held/': api.view({ post: () => db.transaction().execute(held) }),
      })
    },
  })
  const service = await startService(notes, {
    DATABASE_URL: `sqlite:${path}`,
    DATABASE_CONNECTION_TIMEOUT_MS: '50',
  })
  const statusOf = async (path: string, method = 'GET') =>
    (await service.request(path, { method })).status

  return { ...service, path, statusOf, begun: begun.promise, finish: finish.resolve }
}

describe('a service on SQLite', () => {
  it('a service answers 503 when `db` is used inside a transaction, logs it, and continues', async () => {
    const { log, statusOf } = await startNotes()

    expect(await statusOf('/inside/', 'POST')).toBe(503)
    expect(JSON.stringify(log)).toMatch(
      /a transaction of this process has been open for [\d.]+ s: is `db` used inside it/,
    )
    expect(await statusOf('/notes/', 'POST')).toBe(201)
    expect(await statusOf('/notes/')).toBe(200)
    expect(await statusOf('/readyz')).toBe(200)
  })

  it('answers reads while a handler holds a transaction, and is not ready until it ends', async () => {
    const { statusOf, begun, finish } = await startNotes()
    const events: string[] = []
    const held = statusOf('/held/', 'POST').then(() => events.push('the transaction ends'))
    await begun

    const statuses = [
      await statusOf('/notes/'),
      await statusOf('/notes/', 'POST'),
      await statusOf('/readyz'),
      await statusOf('/healthz'),
    ]
    events.push('all is answered')
    finish()
    await held

    expect(statuses).toEqual([200, 503, 503, 200])
    expect(events).toEqual(['all is answered', 'the transaction ends'])
    expect(await statusOf('/readyz')).toBe(200)
  })

  it('a service is not ready while another process holds the write lock', async () => {
    const { path, statusOf } = await startNotes()
    const other = new Sqlite(path)
    onTestFinished(() => void other.close())

    other.exec('begin immediate')
    expect(await statusOf('/readyz')).toBe(503)
    expect(await statusOf('/healthz')).toBe(200)
    other.exec('rollback')
    expect(await statusOf('/readyz')).toBe(200)
  })
})

/** Its handlers: `/inside/` as above; `/hold/` begins a transaction that `/end/` of the worker ends. */
const module = `
  let end
  export default {
    name: 'notes',
    migrations: {
      '0001_note': { up: (db) => db.schema.createTable('note').addColumn('title', 'text').execute() },
    },
    app({ db }) {
      const insert = () => db.insertInto('note').values({ title: 'new' }).execute()
      const answers = {
        '/write/': insert,
        '/read/': () => db.selectFrom('note').selectAll().execute(),
        '/inside/': () => db.transaction().execute(insert),
        '/hold/': async () => { end = await db.startTransaction().execute() },
        '/end/': () => end?.rollback().execute(),
      }
      return {
        async fetch({ url }) {
          const { pathname } = new URL(url)
          const status = await answers[pathname]().then(() => 200, ({ status }) => status)
          return Response.json({ pid: process.pid }, { status })
        },
      }
    },
  }`

describe('two workers on one SQLite file', () => {
  const serve = async () => {
    const turnpike = createTurnpike()
    writeFileSync(join(turnpike.folder, 'app.mjs'), module)
    const args = ['app.mjs', '--migrate', '--workers', '2']
    const { url } = await turnpike.serve(args, {
      DATABASE_CONNECTION_TIMEOUT_MS: '1000',
      DRAIN_DELAY_SECONDS: '0',
    })
    /** Each on a connection of its own, so that both workers get some. */
    return (path: string, count = 8) =>
      Promise.all(
        Array.from({ length: count }, () =>
          fetch(`${url}${path}`, { headers: { Connection: 'close' } }),
        ),
      )
  }
  const statusesOf = async (answers: Promise<Response[]>) =>
    new Set((await answers).map(({ status }) => status))

  it('two workers continue after one of them used `db` inside a transaction', async () => {
    const ask = await serve()

    expect(await statusesOf(ask('/inside/', 1))).toEqual(new Set([503]))
    expect(await statusesOf(ask('/write/'))).toEqual(new Set([200]))
    expect(await statusesOf(ask('/read/'))).toEqual(new Set([200]))
    expect(await statusesOf(ask('/readyz'))).toEqual(new Set([200]))
  })

  it('two workers are both not ready, and read, while one of them holds a transaction', async () => {
    const ask = await serve()
    await ask('/hold/', 1)

    expect(await statusesOf(ask('/read/', 16))).toEqual(new Set([200]))
    expect(await statusesOf(ask('/write/', 16))).toEqual(new Set([503]))
    expect(await statusesOf(ask('/readyz', 16))).toEqual(new Set([503]))
    expect(await statusesOf(ask('/healthz', 16))).toEqual(new Set([200]))
    // A busy machine may give all of them to one worker.
    const ended = new Set<number>()
    while (ended.size < 2) for (const end of await ask('/end/')) ended.add((await end.json()).pid)
    expect(await statusesOf(ask('/readyz', 16))).toEqual(new Set([200]))
  })
})
