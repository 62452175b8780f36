import { once } from 'node:events'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { answerTo } from '../../packages/turnpike/test/node/connection.ts'
import { startServer } from '../../packages/turnpike/test/node/test-server.ts'
import { openNotes } from './open-notes.ts'

/** The quickest of five: whatever else the machine does, the work itself takes no longer. */
async function quickest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const begin = performance.now()
    await work()
    times.push(performance.now() - begin)
  }
  return Math.min(...times)
}

describe('text for which some expression takes quadratic time', () => {
  const units = [' ', '\t', ',', ';', ';q=', '"', '\\"', '=', '/', '*/*,', 'a,', '-', '.', 'a=b;']
  const fields = ['Accept', 'Cookie', 'Content-Type', 'Origin', 'Referer', 'Authorization']
  const more = ['X-Forwarded-For', 'X-Request-Id', 'Content-Encoding', 'Accept-Language', 'Range']

  it('a text of quadratic cost delays no one, in whatever header field it stands', {
    timeout: 600_000,
  }, async () => {
    const { app, key } = await openNotes({ TRUSTED_PROXIES: '192.0.2.7' })
    const connection = { address: '192.0.2.7', remoteUser: null }

    for (const field of [...fields, ...more]) {
      for (const unit of units) {
        // After the name of a cookie and the like, since what has no name is not read any further.
        const value = `a=b${unit.repeat(Math.floor(15_000 / unit.length))}a`
        const time = await quickest(async () => {
          // With a token no cookies are read, and without credentials no body.
          for (const known of [{ Authorization: `Token ${key}` }, {}]) {
            const headers = { 'Content-Type': 'text/plain', ...known, [field]: value }
            const init = { method: 'POST', body: '{}', headers }
            const response = await app.fetch(new Request('http://a/notes/', init), { connection })
            expect(response.status).toBeLessThan(500)
          }
        })
        expect(time, `${field}: ${unit}`).toBeLessThan(50)
      }
    }
  })

  it('a text of quadratic cost delays no one in the query and in a path', async () => {
    const { app, key } = await openNotes()
    for (const unit of ['%20', '+', '%', '.', '%2e', '-', ',', '/', '=', '%00', '9']) {
      const text = unit.repeat(15_000 / unit.length)
      for (const url of [`/notes/?ordering=${text}a`, `/timeline/?cursor=${text}a`, `/${text}`]) {
        const time = await quickest(async () => {
          const headers = { Authorization: `Token ${key}` }
          await app.fetch(new Request(`http://a${url}`, { headers }), {})
        })
        expect(time, url.slice(0, 40)).toBeLessThan(50)
      }
    }
  })
})

describe('a long list', () => {
  it('a long list is paged without a query that holds up the others', {
    timeout: 600_000,
  }, async () => {
    const { fetch, signed, db, ann } = await openNotes()
    const created = '2026-01-01T00:00:00.000Z'
    const note = { title: 'n', body: 'x'.repeat(100), rating: '0.00', created, owner: ann.pk }
    for (let part = 0; part < 50; part++) {
      const rows = Array.from({ length: 1000 }, (_, priority) => ({ ...note, priority }))
      await db.insertInto('note').values(rows).execute()
    }

    for (const path of ['/notes/', '/notes/?page=last', '/export/?offset=49000', '/timeline/']) {
      const time = await quickest(async () => {
        const response = await fetch(path, { headers: signed })
        expect((await response.json()).results.length, path).toBeGreaterThan(0)
      })
      expect(time, path).toBeLessThan(50)
    }
  })
})

describe('memory', () => {
  it('memory does not grow with the number of requests', async () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const { app, signed, log, lines } = await openNotes()
    const ask = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        const connection = {
          address: `2001:db8:${(round % 4096).toString(16)}::1`,
          remoteUser: null,
        }
        for (const [path, headers] of [
          ['/whoami/', signed],
          [`/notes/?x=${round}`, signed],
          [`/nowhere/${round}`, {}],
          ['/whoami/', { Authorization: `Token ${round}` }],
          ['/login/', { Cookie: `sessionid=${round}` }],
        ] as const) {
          const request = new Request(`http://a${path}`, { headers })
          await (await app.fetch(request, { connection })).text()
        }
        log.length = 0
        lines.length = 0
      }
      collect()
      collect()
      return process.memoryUsage().heapUsed
    }

    // Every address that there will be is counted once before.
    const before = await ask(4096)
    const after = await ask(4096)

    expect((after - before) / 4096, 'bytes for each round of five requests').toBeLessThan(200)
  })
})

describe('a client that does not read its answer', () => {
  it('a client that does not read its answer is cut off when nothing has moved for the idle time', async () => {
    const { port } = await startServer(() => new Response('x'.repeat(50_000_000)), {
      idleTimeoutSeconds: 0.5,
    })
    const socket = connect({ host: '127.0.0.1', port })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    // On a busy machine the answer begins late.
    await once(socket, 'data')
    socket.pause()
    await new Promise((resolve) => setTimeout(resolve, 1500))

    // What is in the buffers of the machine still comes, and then the end.
    let received = 0
    socket.on('data', (data) => {
      received += data.length
    })
    socket.resume()
    await closed
    expect(received).toBeLessThan(50_000_000)
  })
})

describe('a header with two readings', () => {
  it.each([
    ['goes on in the next line', 'X: a\r\n b\r\n'],
    ['has a blank before its colon', 'X : a\r\n'],
    ['has a carriage return alone', 'X: a\rY: b\r\n'],
    ['has a zero byte', 'X: a\0b\r\n'],
    ['has no name', ': a\r\n'],
    ['has a blank in its name', 'X Y: a\r\n'],
    ['has two lengths', 'Content-Length: 3\r\nContent-Length: 4\r\n'],
    ['has a length with a sign', 'Content-Length: +3\r\n'],
    ['has a length that is a list', 'Content-Length: 3, 3\r\n'],
    ['has chunks twice', 'Transfer-Encoding: chunked, chunked\r\n'],
    ['has chunks in disguise', 'Transfer-Encoding: xchunked\r\n'],
    ['has chunks that are not last', 'Transfer-Encoding: chunked, gzip\r\n'],
    ['has chunks in other bytes', 'Transfer-Encoding: \x0bchunked\r\n'],
  ])(
    'a header with two readings is refused, and ends the connection, when it %s',
    async (_name, field) => {
      const { port } = await startServer(() => new Response('reached'))
      const answers = await answerTo(
        port,
        `POST / HTTP/1.1\r\nHost: a\r\n${field}\r\nabcGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`,
      )

      expect(answers).toMatch(/^HTTP\/1\.1 (400|501) /)
      expect(answers.match(/HTTP\/1\.1 /g)).toHaveLength(1)
      expect(answers).not.toContain('reached')
    },
  )
})
