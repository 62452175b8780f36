import { createHash, createHmac } from 'node:crypto'
import { processorTime } from '@turnpike/test-support/processor-time.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import app, { known } from '../../examples/oauth1/app.ts'
import { baseString, encoded, type Parameter, sign } from '../../examples/oauth1/signature.ts'

function setClock(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
  onTestFinished(() => void vi.useRealTimers())
}

const headerOf = (protocol: Record<string, string>) =>
  `OAuth ${Object.entries(protocol)
    .map(([name, value]) => `${name}="${encoded(value)}"`)
    .join(', ')}`

/** RFC 5849 §1.2: the request for the photo. */
const photo = {
  url: 'http://photos.example.net/photos?file=vacation.jpg&size=original',
  protocol: {
    realm: 'Photos',
    oauth_consumer_key: 'dpf43f3p2l4k3l03',
    oauth_token: 'nnch734d00sl2jdk',
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: '137131202',
    oauth_nonce: 'chapoH',
    oauth_signature: 'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
  },
}

const time = 137131202
let nonces = 0

interface Signing {
  method?: string
  url?: string
  /** Further parameters that are signed. */
  signed?: [string, string][]
  protocol?: Record<string, string>
  secrets?: string
  hash?: string
}

/** The header of a client with an arithmetic of its own: sorted pairs, encoded by hand. */
function signature({
  method = 'GET',
  url = 'http://photos.example.net/photos',
  signed = [],
  protocol = {},
  secrets = 'kd94hf93k423kf44&pfkkdhi9sl3r4s00',
  hash = 'sha1',
}: Signing = {}): string {
  const own: Record<string, string> = {
    oauth_consumer_key: known.consumerKey,
    oauth_token: known.token,
    oauth_signature_method: hash === 'sha1' ? 'HMAC-SHA1' : 'HMAC-SHA256',
    oauth_timestamp: `${time}`,
    oauth_nonce: `n${++nonces}`,
    ...protocol,
  }
  const pairs = [...Object.entries(own), ...signed].map((pair) => pair.map(encoded).join('='))
  const base = `${method}&${encoded(url)}&${encoded(pairs.sort().join('&'))}`
  const oauth_signature = createHmac(hash, secrets).update(base).digest('base64')
  return headerOf({ ...own, oauth_signature })
}

async function answerOf(
  Authorization: string,
  {
    url = 'http://photos.example.net/photos',
    body,
    type,
  }: { url?: string; body?: string; type?: string } = {},
) {
  const headers = { Authorization, ...(type !== undefined && { 'Content-Type': type }) }
  const request = new Request(url, { headers, ...(body !== undefined && { method: 'POST', body }) })
  const response = await app.fetch(request, {})
  return { response, status: response.status, body: await response.json() }
}

const form = 'application/x-www-form-urlencoded'

