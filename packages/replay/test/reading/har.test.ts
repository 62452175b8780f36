import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readHar } from '../../src/reading/har.ts'
import { listOf, readText, shown } from './read.ts'

/** An entry as Chromium's developer tools export it. */
const entry = (url: string, request: object = {}, response: object = {}) => ({
  _initiator: { type: 'script', stack: { callFrames: [{ url: '"}]{[', lineNumber: 1 }] } },
  _priority: 'High',
  _resourceType: 'fetch',
  cache: {},
  connection: '443',
  pageref: 'page_1',
  request: {
    method: 'GET',
    url,
    httpVersion: 'http/2.0',
    headers: [
      { name: ':authority', value: 'api.example.com' },
      { name: ':method', value: 'GET' },
      { name: 'accept', value: 'application/json' },
      { name: 'cookie', value: 'sessionid=abc' },
    ],
    queryString: [],
    cookies: [{ name: 'sessionid', value: 'abc', path: '/', httpOnly: true }],
    headersSize: -1,
    bodySize: 0,
    ...request,
  },
  response: {
    status: 200,
    statusText: '',
    content: { size: 2, mimeType: 'application/json' },
    ...response,
  },
  serverIPAddress: '[::1]',
  startedDateTime: '2026-11-23T05:35:34.000Z',
  time: 12.5,
  timings: { blocked: 1, dns: -1, send: 0.1, wait: 10, receive: 1, ssl: -1, connect: -1 },
})

const har = (entries: readonly object[], extra: object = {}) =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '537.36' },
      pages: [
        { startedDateTime: '2026-11-23T05:35:34.000Z', id: 'page_1', title: '{"entries":[{' },
      ],
      entries,
      ...extra,
    },
  })

describe('HAR files', () => {
  it('the requests of a HAR file are read without the pseudo fields of HTTP/2', async () => {
    const read = await readText(har([entry('https://api.example.com/notes/?page=2#top')]))
    expect(read).toEqual([
      {
        method: 'GET',
        target: '/notes/?page=2',
        headers: [
          ['accept', 'application/json'],
          ['cookie', 'sessionid=abc'],
        ],
        body: null,
        host: 'api.example.com',
        createdId: null,
        place: 'entry 1',
      },
    ])
  })

  it('a HAR file is read in chunks of every size', async () => {
    const urls = ['/é/', '/a"b/', '/c/'].map((path) => `https://a.test${path}`)
    const text = `\uFEFF${JSON.stringify(JSON.parse(har(urls.map((url) => entry(url)))), null, 2)}`
    for (const bytes of [1, 2, 3, 17, 1000]) {
      const read = await readText(text, {}, bytes)
      expect(shown(read)).toEqual(['GET /%C3%A9/', 'GET /a"b/', 'GET /c/'])
    }
  })

  it('bodies, forms and the ids of what was created are read from a HAR file', async () => {
    const json = entry(
      'https://a.test/notes/',
      { method: 'POST', postData: { mimeType: 'application/json', text: '{"a":1}' } },
      { status: 201, content: { text: '{"id":17}' } },
    )
    const form = entry('https://a.test/login/', {
      method: 'POST',
      postData: {
        mimeType: 'application/x-www-form-urlencoded',
        params: [{ name: 'a', value: 'b c' }],
      },
    })
    const read = await readText(har([json, form]))
    expect(read[0]).toMatchObject({ createdId: '17', body: Buffer.from('{"a":1}') })
    expect(read[1]).toMatchObject({ createdId: null, body: Buffer.from('a=b+c') })
  })

  it('cookies that are not among the header fields are sent as one', async () => {
    const [read] = await readText(har([entry('https://a.test/', { headers: [] })]))
    expect(read).toMatchObject({ headers: [['Cookie', 'sessionid=abc']] })
  })

  it.each([
    ['data:text/plain,x', 'a scheme other than HTTP'],
    ['wss://a.test/socket', 'a scheme other than HTTP'],
    ['https://a.test/a b', 'a URL or method that cannot be sent'],
    ['https://a.test/a\r\nX: 1', 'a URL or method that cannot be sent'],
  ])('the URL %j of a HAR file is reported as unreadable', async (url, reason) => {
    expect(shown(await readText(har([entry(url)])))).toEqual([reason])
  })

  it.each([
    [{ name: 'x', value: 'a\r\nX-Evil: 1' }],
    [{ name: 'x\r\ny', value: 'a' }],
    [{ name: 'x y', value: 'a' }],
  ])('a request with the header field %j is reported as unreadable', async (field) => {
    const read = await readText(har([entry('https://a.test/', { headers: [field] })]))
    expect(shown(read)).toEqual(['header fields that cannot be sent'])
  })

  it('entries that are no requests are reported, and the others are read', async () => {
    const text = har([{}, { request: { method: 7 } }, entry('https://a.test/x/')])
    expect(shown(await readText(text))).toEqual([
      'an entry without method and url',
      'an entry without method and url',
      'GET /x/',
    ])
  })

  it('a HAR file that is cut off is read as far as it goes', async () => {
    const text = har([entry('https://a.test/1/'), entry('https://a.test/2/')])
    expect(shown(await readText(text.slice(0, -200)))).toEqual([
      'GET /1/',
      'the end of a HAR file that is cut off',
    ])
  })

  it('an entry that is too long is reported, and the next one is read', async () => {
    const long = entry('https://a.test/1/', {}, { content: { text: 'x'.repeat(10_000) } })
    const text = har([long, entry('https://a.test/2/')])
    const read = await listOf(readHar(Readable.from([Buffer.from(text)]), 5000))
    expect(shown(read)).toEqual(['an entry that is too long', 'GET /2/'])
  })

  it('JSON that is no HAR file is refused with the way to read a log', async () => {
    await expect(readText('{"log":{}}')).rejects.toThrow('add --format nginx')
    await expect(readText('{"request":"GET / HTTP/1.1"}')).rejects.toThrow('no log.entries')
  })

  it('a HAR file without requests is read as empty', async () => {
    expect(await readText(har([]))).toEqual([])
  })
})
