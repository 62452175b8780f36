import { gzipSync } from 'node:zlib'
import { processorTime } from '@turnpike/test-support/processor-time.ts'
import { describe, expect, it } from 'vitest'
import { isUnreadable } from '../../src/reading/recorded-request.ts'
import { formatOf, readTraffic } from '../../src/reading/traffic.ts'
import { gunicornLog, hasGunicorn, hasNginx, nginxLogs, skippedBecause } from '../servers.ts'
import { listOf, readText, shown } from './read.ts'

const combined = (request: string, agent = 'curl/8') =>
  `127.0.0.1 - - [23/Nov/2026:05:35:34 +0000] "${request}" 200 12 "-" "${agent}"`

const unsendable = 'a request line that cannot be sent'
const noRequest = 'no request, such as a connection that was closed'
const notInFormat = 'not in the format of the log'

const get = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n${headers}\r\n`

/** As clients send them, and attackers. */
const sent = [
  get('/plain/?page=2'),
  get('/quoted/?q="a"'),
  get('/b%C3%A9/?q=%22x%20y%22'),
  get('/\xc3\xa9/'),
  get('/agent/', 'User-Agent: a "quoted" \\ agent\r\n'),
  get('/last/', 'User-Agent: ends with \\\r\n'),
  'POST /write/ HTTP/1.1\r\nHost: a.test\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
]

const expected = [
  'GET /plain/?page=2',
  'GET /quoted/?q="a"',
  'GET /b%C3%A9/?q=%22x%20y%22',
  'GET /%C3%A9/',
  'GET /agent/',
  'GET /last/',
  'POST /write/',
]

describe('logs that nginx has written', () => {
  it('the requests of a log of nginx are read in every format', async ({ skip }) => {
    skip(skippedBecause(hasNginx, 'nginx'))
    const formats = {
      main: `log_format main '$remote_addr - $remote_user [$time_local] "$request" $status '
        '$body_bytes_sent "$http_referer" "$http_user_agent" "$http_x_forwarded_for"';`,
      parts: `log_format parts '$time_iso8601|$request_method|$scheme://$host|$request_uri|$status|$http_user_agent';`,
      json: `log_format json escape=json '{"time":"$msec","request":"$request","agent":"$http_user_agent","host":"$http_host"}';`,
      bare: `log_format bare escape=none '$request_method $request_uri';`,
    }
    const logs = await nginxLogs(formats, sent)
    expect(shown(await readText(logs.combined ?? ''))).toEqual(expected)
    // As a `main` is in many a nginx.conf: fields after those of combined.
    expect(shown(await readText(logs.main ?? ''))).toEqual(expected)
    for (const name of ['main', 'parts', 'json', 'bare'] as const) {
      const read = await readText(logs[name] ?? '', { logFormat: formats[name] })
      expect([name, ...shown(read)]).toEqual([name, ...expected])
    }
  })

  it('the agent and the host of a log of nginx are as the client sent them', async ({ skip }) => {
    skip(skippedBecause(hasNginx, 'nginx'))
    const logFormat = `log_format x '"$http_user_agent" "$host" $request_method $request_uri';`
    const { x = '' } = await nginxLogs({ x: logFormat }, sent)
    const read = await readText(x, { logFormat })
    const agents = read.flatMap((each) => (isUnreadable(each) ? [] : [each.headers, each.host]))
    expect(agents).toContainEqual([['user-agent', 'a "quoted" \\ agent']])
    expect(agents).toContainEqual([['user-agent', 'ends with \\']])
    expect(agents).toContain('a.test')
  })

  it('what is no request in a log of nginx is counted', async ({ skip }) => {
    skip(skippedBecause(hasNginx, 'nginx'))
    const garbage = [
      '\x16\x03\x01\x02\x00\x01\r\n\r\n',
      '\r\n\r\n',
      'GET\r\n\r\n',
      get('/a\x00b'),
      'CONNECT a.test:443 HTTP/1.1\r\n\r\n',
    ]
    const { combined: log = '' } = await nginxLogs({}, garbage)
    const read = await readText(log)
    expect(read.length).toBeGreaterThan(2)
    expect(read.every(isUnreadable)).toBe(true)
  })
})

describe('logs that gunicorn has written', () => {
  it.each([
    ['its default', undefined],
    ['parts', '%(t)s|%(m)s|%(U)s|%(q)s|%(s)s|%({host}i)s|%(a)s'],
    ['its default and more', '%(h)s %(l)s %(u)s %(t)s "%(r)s" %(s)s %(b)s "%(f)s" "%(a)s" %(D)s'],
    ['padded numbers', '%(p)s %(s)5s "%(r)s" 100%%'],
  ])('the requests of a log of gunicorn are read: %s', async (_name, accessLogformat) => {
    if (skippedBecause(hasGunicorn, 'gunicorn')) return
    const log = await gunicornLog(sent, accessLogformat)
    const read = await readText(log, { accessLogformat, format: 'gunicorn' })
    // Gunicorn itself gives the application other bytes, when those of a path are not encoded.
    const decodes = accessLogformat?.includes('%(U)s') ?? false
    const paths = decodes ? expected.with(3, 'GET /%C3%83%C2%A9/') : expected
    expect(shown(read)).toEqual(paths)
    // Its default is read without any option, too.
    if (accessLogformat === undefined)
      expect(shown(await readText(log)).length).toBe(expected.length)
  })
})

describe('lines of a log', () => {
  it.each([
    [
      'an IPv6 address',
      combined('GET /x/ HTTP/1.1').replace('127.0.0.1', '2001:db8::1'),
      'GET /x/',
    ],
    [
      'a user with spaces',
      combined('GET /x/ HTTP/1.1').replace('- - [', '- ann smith ['),
      'GET /x/',
    ],
    ['escaped quotes', combined('GET /?q=\\x22a\\x22 HTTP/1.1'), 'GET /?q="a"'],
    ['bytes of UTF-8', combined('GET /\\xC3\\xA9/ HTTP/1.1'), 'GET /%C3%A9/'],
    ['HTTP/0.9', combined('GET /x/'), 'GET /x/'],
    ['an absolute target', combined('GET http://evil.test/x/?y HTTP/1.1'), 'GET /x/?y'],
    ['an absolute target without a path', combined('GET http://evil.test?y HTTP/1.1'), 'GET /?y'],
    ['two slashes', combined('GET //evil.test/x HTTP/1.1'), 'GET //evil.test/x'],
    ['no request', combined('-'), noRequest],
    ['an empty request', combined(''), noRequest],
    ['a handshake of TLS', combined('\\x16\\x03\\x01'), noRequest],
    ['a target in the form of CONNECT', combined('CONNECT a.test:443 HTTP/1.1'), unsendable],
    ['an asterisk', combined('OPTIONS * HTTP/1.1'), unsendable],
    ['a line end in a target', combined('GET /x\\x0D\\x0AHost:\\x20evil HTTP/1.1'), unsendable],
    ['a space in a target', combined('GET /x HTTP/1.1 /y HTTP/1.1'), unsendable],
    ['a null byte in a target', combined('GET /x\\x00 HTTP/1.1'), unsendable],
    ['bytes that are no UTF-8', combined('GET /\\xFF HTTP/1.1'), unsendable],
    ['a method with a control character', combined('G\\x01ET /x HTTP/1.1'), unsendable],
    ['text', 'garbage', notInFormat],
    ['half a line', combined('GET /x/ HTTP/1.1').slice(0, 60), notInFormat],
  ])('a line with %s is read for what it is', async (_what, line, read) => {
    expect(shown(await readText(`${line}\n`))).toEqual([read])
  })

  it('a field with a line end is left out of a request of a log', async () => {
    const [read] = await readText(`${combined('GET / HTTP/1.1', 'a\\x0D\\x0AX-Evil: 1')}\n`)
    expect(read).toMatchObject({ headers: [], target: '/' })
  })

  it('lines are read across chunks, with each line end, and without one at the end', async () => {
    const text = `${combined('GET /é/ HTTP/1.1')}\r\n\n${combined('GET /2/ HTTP/1.1')}`
    for (const bytes of [1, 7, 64]) {
      const read = await readText(text, {}, bytes)
      expect(shown(read)).toEqual(['GET /%C3%A9/', 'GET /2/'])
      expect(read[1]?.place).toBe('line 3')
    }
  })

  it('a compressed log is read as it is', async () => {
    const log = gzipSync(`${combined('GET /x/ HTTP/1.1')}\n`)
    expect(shown(await readText(log))).toEqual(['GET /x/'])
  })

  it('a compressed log that is damaged is read as far as it goes', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => combined(`GET /${index}/ HTTP/1.1`))
    const log = gzipSync(`${lines.join('\n')}\n`)
    const read = shown(await readText(log.subarray(0, -100)))
    expect(read.length).toBeGreaterThan(1000)
    expect(read.at(-1)).toBe('the rest of a damaged file of gzip')
  })

  it('a line without an end takes no memory, and the next one is read', async () => {
    async function* endless() {
      const chunk = Buffer.alloc(2 ** 20, 'x')
      for (let index = 0; index < 400; index++) yield chunk
      yield Buffer.from(`\n${combined('GET /x/ HTTP/1.1')}\n`)
    }
    const before = process.memoryUsage().arrayBuffers
    const read = await listOf(readTraffic(endless(), formatOf({ format: 'nginx' })))
    expect(shown(read)).toEqual(['a line that is too long', 'GET /x/'])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 2 ** 20)
  })

  it('a line of a client that wants to slow the reader down takes a moment', async () => {
    const line = '1 - 1 [1] "" '.repeat(5000)
    expect(await processorTime(() => readText(`${line}\n`.repeat(50)))).toBeLessThan(10_000)
  })

  it.each([
    [{ logFormat: '$remote_addr $status' }],
    [{ logFormat: '$request_method $status' }],
    [{ accessLogformat: '%(h)s %(m)s' }],
  ])('a format that does not say what was requested is refused: %j', async (options) => {
    await expect(readText('x\n', options)).rejects.toThrow('it does not say what was requested')
  })
})