describe('the signatures of the OAuth 1 example', () => {
  it('the base string is that of RFC 5849 §3.4.1.1', () => {
    const url = new URL('http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b')
    const parameters: Parameter[] = [
      ['oauth_consumer_key', '9djdj82h48djs9d2'],
      ['oauth_token', 'kkk9d7dh3k39sjv7'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', '7d8f3e4a'],
      ...url.searchParams,
      ...new URLSearchParams('c2&a3=2+q'),
    ]
    expect(baseString('post', url, parameters)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q' +
        '%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_' +
        'key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_m' +
        'ethod%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk' +
        '9d7dh3k39sjv7',
    )
  })

  const consumer = { oauth_consumer_key: known.consumerKey, oauth_signature_method: 'HMAC-SHA1' }
  const tweet = {
    status: 'Hello Ladies + Gentlemen, a signed OAuth request!',
    include_entities: 'true',
    oauth_consumer_key: 'xvz1evFS4wEEPTGEFPHBog',
    oauth_nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: '1318622958',
    oauth_token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
    oauth_version: '1.0',
  }
  const twitter = [
    'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
    'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
  ] as const

  it.each<[string, string, string, Record<string, string>, readonly [string, string], string]>([
    [
      'RFC 5849 §1.2, initiate',
      'POST',
      'https://photos.example.net/initiate',
      {
        ...consumer,
        oauth_timestamp: '137131200',
        oauth_nonce: 'wIjqoS',
        oauth_callback: 'http://printer.example.com/ready',
      },
      ['kd94hf93k423kf44', ''],
      '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
    ],
    [
      'RFC 5849 §1.2, token',
      'POST',
      'https://photos.example.net/token',
      {
        ...consumer,
        oauth_token: 'hh5s93j4hdidpola',
        oauth_timestamp: '137131201',
        oauth_nonce: 'walatlh',
        oauth_verifier: 'hfdp7dh39dks9884',
      },
      ['kd94hf93k423kf44', 'hdhd0244k9j7ao03'],
      'gKgrFCywp7rO0OXSjdot/IHF7IU=',
    ],
    [
      'OAuth Core 1.0, Appendix A.5',
      'GET',
      'http://photos.example.net/photos',
      {
        ...consumer,
        file: 'vacation.jpg',
        size: 'original',
        oauth_token: 'nnch734d00sl2jdk',
        oauth_timestamp: '1191242096',
        oauth_nonce: 'kllo9940pd9333jh',
        oauth_version: '1.0',
      },
      ['kd94hf93k423kf44', 'pfkkdhi9sl3r4s00'],
      'tR3+Ty81lMeYAr/Fid0kMTYa/WM=',
    ],
    [
      "Twitter's documentation, first edition",
      'POST',
      'https://api.twitter.com/1/statuses/update.json',
      tweet,
      twitter,
      'tnnArxj06cWHq44gCs1OSKk/jLY=',
    ],
    [
      "Twitter's documentation, second edition",
      'POST',
      'https://api.twitter.com/1.1/statuses/update.json',
      tweet,
      twitter,
      'hCtSmYh+iHYCEqBWrE7C7hYmtUk=',
    ],
  ])('the OAuth 1 signature is that of %s', (_name, method, url, parameters, secrets, expected) => {
    const base = baseString(method, new URL(url), Object.entries(parameters))
    expect(sign('HMAC-SHA1', base, ...secrets)).toBe(expected)
  })
})

describe('the OAuth 1 example', () => {
  it('the request of RFC 5849 §1.2 is accepted, once', async () => {
    setClock(time)
    const first = await answerOf(headerOf(photo.protocol), { url: photo.url })
    expect([first.status, first.body]).toEqual([200, { owner: 'jane', file: 'vacation.jpg' }])

    const second = await answerOf(headerOf(photo.protocol), { url: photo.url })
    expect([second.status, second.body.detail]).toEqual([401, 'The nonce has been used before.'])
    expect(second.response.headers.get('WWW-Authenticate')).toBe('OAuth realm="Photos"')
  })

  it('the parameters of a form are part of the OAuth 1 signature, and are read by the handler', async () => {
    setClock(time)
    const signed: [string, string][] = [
      ['a', '1 2'],
      ['a', ''],
      ['é', '~'],
    ]
    const header = signature({ method: 'POST', signed })
    const sent = await answerOf(header, { body: 'a=1+2&a=&%C3%A9=%7E', type: form })
    expect(sent.status).toBe(200)
    const other = signature({ method: 'POST', signed })
    const changed = await answerOf(other, { body: 'a=1+3&a=&%C3%A9=%7E', type: form })
    expect(changed.body.detail).toBe('Invalid signature.')
  })

  it('a body that is no form needs its hash in the OAuth 1 header', async () => {
    setClock(time)
    const body = '{"a":1}'
    const json = { body, type: 'application/json' }
    const absent = await answerOf(signature({ method: 'POST' }), json)
    expect(absent.body.detail).toBe('oauth_body_hash is absent, or not that of the body.')
    const oauth_body_hash = createHash('sha256').update(body).digest('base64')
    const header = () =>
      signature({ method: 'POST', hash: 'sha256', protocol: { oauth_body_hash } })
    expect((await answerOf(header(), json)).body).toEqual({ owner: 'jane', received: { a: 1 } })
    expect((await answerOf(header(), { ...json, body: '[]' })).status).toBe(401)
  })

  it.each<[string, Signing, object?, string?]>([
    ['another query', {}, { url: 'http://photos.example.net/photos?file=b' }],
    ['another host', {}, { url: 'http://photos.example.org/photos' }],
    ['another scheme', {}, { url: 'https://photos.example.net/photos' }],
    ['another secret', { secrets: 'kd94hf93k423kf44&guessed' }],
    ['an unknown client', { protocol: { oauth_consumer_key: 'unknown' } }],
    ['an unknown token', { protocol: { oauth_token: 'unknown' } }],
    [
      'an old timestamp',
      { protocol: { oauth_timestamp: `${time - 301}` } },
      {},
      'The timestamp is',
    ],
    ['a new timestamp', { protocol: { oauth_timestamp: `${time + 301}` } }, {}, 'The timestamp is'],
    ['no timestamp', { protocol: { oauth_timestamp: '' } }, {}, 'Invalid OAuth header.'],
    ['no nonce', { protocol: { oauth_nonce: '' } }, {}, 'Invalid OAuth header.'],
    ['another version', { protocol: { oauth_version: '2.0' } }, {}, 'Invalid OAuth header.'],
    [
      'PLAINTEXT',
      { protocol: { oauth_signature_method: 'PLAINTEXT' } },
      {},
      'The signature method must be HMAC-SHA1 or HMAC-SHA256.',
    ],
    [
      'a parameter of OAuth in the query',
      { signed: [['oauth_token', 'x']] },
      { url: 'http://photos.example.net/photos?oauth_token=x' },
      'Invalid OAuth header.',
    ],
  ])(
    'an OAuth 1 request is refused with %s',
    async (_what, signing, sent = {}, detail = 'Invalid signature.') => {
      setClock(time)
      const { status, body } = await answerOf(signature(signing), sent)
      expect([status, body.detail]).toEqual([401, expect.stringContaining(detail)])
    },
  )

  it.each([
    ['OAuth'],
    ['OAuth oauth_nonce'],
    ['OAuth a="1", a="2"'],
    ['OAuth a="%zz"'],
    ['oauth oauth_consumer_key="%ff"'],
    ['OAuth a="1"; b="2"'],
  ])('a malformed OAuth 1 header is 401, never 500: %s', async (header) => {
    const { status, body } = await answerOf(header)
    expect([status, body.detail]).toEqual([401, 'Invalid OAuth header.'])
  })

  it('other schemes of Authorization are not for the OAuth 1 example', async () => {
    for (const header of ['OAuth2 abc', 'Bearer abc']) {
      const { body } = await answerOf(header)
      expect(body.detail).toBe('Authentication credentials were not provided.')
    }
  })

  it('a long header that is no header of OAuth 1 is refused at once', async () => {
    const time = await processorTime(async () => {
      for (const filling of ['a', ' ', '"', '=', 'a="', 'a="",', '%']) {
        const header = `OAuth ${filling.repeat(16_000)}x`
        const {
          status,
          body: { detail },
        } = await answerOf(header)
        expect([status, detail]).toEqual([401, 'Invalid OAuth header.'])
      }
    })
    expect(time).toBeLessThan(500)
  })
})
