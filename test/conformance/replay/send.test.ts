import { describe, expect, it } from 'vitest'
import { CookieJar } from './cookies.ts'
import { parseExact } from './exact-json.ts'
import type { ExchangeRequest } from './scenario.ts'
import { connectionOf, webRequest } from './send.ts'

const world = { base_url: 'http://testserver', client: '127.0.0.1' }
const saved = new Map<string, unknown>([
  ['next', 'https://api.example.com:8443/notes/?cursor=abc'],
  ['id', 7],
])

const requestFor = (request: Partial<ExchangeRequest>, jar: CookieJar | null = null) =>
  webRequest({ method: 'GET', path: '/', ...request }, { world, saved, jar })

const jarWith = (...cookies: string[]) => {
  const jar = new CookieJar()
  jar.receive(new Headers(cookies.map((cookie) => ['Set-Cookie', cookie])))
  return jar
}

describe('where a request goes', () => {
  it.each([
    ['a path', { path: '/notes/?page=2' }, 'http://testserver/notes/?page=2'],
    ['a path as written', { path: '/a/../b//c?d=é e#f' }, 'http://testserver/a/../b//c?d=é e#f'],
    ['another scheme', { path: '/', scheme: 'https' }, 'https://testserver/'],
    ['another host', { headers: { host: 'a.example:81' } }, 'http://a.example:81/'],
    ['a saved URL', { path: '{next}' }, 'https://api.example.com:8443/notes/?cursor=abc'],
    ['a URL without path', { path: 'http://a.example?b' }, 'http://a.example/?b'],
    ['braces around nothing saved', { path: '/{nobody}/{id}/' }, 'http://testserver/{nobody}/7/'],
  ])('sends a request to its URL: %s', (_name, request, url) => {
    expect(requestFor(request).url).toBe(url)
  })

  it('a request has the host in its header, too', () => {
    expect(requestFor({ path: '{next}' }).headers.get('Host')).toBe('api.example.com:8443')
  })

  it.each(['GET', 'TRACE', 'CONNECT', 'PROPFIND', 'patch'])('%s keeps its name', (method) => {
    expect(requestFor({ method }).method).toBe(method)
  })
})

describe('what a request carries', () => {
  it.each([
    [{ json: { a: [1, null], b: 'é' } }, 'application/json', '{"a":[1,null],"b":"é"}'],
    [{ json: null }, 'application/json', 'null'],
    [{ json: parseExact('{"a":4.0}') }, 'application/json', '{"a":4.0}'],
    [
      { json: { ids: ['{id}'], text: 'no. {id}' } },
      'application/json',
      '{"ids":[7],"text":"no. 7"}',
    ],
    [{ form: { a: 'é +', b: '{id}' } }, 'application/x-www-form-urlencoded', 'a=%C3%A9+%2B&b=7'],
    [{ body: '{"a": {id}, "b": {}}' }, null, '{"a": 7, "b": {}}'],
    [{ body: '' }, null, ''],
    [{ body_base64: 'eyJhIjogMX0=' }, null, '{"a": 1}'],
    [{}, null, ''],
  ])('sends the body %j', async (request, contentType, body) => {
    const sent = requestFor({ method: 'POST', ...request })

    expect(sent.headers.get('Content-Type')).toBe(contentType)
    expect(await sent.text()).toBe(body)
  })

  it('a body of a GET too', async () => {
    expect(await requestFor({ method: 'GET', body: '{' }).text()).toBe('{')
  })

  it('bytes that are no text', async () => {
    const bytes = await requestFor({ method: 'POST', body_base64: '//4A' }).arrayBuffer()

    expect([...new Uint8Array(bytes)]).toEqual([255, 254, 0])
  })

  it('the content type that is written', () => {
    const headers = { 'content-type': 'application/vnd.api+json' }

    expect(requestFor({ method: 'POST', json: {}, headers }).headers.get('Content-Type')).toBe(
      'application/vnd.api+json',
    )
  })

  it('headers, each character one byte', () => {
    const { headers } = requestFor({ headers: { Authorization: 'Token caf\u00c3\u00a9 {id}' } })

    expect(headers.get('Authorization')).toBe('Token caf\u00c3\u00a9 7')
  })

  it('the cookies of the jar but for the dropped ones', () => {
    const jar = jarWith('sessionid=abc; Path=/', 'csrftoken=def')

    expect(requestFor({}, jar).headers.get('Cookie')).toBe('sessionid=abc; csrftoken=def')
    expect(requestFor({ drop_cookies: ['csrftoken'] }, jar).headers.get('Cookie')).toBe(
      'sessionid=abc',
    )
    expect(requestFor({ headers: { Cookie: 'x=1' } }, jar).headers.get('Cookie')).toBe(
      'x=1; sessionid=abc; csrftoken=def',
    )
  })

  it('sends no cookies that the service has cleared', () => {
    const jar = jarWith('sessionid=abc', 'sessionid=; Max-Age=0')

    expect(requestFor({}, jar).headers.get('Cookie')).toBeNull()
  })
})

describe('what the server knows of a request', () => {
  const connection = (request: Partial<ExchangeRequest>) =>
    connectionOf({ method: 'GET', path: '/', ...request }, world)

  it('the address and the user that the web server has authenticated', () => {
    expect(connection({})).toEqual({ address: '127.0.0.1', remoteUser: null })
    expect(connection({ client: '10.0.0.1', environ: { REMOTE_USER: 'ann' } })).toEqual({
      address: '10.0.0.1',
      remoteUser: 'ann',
    })
  })
})
