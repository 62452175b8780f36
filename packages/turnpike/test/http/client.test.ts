import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../../src/errors/configuration-error.ts'
import { type Client, clientOf, trustedProxies } from '../../src/http/client.ts'
import { ApiResponse, createApi, routes } from '../../src/index.ts'
import { WebRequest } from '../../src/web/web-request.ts'

/** The client behind the proxies `10.0.0.0/8` and `fd00::/8`. */
function clientFrom(
  peer: string | null,
  headers: HeadersInit = {},
  url = 'http://api.test/items/?page=2',
): Client {
  const connection = { address: peer, remoteUser: null }
  const isTrusted = trustedProxies(['10.0.0.0/8', 'fd00::/8', '192.0.2.1'])
  return clientOf(new WebRequest(new Request(url, { headers })), connection, isTrusted)
}
const addressFrom = (peer: string, forwardedFor: string) =>
  clientFrom(peer, { 'X-Forwarded-For': forwardedFor }).address

describe('a client that comes directly', () => {
  it('a direct client has the address of the connection, and scheme and host of the request', () => {
    expect(clientFrom('203.0.113.7')).toEqual({
      address: '203.0.113.7',
      scheme: 'http',
      host: 'api.test',
    })
    expect(clientFrom('203.0.113.7', {}, 'https://api.test:8443/')).toEqual({
      address: '203.0.113.7',
      scheme: 'https',
      host: 'api.test:8443',
    })
  })

  it('forwarded fields of a direct client are ignored', () => {
    const forged = {
      'X-Forwarded-For': '198.51.100.1',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'evil.test',
      Forwarded: 'for=198.51.100.1;proto=https;host=evil.test',
    }
    expect(clientFrom('203.0.113.7', forged)).toEqual({
      address: '203.0.113.7',
      scheme: 'http',
      host: 'api.test',
    })
  })

  it('forwarded fields are ignored when the server knows no address', () => {
    const forged = { 'X-Forwarded-For': '198.51.100.1', 'X-Forwarded-Proto': 'https' }
    expect(clientFrom(null, forged)).toEqual({ address: null, scheme: 'http', host: 'api.test' })
  })

  it('each address has one spelling', () => {
    expect(clientFrom('2001:0DB8:0000::0001').address).toBe('2001:db8::1')
    expect(clientFrom('::ffff:203.0.113.7').address).toBe('203.0.113.7')
    expect(clientFrom('::ffff:cb00:7107').address).toBe('203.0.113.7')
    expect(clientFrom('/run/app.sock').address).toBe('/run/app.sock')
  })
})

