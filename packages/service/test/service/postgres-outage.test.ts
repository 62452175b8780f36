import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import {
  type OwnPostgres,
  openOwnPostgres,
  ownPostgresMissing,
} from '@turnpike/test-support/own-postgres.ts'
import { type Kysely, sql } from 'kysely'
import { ApiResponse, createApi, exceptionHandler, routes } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { poolCountsOf } from '../../../sql/src/kysely/postgres/shared-dialect.ts'
import { defineService } from '../../src/service/index.ts'
import { openNotes } from './outage-service.ts'
import { startService } from './test-service.ts'

describe.skipIf(ownPostgresMissing !== null)('a service on PostgreSQL', () => {
  let postgres: OwnPostgres
  beforeAll(async () => {
    postgres = await openOwnPostgres()
  })
  afterAll(() => postgres.close())

  it.each(['fast', 'immediate'] as const)(
    'answers 503 with Retry-After while the server is away (%s stop), and heals when it is back',
    async (mode) => {
      const { requests, log } = await openNotes(postgres.url)
      const seen: number[] = []
      /** Asks everything once and checks what is not as usual. @returns whether all was. */
      const ask = async (): Promise<boolean> => {
        const answers = Object.entries(requests).map(async ([name, send]) => {
          const answer = await send()
          seen.push(answer.status)
          if (answer.ok) return true
          expect(answer.status, name).toBe(503)
          expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
          expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
          expect(await answer.json()).toEqual(unavailable)
          return false
        })
        return (await Promise.all(answers)).every((isUsual) => isUsual)
      }
      expect(await ask()).toBe(true)

      let isRunning = true
      const load = Promise.all(
        Array.from({ length: 4 }, async () => {
          while (isRunning) {
            await ask()
            await sleep(5)
          }
        }),
      )
      // A failure in it is reported where it is awaited, also while the server is being stopped.
      load.catch(() => {})

      await postgres.stop(mode)
      expect(await ask()).toBe(false)
      await postgres.start()
      const begin = performance.now()
      while (!(await ask())) expect(performance.now() - begin).toBeLessThan(60_000)
      isRunning = false
      await load

      expect([...new Set(seen)].toSorted()).toEqual([200, 201, 503])
      const levels = log.map((line) => JSON.parse(line).level)
      expect(levels).toEqual(seen.filter((status) => status === 503).map(() => 'error'))
      expect(log.join('')).not.toContain('a-password-to-look-for')
    },
  )

  it('a service on PostgreSQL survives idle connections that are closed', async () => {
    const { requests, db } = await openNotes(postgres.url)
    await Promise.all(Array.from({ length: 10 }, () => requests.list()))

    const other = openDatabase(postgres.url)
    onTestFinished(() => other.close())
    const connections = poolCountsOf(db)
    expect(connections?.().total).toBeGreaterThan(2)
    // Again and again, because what counts tables in the background may open another one.
    const closeAll = async (): Promise<number | undefined> => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'turnpike' and pid <> pg_backend_pid()`.execute(other.db)
      return connections?.().total
    }
    await expect.poll(closeAll).toBe(0)

    const answers = await Promise.all(Array.from({ length: 10 }, () => requests.list()))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })

  it('answers 503 to writes while the server only reads, and writes again after a failover', async () => {
    const { requests } = await openNotes(postgres.url, { DATABASE_POOL_SIZE: '2' })

    await postgres.set('default_transaction_read_only', 'on')
    onTestFinished(() => postgres.set('default_transaction_read_only', 'off').catch(() => {}))
    await expect.poll(async () => (await requests.create()).status).toBe(503)
    expect((await requests.list()).status).toBe(200)

    const other = openDatabase(`${postgres.url}?options=-c%20default_transaction_read_only%3Doff`)
    onTestFinished(() => other.close())
    await sql`alter system reset default_transaction_read_only`.execute(other.db)
    await sql`select pg_reload_conf()`.execute(other.db)
    await expect.poll(async () => (await requests.create()).status).toBe(201)
  })

  it('answers 503 within the time-outs when a statement, a lock or a connection takes too long', async () => {
    const seen: unknown[] = []
    const service = await startService(viewsOver(seen), {
      DATABASE_URL: `${postgres.url}?statement_timeout=300&lock_timeout=200`,
      DATABASE_POOL_SIZE: '2',
    })
    const holder = openDatabase(postgres.url)
    onTestFinished(() => holder.close())

    await expectUnavailable(await service.request('/slow/'), '1')

    await holder.db.transaction().execute(async (transaction) => {
      await sql`lock table turnpike_user`.execute(transaction)
      await expectUnavailable(await service.request('/users/'), '1')
    })
    expect((await service.request('/users/')).status).toBe(200)

    const before = held
    const long = Array.from({ length: 2 }, () => service.request('/idle/'))
    await expect.poll(() => held).toBe(before + 2)
    const begin = performance.now()
    await expectUnavailable(await service.request('/users/'), '2')
    expect(performance.now() - begin).toBeLessThan(2500)
    await Promise.all(long)
    expect((await service.request('/users/')).status).toBe(200)

    expect(seen).toHaveLength(3)
    for (const error of seen) expect(error).toBeInstanceOf(DatabaseUnavailable)
  })

  it('answers 500 to errors of the program', async () => {
    const service = await startService(viewsOver([]), { DATABASE_URL: postgres.url })

    expect((await service.request('/wrong/')).status).toBe(500)
    expect((await service.request('/read-only/')).status).toBe(500)
    expect(service.log.filter(({ msg }) => msg === 'A request failed.')).toHaveLength(2)
  })

  it('gives the connection back when a transaction is left open, and says what it was', async () => {
    const url = `${postgres.url}?idle_in_transaction_session_timeout=100`
    const service = await startService(viewsOver([]), {
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: '1',
    })

    await expectUnavailable(await service.request('/left-open/'), '2')
    expect((await service.request('/users/')).status).toBe(200)
  })
})

it('stops at the start, without the password, when there is no server', async () => {
  const start = startService(viewsOver([]), {
    DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/notes',
  })
  await expect(start).rejects.toThrow(DatabaseUnavailable)
  await expect(start).rejects.toMatchObject({ reason: expect.stringContaining('ECONNREFUSED') })
  await start.catch((error) => expect(error.reason).not.toContain('secret'))
})

const unavailable = { detail: 'Service temporarily unavailable, try again later.' }

async function expectUnavailable(response: Response, retryAfter: string): Promise<void> {
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe(retryAfter)
  expect(await response.json()).toEqual(unavailable)
}

/** How often a connection has been held. */
let held = 0
/** Longer than a request waits for a connection. */
const hold = (): Promise<void> => {
  held++
  return sleep(4000)
}

/** Views that use the database in good and bad ways; the exceptions that its handler sees. */
const viewsOver = (seen: unknown[]) =>
  defineService({
    name: 'faulty',
    app({ db, settings }) {
      const api = createApi({
        ...settings,
        EXCEPTION_HANDLER(error, context) {
          seen.push(error)
          return exceptionHandler(error, context)
        },
      })
      const view = (work: (db: Kysely<unknown>) => Promise<unknown>) =>
        api.view({
          get: async () => {
            await work(db as unknown as Kysely<unknown>)
            return new ApiResponse('done')
          },
        })
      return routes(api, {
        '/slow/': view((db) => sql`select pg_sleep(5)`.execute(db)),
        '/users/': view((db) => sql`select count(*) from turnpike_user`.execute(db)),
        '/wrong/': view((db) => sql`select nonsense`.execute(db)),
        '/idle/': view((db) => db.connection().execute(hold)),
        '/read-only/': view((db) =>
          db
            .transaction()
            .setAccessMode('read only')
            .execute((db) => sql`delete from turnpike_user`.execute(db)),
        ),
        '/left-open/': view((db) =>
          db.transaction().execute(async (db) => {
            await sql`select 1`.execute(db)
            await sleep(300)
            await sql`select 1`.execute(db)
          }),
        ),
      })
    },
  })
