import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { sql } from 'kysely'
import { ApiResponse, createApi, routes } from 'turnpike'
import { z } from 'zod'
import { expectSame } from '../../../../testing/src/contracts/expect.ts'
import type { AnyDatabase } from '../../../src/kysely/index.ts'
import type { Connected } from '../pair.ts'
import type { Opened } from '../session.ts'
import { requireShared, suite, Unsupported } from '../suite.ts'

export const outages = suite('Outages', (it) => {
  it('writes that find no server, or a busy file, are a 503 with Retry-After', async (opened) => {
    await withoutDatabase(opened, async (client, seconds) => {
      const answer = await client.post('/books/', { json: { title: 'Emma' } })
      expectUnavailable(answer, seconds)
    })
  })

  it('statements of the ORM that find no server, or a busy file, are a 503 with Retry-After', async (opened) => {
    await withoutDatabase(opened, async (client, seconds) => {
      const byItself = await client.post('/by-the-orm/')
      if (opened.pair.apart !== undefined) expectSame(byItself.status, 500, 'the status')
      requireShared(opened.pair)
      expectUnavailable(byItself, seconds)
      expectUnavailable(await client.post('/caught/'), seconds)
    })
  })

  it('reads that find no server are a 503 with Retry-After, and those of a busy file are answered', async (opened) => {
    await opened.add('book', [{ id: 1, title: 'Emma', rating: 4 }])
    await withoutDatabase(opened, async (client, seconds) => {
      const answers = [await client.get('/books/'), await client.get('/books/1/')]
      for (const answer of answers) {
        if (opened.pair.kind === 'postgres') expectUnavailable(answer, seconds)
        else expectSame(answer.status, 200, 'the status while the file is busy')
      }
    })
  })

  it('a request is answered after an outage, without a restart', async (opened) => {
    const { orm, other, add, pair } = opened
    if (other === null) throw new Unsupported('arrays are always there')
    const client = clientOf(orm)
    const rename = (title: string) => client.patch('/books/1/', { json: { title } })
    await add('book', [{ id: 1, title: 'Emma', rating: 4 }])
    expectSame((await rename('Emma (1815)')).status, 200, 'the status before')

    if (pair.kind === 'postgres') {
      expectUnavailable(await interrupted(other, () => rename('Emma (1816)')), '2')
    } else {
      await withoutDatabase(opened, async (client) => {
        const answer = await client.patch('/books/1/', { json: { title: 'Emma (1816)' } })
        expectUnavailable(answer, '1')
      })
    }

    const next = await rename('Emma (1817)')
    expectSame([next.status, await next.json()], [200, { id: 1, ...emma }], 'the next answer')
  })
})

const emma = { title: 'Emma (1817)', rating: 4 }

function expectUnavailable({ status, headers }: Response, seconds: string): void {
  expectSame([status, headers.get('Retry-After')], [503, seconds], 'status and Retry-After')
}

const schema = z.object({ title: z.string() })

function clientOf(orm: Connected): TestClient {
  const api = createApi({ LOGGER: silentLogger })
  const store = orm.store('book')
  const insert = () => orm.insert('book', { id: 1001, title: 'Emma', rating: 4 })
  return testClient(
    routes(api, {
      '/books/': api.listView({ store, schema }),
      '/books/:id/': api.detailView({ store, schema }),
      '/by-the-orm/': api.view({
        async post() {
          await insert()
          return new ApiResponse({})
        },
      }),
      '/caught/': api.view({
        async post() {
          await insert().catch((cause) => {
            throw new Error('The application adds a message of its own.', { cause })
          })
          return new ApiResponse({})
        },
      }),
    }),
  )
}

type Work = (client: TestClient, seconds: string) => Promise<void>

/** Does the work while there is no server, or another program writes into the file. */
async function withoutDatabase({ pair, place, other }: Opened, work: Work): Promise<void> {
  if (place === null || other === null) throw new Unsupported('arrays are always there')
  if (place.kind === 'postgres') {
    const orm = await pair.connect({
      kind: 'postgres',
      url: 'postgres://postgres@127.0.0.1:1/none',
    })
    return work(clientOf(orm), '2').finally(() => orm.close())
  }
  const orm = await pair.connect(place, 100)
  const writer = await other.startTransaction().execute()
  try {
    await sql`update book set title = title`.execute(writer)
    await work(clientOf(orm), '1')
  } finally {
    await writer.rollback().execute()
    await orm.close()
  }
}

/** The answer to a request whose connection the server ends while it waits for a row. */
const interrupted = (other: AnyDatabase, send: () => Promise<Response>): Promise<Response> =>
  other.transaction().execute(async (locking) => {
    await sql`select 1 from book where id = 1 for update`.execute(locking)
    const answer = send()
    for (let ended = 0; ended === 0; ) {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(other)
      ended = rows.length
    }
    return answer
  })