describe('a client behind trusted proxies', () => {
  it('a client behind trusted proxies is the nearest address that is not a trusted proxy', () => {
    expect(addressFrom('10.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
    expect(addressFrom('10.0.0.1', '203.0.113.7, 10.0.0.2, 10.0.0.3')).toBe('203.0.113.7')
    expect(addressFrom('fd00::1', '203.0.113.7,10.0.0.2')).toBe('203.0.113.7')
    expect(addressFrom('192.0.2.1', '203.0.113.7')).toBe('203.0.113.7')
    expect(addressFrom('::ffff:10.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
  })

  it('an address that the client itself wrote further left is ignored', () => {
    expect(addressFrom('10.0.0.1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(addressFrom('10.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7')
    expect(addressFrom('10.0.0.1', '10.0.0.9, 203.0.113.7')).toBe('203.0.113.7')
  })

  it('the address is read from all header fields of the name together', () => {
    const headers: [string, string][] = [
      ['X-Forwarded-For', '198.51.100.1'],
      ['X-Forwarded-For', '203.0.113.7'],
    ]
    expect(clientFrom('10.0.0.1', headers).address).toBe('203.0.113.7')
  })

  it('the address is the furthest proxy when all are trusted, or the header is absent or empty', () => {
    expect(addressFrom('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3')
    expect(clientFrom('10.0.0.1').address).toBe('10.0.0.1')
    expect(addressFrom('10.0.0.1', '')).toBe('10.0.0.1')
  })

  it('the address is the last valid one before an invalid entry in the list', () => {
    for (const nonsense of [
      'unknown',
      '_hidden',
      '203.0.113',
      '0313.0.113.7',
      '1.2.3.4.5',
      '300.1.1.1',
    ]) {
      expect(addressFrom('10.0.0.1', `203.0.113.7, ${nonsense}, 10.0.0.2`)).toBe('10.0.0.2')
    }
  })

  it('the address is reported without the port that some proxies add', () => {
    expect(addressFrom('10.0.0.1', '203.0.113.7:4711')).toBe('203.0.113.7')
    expect(addressFrom('10.0.0.1', '[2001:db8::1]:4711')).toBe('2001:db8::1')
    expect(addressFrom('10.0.0.1', '[2001:db8::1]')).toBe('2001:db8::1')
    expect(addressFrom('10.0.0.1', '2001:DB8::1')).toBe('2001:db8::1')
    expect(addressFrom('10.0.0.1', '::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(addressFrom('10.0.0.1', '203.0.113.7:x')).toBe('10.0.0.1')
    expect(addressFrom('10.0.0.1', '[2001:db8::1]x')).toBe('10.0.0.1')
  })

  it('scheme and host are those that the nearest proxy has set', () => {
    const forwarded = (proto: string, host: string) =>
      clientFrom('10.0.0.1', { 'X-Forwarded-Proto': proto, 'X-Forwarded-Host': host })

    expect(forwarded('https', 'Books.Test')).toMatchObject({ scheme: 'https', host: 'books.test' })
    expect(forwarded('HTTPS', 'books.test:8443')).toMatchObject({
      scheme: 'https',
      host: 'books.test:8443',
    })
    expect(forwarded('http, https', 'evil.test, books.test')).toMatchObject({
      scheme: 'https',
      host: 'books.test',
    })
    expect(forwarded('https', '[2001:db8::1]:80')).toMatchObject({ host: '[2001:db8::1]:80' })
  })

  it('scheme and host of the request are kept when the proxy sends invalid ones', () => {
    const schemes = ['ftp', '', 'https:', 'javascript']
    for (const proto of schemes) {
      expect(clientFrom('10.0.0.1', { 'X-Forwarded-Proto': proto }).scheme).toBe('http')
    }
    const hosts = [
      '',
      'a/b',
      'a b',
      'user@a',
      'a:port',
      'a:123456',
      '[::1',
      '[x]',
      'a?b',
      'a#b',
      '<a>',
    ]
    for (const host of hosts) {
      expect(clientFrom('10.0.0.1', { 'X-Forwarded-Host': host }).host).toBe('api.test')
    }
  })

  it('http is kept when the proxy says so of a request over https', () => {
    const headers = { 'X-Forwarded-Proto': 'http' }
    expect(clientFrom('10.0.0.1', headers, 'https://api.test/').scheme).toBe('http')
  })
})

describe('TRUSTED_PROXIES', () => {
  it('takes addresses and ranges of both kinds, each matching its own kind only', () => {
    const isTrusted = trustedProxies(['192.0.2.1', '10.0.0.0/9', '2001:db8::/33', '::1'])

    for (const address of ['192.0.2.1', '10.127.255.255', '10.0.0.0', '2001:db8:7fff::', '::1']) {
      expect(isTrusted(address)).toBe(true)
    }
    for (const address of ['192.0.2.2', '10.128.0.0', '2001:db8:8000::', '::2', '', 'localhost']) {
      expect(isTrusted(address)).toBe(false)
    }
    expect(isTrusted('::ffff:10.0.0.1')).toBe(true)
  })

  it('takes everything of a kind with a length of 0, and one address with the whole length', () => {
    const all = trustedProxies(['0.0.0.0/0'])
    expect(all('203.0.113.7')).toBe(true)
    expect(all('2001:db8::1')).toBe(false)

    const one = trustedProxies(['10.0.0.1/32', '2001:db8::1/128'])
    expect([one('10.0.0.1'), one('10.0.0.0'), one('2001:db8::1'), one('2001:db8::')]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('TRUSTED_PROXIES trusts no one when it is empty', () => {
    expect(trustedProxies([])('127.0.0.1')).toBe(false)
  })

  it.each([
    '',
    'proxy.internal',
    '10.0.0',
    '010.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/eight',
    '10.0.0.0/8.5',
    '2001:db8::/129',
    '10.0.0.1:80',
    '*',
  ])('refuses %j at declaration', (range) => {
    expect(() => createApi({ TRUSTED_PROXIES: [range] })).toThrow(
      new ConfigurationError(
        `TRUSTED_PROXIES must be a list of addresses and ranges, such as ["127.0.0.1", "10.0.0.0/8"], not [${JSON.stringify(range)}].`,
      ),
    )
  })

  it('decides in the requests of an API whose forwarded fields are believed', async () => {
    const app = routes(createApi({ TRUSTED_PROXIES: ['10.0.0.0/8'] }), {
      '/': { get: ({ client, url }) => new ApiResponse({ ...client, url }) },
    })
    const headers = {
      'X-Forwarded-For': '198.51.100.1',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'books.test',
    }
    const seenFrom = async (address: string) =>
      (await testClient(app, { connection: { address } }).get('/', { headers })).json()

    expect(await seenFrom('10.1.2.3')).toEqual({
      address: '198.51.100.1',
      scheme: 'https',
      host: 'books.test',
      url: 'https://books.test/',
    })
    expect(await seenFrom('203.0.113.7')).toEqual({
      address: '203.0.113.7',
      scheme: 'http',
      host: 'testserver',
      url: 'http://testserver/',
    })
  })
})

it.each(['10.0.0.0/0x8', '10.0.0.0/1e1', '10.0.0.0/ 8'])('refuses the range %s', (range) => {
  expect(() => createApi({ TRUSTED_PROXIES: [range] })).toThrow('TRUSTED_PROXIES')
})
