import { describe, expect, it } from 'vitest'
import { answerTo, openConnection } from '../connection.ts'
import { echo, startServer } from '../test-server.ts'

const closing = 'Connection: close\r\n'
const refusal = (status: number, text: string) =>
  new RegExp(
    `^HTTP/1.1 ${status} [\\s\\S]*Connection: close\r\n[\\s\\S]*{"error":"${text} \\(${status}\\)"}$`,
  )

describe('requests that never reach the app', () => {
  it.each([
    ['are no HTTP', 'hello there\r\n\r\n'],
    ['are binary', '\x00\x01\xff\xfe\r\n\r\n'],
    ['have a method in lower case', 'patch / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['have a method that Node does not know', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'give their length in two ways',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['name no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['name an empty host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n'],
    ['name two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['name another host in the target', 'GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['claim a scheme that they did not come by', 'GET https://a/ HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['name a user in the target', 'GET http://u:p@a/ HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['have a fragment', 'GET /#a HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'are chunked in HTTP/1.0',
      'POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['are for no path', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('malformed requests get 400 in JSON when they %s', async (_name, request) => {
    const { port } = await startServer(echo)

    expect(await answerTo(port, request)).toMatch(refusal(400, 'Bad Request'))
  })

  it('requests get 501 when their transfer coding is not supported', async () => {
    const { port } = await startServer(echo)
    const request =
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'

    expect(await answerTo(port, request)).toMatch(refusal(501, 'Not Implemented'))
  })

  it.each(['a b', '<>', 'a@b', 'a/b', '[::1', 'a:99999', '\xe9', 'ex\xaample.com'])(
    'requests get 400 in JSON when their host is %j',
    async (host) => {
      const { port } = await startServer(echo)

      const answer = await answerTo(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n${closing}\r\n`)

      expect(answer).toMatch(refusal(400, 'Bad Request'))
    },
  )

  it('requests get 431 when their header is too long', async () => {
    const { port } = await startServer(echo, { maxHeaderSize: 2048 })

    const answer = await answerTo(
      port,
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(3000)}\r\n\r\n`,
    )

    expect(answer).toMatch(refusal(431, 'Request Header Fields Too Large'))
  })

  it('requests get 431 with more fields than allowed, and are served with exactly as many', async () => {
    const { port } = await startServer(echo, { maxHeadersCount: 10 })
    const request = (extra: number) =>
      `GET / HTTP/1.1\r\nHost: a\r\n${closing}${'X: y\r\n'.repeat(extra)}\r\n`

    expect(await answerTo(port, request(9))).toMatch(
      refusal(431, 'Request Header Fields Too Large'),
    )
    expect(await answerTo(port, request(8))).toMatch(/^HTTP\/1.1 200 /)
  })

  it('requests get 408 when their header takes too long', async () => {
    const { port } = await startServer(echo, { headersTimeoutSeconds: 0.2 })

    const answer = await answerTo(port, 'GET / HTTP/1.1\r\nHost: a\r\nX: ')

    expect(answer).toMatch(refusal(408, 'Request Timeout'))
  })

  it('each of many requests that are late at the same moment gets its 408', async () => {
    const { port } = await startServer(echo, { headersTimeoutSeconds: 0.2 })

    const late = Array.from({ length: 50 }, () => answerTo(port, 'GET / HTTP/1.1\r\nHost: a'))

    for (const answer of await Promise.all(late)) {
      expect(answer).toMatch(refusal(408, 'Request Timeout'))
    }
  })

  it('requests get 408 when their body takes too long', async () => {
    const { port } = await startServer(echo, {
      headersTimeoutSeconds: 0.2,
      requestTimeoutSeconds: 0.4,
    })

    const answer = await answerTo(
      port,
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n123',
    )

    expect(answer).toMatch(refusal(408, 'Request Timeout'))
  })

  it('requests get 501 when they ask for a tunnel', async () => {
    const { port } = await startServer(echo)

    const answer = await answerTo(port, 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n')

    expect(answer).toMatch(refusal(501, 'Not Implemented'))
  })

  it('an unknown expectation gets 417', async () => {
    const { port } = await startServer(echo)

    const answer = await answerTo(
      port,
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 3\r\n\r\nabc',
    )

    expect(answer).toMatch(refusal(417, 'Expectation Failed'))
  })
})

describe('odd requests that reach the app', () => {
  it.each(['TRACE', 'PROPFIND', 'OPTIONS', 'QUERY'])(
    'odd requests are answered by the app: %s',
    async (method) => {
      const { port } = await startServer(echo)

      const answer = await answerTo(port, `${method} /a HTTP/1.1\r\nHost: a\r\n${closing}\r\n`)

      expect(answer).toMatch(/^HTTP\/1.1 200 /)
      expect(answer).toContain(`"method":"${method}"`)
    },
  )

  it('a request may be of HTTP/1.0 without a host', async () => {
    const { port } = await startServer(echo)

    expect(await answerTo(port, 'GET /a HTTP/1.0\r\n\r\n')).toContain('"url":"http://localhost/a"')
  })

  it('a request may wait for 100 Continue before it sends the body', async () => {
    const { port } = await startServer(echo)
    const connection = await openConnection(port)

    connection.send(
      `POST / HTTP/1.1\r\nHost: a\r\n${closing}Expect: 100-continue\r\nContent-Length: 3\r\n\r\n`,
    )
    await connection.until('100 Continue')
    connection.send('abc')

    expect(await connection.closed()).toContain('"body":"abc"')
  })

  it('a request may have a header called __proto__', async () => {
    const { port } = await startServer(({ headers }) => Response.json([...headers.keys()]))

    const answer = await answerTo(
      port,
      `GET / HTTP/1.1\r\nHost: a\r\n${closing}__proto__: x\r\n\r\n`,
    )

    expect(answer).toContain('"__proto__"')
  })
})

describe('an answer that comes before the body is read', () => {
  const early = () => Response.json({ detail: 'No.' }, { status: 401 })
  const request = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`

  it.each([10, 2_000_000])('leaves no body of %i bytes on the connection', async (length) => {
    const { port } = await startServer((incoming, environment) =>
      incoming.url.endsWith('/next') ? echo(incoming, environment) : early(),
    )
    const connection = await openConnection(port)
    const smuggled = `GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n${'x'.repeat(length)}`

    connection.send(request('/early', smuggled))
    connection.send(request('/next', 'second'))
    const answers = await connection.until('"second"')
    connection.close()

    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200'])
  })

  it('closes the connection when the body never comes', async () => {
    const { port } = await startServer(early)

    const answer = await answerTo(
      port,
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n123',
    )

    expect(answer).toMatch(/^HTTP\/1.1 401 /)
  })
})

it('a client that goes away is not logged as an error', async () => {
  const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { port, log } = await startServer(async ({ signal }) => {
    signal.addEventListener('abort', () => left.resolve())
    begun.resolve()
    await left.promise
    return new Response('too late')
  })
  const connection = await openConnection(port)

  connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await begun.promise
  connection.close()
  await left.promise
  // Nothing says that nothing is logged: a moment for the answer that nobody takes.
  await new Promise((resolve) => setTimeout(resolve, 50))

  expect(log).toEqual([])
})
