import { processorTime } from '@turnpike/test-support/processor-time.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importSignatureKey, signRequest } from '../src/index.ts'
import { ed25519PrivatePem } from './rfc9421.ts'
import { signedApp } from './signed-view.ts'

const options = {
  key: await importSignatureKey('ed25519', ed25519PrivatePem),
  keyId: 'test-key-ed25519',
  components: ['@method', '@target-uri', 'x-a', 'content-type', 'content-digest'],
}

const app = signedApp(
  { components: ['@method', '@target-uri', 'x-a'] },
  { FAILED_CREDENTIALS_RATES: { address: null, username: null } },
)
const statusOf = async (request: Request) => (await app.fetch(request, {})).status

const printable = fc.string({ unit: fc.constantFrom(...'abXY019 =;,()":\\/?&%@-'), maxLength: 30 })

interface Sent {
  method: string
  url: string
  body: string
  headers: Record<string, string>
}

const sent = fc.record({
  method: fc.constant('POST'),
  url: fc
    .webQueryParameters()
    .map((query) => new Request(`http://a.test/foo?${query}`).url.replace(/#.*/, '')),
  body: fc.string({ unit: 'grapheme' }).map((title) => JSON.stringify({ title })),
  headers: printable.map((value) => ({
    'X-A': value,
    'Content-Type': 'application/json',
    'X-B': 'uncovered',
  })),
})

const requestOf = ({ url, ...init }: Sent) => new Request(url, init)

async function signedSent(one: Sent): Promise<Sent> {
  const { headers } = await signRequest(requestOf(one), options)
  return { ...one, headers: Object.fromEntries(headers) }
}

const withField = (one: Sent, name: string, change: (value: string) => string): Sent => ({
  ...one,
  headers: { ...one.headers, [name]: change(one.headers[name] ?? '') },
})

/** Each changes one part that is covered, so that its value is another. */
const changes: Record<string, (one: Sent) => Sent> = {
  method: (one) => ({ ...one, method: 'PUT' }),
  host: (one) => ({ ...one, url: one.url.replace('a.test', 'b.test') }),
  scheme: (one) => ({ ...one, url: one.url.replace('http:', 'https:') }),
  path: (one) => ({ ...one, url: one.url.replace('/foo', '/demo') }),
  query: (one) => ({ ...one, url: `${one.url}&x=1` }),
  body: (one) => ({ ...one, body: `${one.body} ` }),
  field: (one) => withField(one, 'x-a', (value) => `${value}!`),
  type: (one) => withField(one, 'content-type', (value) => `${value}; charset=utf-8`),
  digest: (one) => withField(one, 'content-digest', (value) => `${value}, x=1`),
  keyid: (one) => withField(one, 'signature-input', (value) => value.replace('-ed25519', '-rsa')),
  created: (one) =>
    withField(one, 'signature-input', (value) =>
      value.replace(/created=(\d+)/, (_all, time) => `created=${Number(time) - 1}`),
    ),
  nonce: (one) =>
    withField(one, 'signature-input', (value) => value.replace(/nonce="./, 'nonce="~')),
  tag: (one) => withField(one, 'signature-input', (value) => `${value};tag="t"`),
  order: (one) =>
    withField(one, 'signature-input', (value) =>
      value.replace('"@method" "@target-uri"', '"@target-uri" "@method"'),
    ),
  coverage: (one) => withField(one, 'signature-input', (value) => value.replace(' "x-a"', '')),
  more: (one) => withField(one, 'signature-input', (value) => value.replace('("', '("x-b" "')),
  signature: (one) =>
    withField(one, 'signature', (value) =>
      value.replace(/:(.)/, (_all, first) => `:${first === 'A' ? 'B' : 'A'}`),
    ),
}

const few = { numRuns: 30 }

describe('signed requests, whatever they are', () => {
  it('a signed request is accepted, whatever its query, body and fields', async () => {
    await fc.assert(
      fc.asyncProperty(sent, async (one) => {
        expect(await statusOf(requestOf(await signedSent(one)))).toBe(200)
      }),
      few,
    )
  })

  it.each(Object.keys(changes))(
    'a signed request is refused when a covered part is changed: %s',
    async (part) => {
      await fc.assert(
        fc.asyncProperty(sent, async (one) => {
          const changed = changes[part]?.(await signedSent(one))
          expect(changed && (await statusOf(requestOf(changed)))).toBe(401)
        }),
        few,
      )
    },
  )

  it('a signed request is accepted when an uncovered part is changed', async () => {
    const changed = withField(
      await signedSent({
        method: 'POST',
        url: 'http://a.test/foo',
        body: '{}',
        headers: { 'X-A': 'a', 'Content-Type': 'application/json' },
      }),
      'x-b',
      () => 'new',
    )
    expect(await statusOf(requestOf(changed))).toBe(200)
  })

  it('no signature makes an answer of 500', async () => {
    const piece = fc.constantFrom(
      'sig1=',
      '(',
      ')',
      '"@method"',
      '"@query-param";name="a"',
      '"x-a"',
      ';sf',
      ';key="a"',
      ';bs',
      ';created=1800000000',
      ';keyid="test-key-ed25519"',
      ';keyid="test-shared-secret"',
      ';nonce="n"',
      ';alg="ed25519"',
      ';expires=1',
      ' ',
      ', ',
      '=',
      ':',
      'AAAA',
      ';a=%"%e2%82%ac"',
      ';b=@7',
      ';c=?1',
      ';d=1.0',
      '%',
      '\\',
      '\u00e9',
      '"',
    )
    const garbage = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    const fields = fc.record({
      'Signature-Input': garbage,
      Signature: fc.oneof(
        garbage,
        fc.base64String().map((text) => `sig1=:${text}:`),
      ),
      'Content-Digest': garbage,
      'X-A': garbage,
    })
    await fc.assert(
      fc.asyncProperty(fields, async (headers) => {
        const request = new Request('http://a.test/foo?a=%', {
          method: 'POST',
          body: '{}',
          headers,
        })
        expect(await statusOf(request)).toBe(401)
      }),
      { numRuns: 500 },
    )
  })

  it('a signature of any length for any key is refused and is never 500', async () => {
    const created = Math.floor(Date.now() / 1000)
    const keys = ['rsa-pss', 'ecc-p256', 'ed25519', 'rsa', 'unknown'].map(
      (name) => `test-key-${name}`,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...keys, 'test-shared-secret'),
        fc.uint8Array({ maxLength: 300 }),
        async (keyId, bytes) => {
          const headers = {
            'X-A': '',
            'Signature-Input': `s=("@method" "@target-uri" "x-a");created=${created};keyid="${keyId}"`,
            Signature: `s=:${Buffer.from(bytes).toString('base64')}:`,
          }
          expect(await statusOf(new Request('http://a.test/foo', { headers }))).toBe(401)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('the longest signature that a server takes costs little before it is refused', async () => {
    const names = Array.from({ length: 62 }, (_, at) => `"x-a";key="k${at}"`)
    const parameters = Array.from({ length: 64 }, (_, at) => `"@query-param";name="k${at}"`)
    // A query has at most 1000.
    const members = Array.from({ length: 900 }, (_, at) => `k${at}=1`)
    const demanding = signedApp({ components: [] })
    for (const covered of [names, parameters]) {
      const input = `(${covered.join(' ')});created=${Math.floor(Date.now() / 1000)};keyid="k"`
      const request = new Request(`http://a.test/foo?${members.join('&')}`, {
        headers: {
          'Signature-Input': `s=${input}`,
          Signature: 's=:AAAA:',
          'X-A': members.join(','),
        },
      })
      const time = await processorTime(async () => {
        const { detail } = await (await demanding.fetch(request, {})).json()
        expect(detail).toBe('Invalid signature.')
      })
      expect(time).toBeLessThan(300)
    }
  })
})
