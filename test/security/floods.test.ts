import { sql } from 'kysely'
import { ApiResponse, createApi, memoryThrottleStore, routes } from 'turnpike'
import { parseRate } from 'turnpike/kit'
import { describe, expect, it } from 'vitest'
import { openConnection } from '../../packages/turnpike/test/node/connection.ts'
import { startServer } from '../../packages/turnpike/test/node/test-server.ts'
import { openNotes } from './open-notes.ts'

describe('a flood of wrong passwords', () => {
  it('a flood of wrong passwords delays no token: passwords wait in a queue of their own', async () => {
    const { fetch, signed } = await openNotes()
    const wrong = { Authorization: `Basic ${btoa('nobody:wrong')}` }

    let answered = 0
    const flood = Array.from({ length: 60 }, async () => {
      const { status } = await fetch('/whoami/', { headers: wrong })
      answered++
      return status
    })
    for (let index = 0; index < 20; index++) {
      expect((await fetch('/whoami/', { headers: signed })).status).toBe(200)
    }

    expect(answered, 'the tokens had to wait for the passwords').toBeLessThan(60)
    // 401 for those of the budget, 429 beyond it, 503 where too many wait.
    for (const status of await Promise.all(flood)) expect([401, 429, 503]).toContain(status)
  })
})

describe('requests without a session', () => {
  it('requests without a session leave no record, whatever cookies they bring', async () => {
    const { fetch, db } = await openNotes()
    for (const Cookie of ['', 'sessionid=made-up', `sessionid=${'a'.repeat(43)}`, 'sessionid=']) {
      await fetch('/whoami/', { headers: { Cookie } })
      await fetch('/login/', { headers: { Cookie } })
    }

    const stored = await sql<{ count: number }>`
      select count(*) as count from turnpike_session`.execute(db)
    expect(stored.rows).toEqual([{ count: 0 }])
  })
})

describe('counts of clients', () => {
  it('counts of forged addresses take bounded memory, and the largest counts stay', async () => {
    const store = memoryThrottleStore({ maxKeys: 1000 })
    const rate = parseRate('2/min')
    const client = 'address:192.0.2.1'
    await store.take(client, rate)
    for (let index = 0; index < 500; index++) await store.take(`address:${index}`, rate)
    await store.take(client, rate)

    expect((await store.take(client, rate)).allowed).toBe(false)
  })
})

describe('a body in chunks', () => {
  const openEcho = async () => {
    const api = createApi({ DATA_UPLOAD_MAX_MEMORY_SIZE: 100_000 })
    const app = routes(api, {
      '/': api.view({ post: async (request) => new ApiResponse(await request.data()) }),
    })
    return startServer((request, environment) => app.fetch(request, environment as never))
  }
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'

  it('a chunked body is 413 as soon as it is too long, even without a length or an end', async () => {
    const { port } = await openEcho()
    const connection = await openConnection(port)
    const chunk = `2710\r\n${'x'.repeat(10_000)}\r\n`

    connection.send(head + chunk.repeat(11))
    const answer = await connection.until('detail')
    connection.close()

    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  it.each([
    ['has a negative size', '-1\r\n{}\r\n0\r\n\r\n'],
    ['has a size in other digits', '0x2\r\n{}\r\n0\r\n\r\n'],
    ['has a blank before its size', ' 2\r\n{}\r\n0\r\n\r\n'],
    ['has a size beyond 64 bits', 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
    ['is longer than it says', '2\r\n{}}\r\n0\r\n\r\n'],
    ['ends its lines with a line feed alone', '2\n{}\n0\n\n'],
  ])('a chunked body is 400 and the end of the connection when it %s', async (_name, body) => {
    const { port } = await openEcho()
    const connection = await openConnection(port)

    connection.send(`${head}${body}POST /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`)
    const answers = await connection.closed()

    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  })
})

describe('a list', () => {
  it('a list of the service has pages of a maximum length, whatever the client asks for', async () => {
    const { fetch, signed, db, ann } = await openNotes()
    const created = new Date().toISOString()
    const note = { title: 'n', body: '', priority: 0, rating: '0.00', created, owner: ann.pk }
    for (let part = 0; part < 11; part++) {
      await db
        .insertInto('note')
        .values(Array.from({ length: 100 }, () => note))
        .execute()
    }

    for (const path of ['/notes/?page_size=', '/export/?limit=']) {
      const response = await fetch(`${path}1000000000`, { headers: signed })
      expect((await response.json()).results, path).toHaveLength(1000)
    }
    const timeline = await fetch('/timeline/?page_size=1000000000&limit=1000', { headers: signed })
    expect((await timeline.json()).results).toHaveLength(50)
  })
})
