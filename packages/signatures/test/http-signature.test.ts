import {
  ApiResponse,
  AuthenticationFailed,
  createApi,
  type Environment,
  requireScope,
  routes,
  ServiceUnavailable,
  type Settings,
} from 'turnpike'
import { describe, expect, it, vi } from 'vitest'
import {
  httpSignatureAuthentication,
  importSignatureKey,
  type SignatureAlgorithm,
  type SignRequestOptions,
  signRequest,
} from '../src/index.ts'
import { ed25519PrivatePem, p256Pem, sharedSecret } from './rfc9421.ts'
import { ann, answerOf, setClock, signedApp, testKeyOf } from './signed-view.ts'

const edKey = await importSignatureKey('ed25519', ed25519PrivatePem)
const hmacKey = await importSignatureKey('hmac-sha256', sharedSecret)
const edOptions = { key: edKey, keyId: 'test-key-ed25519' }

const sign = (options: Partial<SignRequestOptions> = {}, request = new Request('http://a.test/')) =>
  signRequest(request, { ...edOptions, ...options })

const post = (body: string, headers: Record<string, string> = {}) =>
  new Request('http://a.test/', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** The request with header fields replaced. */
function withFields(request: Request, fields: Record<string, string | null>): Request {
  const headers = new Headers(request.headers)
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  return new Request(request, { headers })
}

/** Status, detail, and the code of the failure. */
async function refusalOf(
  request: Request,
  options: Parameters<typeof signedApp>[0] = {},
  settings: Settings = {},
) {
  let code: unknown
  const EXCEPTION_HANDLER: Settings['EXCEPTION_HANDLER'] = (error) => {
    if (!(error instanceof AuthenticationFailed)) return null
    code = error.codes
    return new ApiResponse({ detail: error.detail }, 401, error.headers)
  }
  const app = signedApp(options, { EXCEPTION_HANDLER, ...settings })
  const { status, body } = await answerOf(app, request)
  return [status, body.detail, code]
}

describe('HTTP signature authentication', () => {
  it('a signed request is accepted, and the signature is its auth', async () => {
    setClock(1_800_000_000)
    const { status, body } = await answerOf(
      signedApp(),
      await sign({ nonce: 'n1', tag: 'partner' }),
    )
    expect(status).toBe(200)
    expect(body.auth).toEqual({
      keyId: 'test-key-ed25519',
      components: ['@method', '@target-uri'],
      created: '2027-01-15T08:00:00.000Z',
      label: 'sig1',
      tag: 'partner',
      nonce: 'n1',
    })
  })

  it('a body whose digest is signed is verified and still read by the handler', async () => {
    const { status, body } = await answerOf(signedApp(), await sign({}, post('{"a":1}')))
    expect(status).toBe(200)
    expect(body.data).toEqual({ a: 1 })
    expect(body.auth.components).toEqual([
      '@method',
      '@target-uri',
      'content-type',
      'content-digest',
    ])
  })

  it('an unsigned request is anonymous, and its 401 has the challenge of signatures', async () => {
    const { response, body } = await answerOf(signedApp(), new Request('http://a.test/'))
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Signature realm="api"')
    expect(response.headers.get('Vary')).toContain('Signature-Input')
    expect(body).toEqual({ detail: 'Authentication credentials were not provided.' })
  })

  it('a refused signature gets a 401 with the components that are wanted (RFC 9421 §5.1)', async () => {
    const app = signedApp({
      tag: 'partner',
      algorithms: ['ed25519'],
      components: ['@method', 'date'],
    })
    const request = await sign({ components: ['@method'], tag: 'partner' }, post('{}'))
    const { response, body } = await answerOf(app, request)
    expect(response.status).toBe(401)
    expect(body).toEqual({ detail: 'The signature does not cover date.' })
    expect(response.headers.get('WWW-Authenticate')).toBe('Signature realm="api"')
    expect(response.headers.get('Accept-Signature')).toBe(
      'sig1=("@method" "date" "content-digest");created;alg="ed25519";tag="partner"',
    )
  })

  it('the scopes of a key are those of the signature', async () => {
    const scheme = httpSignatureAuthentication({
      keyOf: async (keyId) => {
        const found = await testKeyOf(keyId)
        return found === null ? null : { ...found, scopes: ['notes:read'] }
      },
    })
    const view = (scope: string) =>
      createApi().view({
        authentication: [scheme],
        permissions: [requireScope(scope)],
        get: ({ auth }) => new ApiResponse(auth.scopes),
      })
    const app = routes(createApi(), {
      '/read/': view('notes:read'),
      '/write/': view('notes:write'),
    })
    const get = async (path: string) =>
      app.fetch(await sign({}, new Request(`http://a.test${path}`)), {})
    expect(await (await get('/read/')).json()).toEqual(['notes:read'])
    expect((await get('/write/')).status).toBe(403)
  })

  it('the signature of a user who does not say whether they are active is accepted', async () => {
    const keyOf = async (keyId: string) => {
      const found = await testKeyOf(keyId)
      const { isActive: _, ...user } = ann
      return found && { ...found, user: user as typeof ann }
    }
    expect((await refusalOf(await sign(), { keyOf }))[0]).toBe(200)
  })

  it('the signature of an inactive user is refused, after it was verified', async () => {
    const keyOf = async (keyId: string) => {
      const found = await testKeyOf(keyId)
      return found && { ...found, user: { ...ann, isActive: false } }
    }
    expect((await refusalOf(await sign(), { keyOf }))[1]).toBe('User inactive or deleted.')
    const forged = withFields(await sign(), { Signature: `sig1=:${'A'.repeat(86)}==:` })
    expect((await refusalOf(forged, { keyOf }))[1]).toBe('Invalid signature.')
  })
})

describe('what a signature must cover', () => {
  it.each([
    [['@method', '@target-uri'], 200],
    [['@method', '@authority', '@path', '@query'], 200],
    [['@query', '@path', '@authority', '@method'], 200],
    [['@method', '@authority', '@path'], 401],
    [['@method', '@path', '@query'], 401],
    [['@target-uri'], 401],
    [[], 401],
  ])('a signature must cover the method and the whole URL: %j → %i', async (components, status) => {
    expect((await answerOf(signedApp(), await sign({ components }))).status).toBe(status)
  })

  it.each([
    ['content-type', 200],
    ['content-type;bs', 200],
    ['priority;sf', 200],
    ['priority;key="u"', 401],
  ])('a required field must be covered whole: %s → %i', async (component, status) => {
    const name = component.split(';')[0] ?? ''
    const components = ['@method', '@target-uri', name]
    const request = new Request('http://a.test/', {
      headers: { 'Content-Type': 'text/plain', Priority: 'u=1' },
    })
    const signed = await sign({ components: ['@method', '@target-uri', component] }, request)
    expect((await answerOf(signedApp({ components }), signed)).status).toBe(status)
  })

  it('a body whose digest the signature does not cover is refused', async () => {
    const components = ['@method', '@target-uri']
    const refused = ['The signature does not cover content-digest.', 'invalid_digest']
    expect(await refusalOf(await sign({ components }, post('{}')))).toEqual([401, ...refused])

    // One that is there, but not signed, proves nothing.
    const digest = (await sign({}, post('{}'))).headers.get('Content-Digest') ?? ''
    const unsigned = await sign({ components }, post('{}', { 'Content-Digest': digest }))
    expect(await refusalOf(unsigned)).toEqual([401, ...refused])

    const member = [...components, 'content-digest;key="sha-256"']
    const partly = await sign({ components: member }, post('{}', { 'Content-Digest': digest }))
    expect(await refusalOf(partly)).toEqual([401, ...refused])
  })

  it('a body that was exchanged is refused before the handler runs', async () => {
    const signed = await sign({}, post('{"amount":1}'))
    const exchanged = new Request('http://a.test/', {
      method: 'POST',
      headers: signed.headers,
      body: '{"amount":9}',
    })
    expect(await refusalOf(exchanged)).toEqual([
      401,
      'The body does not match its Content-Digest.',
      'invalid_digest',
    ])
    const { response } = await answerOf(
      signedApp(),
      await sign({ components: ['@method', '@target-uri'] }, post('{}')),
    )
    expect(response.headers.get('Want-Content-Digest')).toBe('sha-256=10, sha-512=10')
  })

  it('without contentDigest a body may be unsigned, and a digest that is covered is verified', async () => {
    const app = () => signedApp({ contentDigest: false })
    const components = ['@method', '@target-uri']
    expect((await answerOf(app(), await sign({ components }, post('{}')))).status).toBe(200)
    const signed = await sign({}, post('{}'))
    const exchanged = new Request(signed.url, {
      method: 'POST',
      headers: signed.headers,
      body: '[]',
    })
    expect((await answerOf(app(), exchanged)).status).toBe(401)
  })

  it('a signed body beyond DATA_UPLOAD_MAX_MEMORY_SIZE is 413, and is read only for a valid signature', async () => {
    const settings = { DATA_UPLOAD_MAX_MEMORY_SIZE: 100 }
    const long = () => post(JSON.stringify('x'.repeat(200)))
    const { status } = await answerOf(signedApp({}, settings), await sign({}, long()))
    expect(status).toBe(413)
    const unknown = await sign({ keyId: 'unknown' }, long())
    expect((await answerOf(signedApp({}, settings), unknown)).status).toBe(401)
  })
})

describe('the parameters of a signature', () => {
  const created = (seconds: number) => new Date(seconds * 1000)
  const now = 1_800_000_000
  const future = 'The signature was created in the future.'
  const expired = 'The signature has expired.'

  it.each<[string, Partial<SignRequestOptions>, Parameters<typeof signedApp>[0], string?]>([
    ['as old as it may be', { created: created(now - 330) }, {}],
    ['too old', { created: created(now - 331) }, {}, expired],
    ['too old for maxAge', { created: created(now - 41) }, { maxAge: 10 }, expired],
    ['from a clock that is ahead', { created: created(now + 30) }, {}],
    ['from the future', { created: created(now + 31) }, {}, future],
    ['with another tolerance', { created: created(now + 1) }, { clockTolerance: 0 }, future],
    ['not expired', { created: created(now - 90), expiresIn: 60 }, {}],
    ['expired', { created: created(now - 91), expiresIn: 60 }, {}, expired],
    [
      'that lives longer than allowed',
      { created: created(now - 400), expiresIn: 900 },
      {},
      expired,
    ],
  ])('the time of a signature is checked: %s', async (_what, signing, options, detail) => {
    setClock(now)
    const { status, body } = await answerOf(signedApp(options), await sign(signing))
    expect([status, body.detail]).toEqual(detail === undefined ? [200, undefined] : [401, detail])
  })

  it.each([
    ['', 'The signature has no keyid.', 'insufficient_signature'],
    [';keyid="k"', 'The signature has no created.', 'insufficient_signature'],
    [';created=1', 'The signature has no keyid.', 'insufficient_signature'],
    [';created="1";keyid="k"', 'A parameter of the signature has', 'malformed_signature'],
    [';created=1.5;keyid="k"', 'A parameter of the signature has', 'malformed_signature'],
    [';created=1;keyid=k', 'A parameter of the signature has', 'malformed_signature'],
    [';created=1;keyid="k";expires="x"', 'A parameter of the signature', 'malformed_signature'],
    [';created=1;keyid="k";nonce=7', 'A parameter of the signature', 'malformed_signature'],
    [';created=1;keyid="k";tag=?1', 'A parameter of the signature', 'malformed_signature'],
    [';created=1;keyid="k";alg="none"', 'The algorithm none is not', 'insufficient_signature'],
    [
      ';created=1;keyid="k";alg="rsa-v1_5-sha256"',
      'The algorithm rsa-v1_5-sha256 is not accepted',
      'insufficient_signature',
    ],
  ])('a parameter that is absent or wrong is refused: %s', async (parameters, detail, code) => {
    const request = new Request('http://a.test/', {
      headers: {
        'Signature-Input': `sig1=("@method" "@target-uri")${parameters}`,
        Signature: 'sig1=:AAAA:',
      },
    })
    expect(await refusalOf(request)).toEqual([401, expect.stringContaining(detail), code])
  })

  it.each([
    [{ 'Signature-Input': null }, 'The request has Signature, but no Signature-Input.'],
    [{ Signature: null }, 'The request has no Signature with the label sig1.'],
    [{ Signature: 'other=:AAAA:' }, 'The request has no Signature with the label sig1.'],
    [{ Signature: 'sig1="AAAA"' }, 'The request has no Signature with the label sig1.'],
    [{ Signature: '???' }, 'Signature is not a dictionary of structured fields.'],
    [{ Signature: 'sig1=:AAAA:, sig1=:BBBB:' }, 'Signature has a label twice.'],
    [{ 'Signature-Input': '' }, 'Signature-Input is empty.'],
    [{ 'Signature-Input': 'sig1=(' }, 'Signature-Input is not a dictionary of structured fields.'],
    [{ 'Signature-Input': 'sig1=1' }, 'A member of Signature-Input is not a list.'],
    [{ 'Signature-Input': 'sig1=(), sig1=()' }, 'Signature-Input has a label twice.'],
    [{ 'Signature-Input': 'sig1=(1)' }, 'A component of the signature is not a string.'],
    [
      { 'Signature-Input': 'sig1=("@method" "@method")' },
      'The signature covers a component twice.',
    ],
    [
      { 'Signature-Input': 'sig1=("a";sf;key="b" "a";key="b";sf)' },
      'The signature covers a component twice.',
    ],
    [
      {
        'Signature-Input': `sig1=(${Array.from({ length: 65 }, (_, at) => `"f${at}"`).join(' ')})`,
      },
      'The signature covers more than 64 components.',
    ],
  ])('malformed signatures are refused: %j', async (fields, detail) => {
    expect((await refusalOf(withFields(await sign(), fields))).slice(0, 2)).toEqual([401, detail])
  })

  it('one of several signatures must be chosen by label or tag', async () => {
    const both = async () =>
      sign({ label: 'own', tag: 'partner' }, await sign({ label: 'proxy', tag: 'proxy' }))
    expect((await refusalOf(await both()))[1]).toBe(
      'The request has 2 signatures that could be meant. Send one.',
    )
    for (const choice of [{ label: 'own' }, { tag: 'partner' }]) {
      const { body } = await answerOf(signedApp(choice), await both())
      expect(body.auth).toMatchObject({ label: 'own', tag: 'partner' })
    }
  })

  it('signatures with other labels or tags than those of the scheme are not its own', async () => {
    for (const choice of [{ label: 'other' }, { tag: 'other' }]) {
      const { body } = await answerOf(signedApp(choice), await sign({ tag: 'partner' }))
      expect(body.detail).toBe('Authentication credentials were not provided.')
    }
  })
})

describe('the key of a signature', () => {
  it('a public key is never used as the secret of an HMAC', async () => {
    const secret = new Uint8Array(Buffer.from(p256Pem))
    const options = {
      key: await importSignatureKey('hmac-sha256', secret),
      keyId: 'test-key-ecc-p256',
    }
    const signed = await sign(options)
    expect(await refusalOf(signed)).toEqual([401, 'Invalid signature.', 'invalid_signature'])

    // With an alg of its own, too.
    const input = signed.headers.get('Signature-Input') ?? ''
    const named = withFields(signed, { 'Signature-Input': `${input};alg="hmac-sha256"` })
    expect((await refusalOf(named))[1]).toBe('Invalid signature.')
  })

  it('the alg of a signature must be that of its key, even when the signature is valid', async () => {
    const keyOf = async () => ({ key: hmacKey, user: ann })
    const base = ['"@method": GET', '"@target-uri": http://a.test/']
    const signedAs = async (alg: string) => {
      const created = Math.floor(Date.now() / 1000)
      const input = `("@method" "@target-uri");created=${created};keyid="k";alg="${alg}"`
      const text = [...base, `"@signature-params": ${input}`].join('\n')
      const mac = await crypto.subtle.sign('HMAC', hmacKey, Buffer.from(text))
      const Signature = `sig1=:${Buffer.from(mac).toString('base64')}:`
      return new Request('http://a.test/', {
        headers: { 'Signature-Input': `sig1=${input}`, Signature },
      })
    }
    const statusOf = async (alg: string) =>
      (await answerOf(signedApp({ keyOf }), await signedAs(alg))).status
    expect(await statusOf('hmac-sha256')).toBe(200)
    expect(await statusOf('ed25519')).toBe(401)
  })

  it('a key of an algorithm that is not accepted is refused, even without alg', async () => {
    const { status } = await answerOf(signedApp({ algorithms: ['hmac-sha256'] }), await sign())
    expect(status).toBe(401)
  })

  it('unknown keys and wrong signatures get the same answer after the same work', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify')
    const wrong = withFields(await sign(), { Signature: `sig1=:${'A'.repeat(86)}==:` })
    const seen: unknown[] = []
    for (const request of [wrong, await sign({ keyId: 'unknown' })]) {
      verify.mockClear()
      const refusal = await refusalOf(request, { algorithms: ['ed25519'] })
      seen.push([...refusal, verify.mock.calls.map(([algorithm]) => algorithm)])
    }
    verify.mockRestore()
    expect(seen[0]).toEqual([401, 'Invalid signature.', 'invalid_signature', [{ name: 'Ed25519' }]])
    expect(seen[1]).toEqual(seen[0])
  })

  it('wrong signatures are counted, and too many of them are refused', async () => {
    const settings = { FAILED_CREDENTIALS_RATES: { address: '2/min', username: null } }
    const app = signedApp({}, settings)
    const environment: Environment = { connection: { address: '192.0.2.7', remoteUser: null } }
    const send = async (request: Request) => (await app.fetch(request, environment)).status
    const statuses = []
    for (let at = 0; at < 4; at++) statuses.push(await send(await sign({ keyId: 'unknown' })))
    expect(statuses).toEqual([401, 401, 429, 429])
    // A right one is not guessed.
    expect(await send(await sign())).toBe(200)
  })

  it('a key store that is away is 503, not a refused signature', async () => {
    const keyOf = async () => {
      throw new ServiceUnavailable()
    }
    expect((await answerOf(signedApp({ keyOf }), await sign())).status).toBe(503)
  })
})

describe('the URL that a signature covers', () => {
  const behindProxy: Environment = { connection: { address: '10.0.0.1', remoteUser: null } }

  const statusOf = async (settings: Settings, request: Request, environment = behindProxy) =>
    (await signedApp({}, settings).fetch(request, environment)).status

  /** What a proxy sends to the service for a request that was signed for the outside. */
  const forwarded = async (fields: Record<string, string> = {}) => {
    const { headers } = await sign({}, new Request('https://api.example.com/foo?a=1'))
    for (const [name, value] of Object.entries(fields)) headers.set(name, value)
    return new Request('http://127.0.0.1:8000/foo?a=1', { headers })
  }
  const fields = { 'X-Forwarded-Host': 'api.example.com', 'X-Forwarded-Proto': 'https' }

  it('behind a proxy the signature covers the URL of BASE_URL, or that of a trusted proxy', async () => {
    expect(await statusOf({}, await forwarded())).toBe(401)
    expect(await statusOf({ BASE_URL: 'https://api.example.com' }, await forwarded())).toBe(200)
    expect(await statusOf({ BASE_URL: 'https://API.example.com:443/' }, await forwarded())).toBe(
      200,
    )
    const trusted = { TRUSTED_PROXIES: ['10.0.0.0/8'] }
    expect(await statusOf(trusted, await forwarded(fields))).toBe(200)
    expect(await statusOf({}, await forwarded(fields))).toBe(401)
  })

  it('a forwarded host that is no host is 401, never 500', async () => {
    const trusted = { TRUSTED_PROXIES: ['10.0.0.0/8'] }
    for (const host of ['1.2.3.4.5', '256.256.256.256', 'a..b:99999', '-']) {
      const request = await forwarded({ ...fields, 'X-Forwarded-Host': host })
      expect(await statusOf(trusted, request)).toBe(401)
    }
  })

  it('a request that was signed for another service is refused', async () => {
    const { headers } = await sign({}, new Request('https://other.example/foo'))
    const base = { BASE_URL: 'https://api.example.com' }
    expect(await statusOf(base, new Request('https://other.example/foo', { headers }))).toBe(401)
  })
})

describe('the options of HTTP signature authentication', () => {
  const wrong: [string, object, string][] = [
    ['keyOf', { keyOf: undefined }, 'keyOf of httpSignatureAuthentication() must be a function'],
    ['components', { components: ['Date'] }, 'components of httpSignatureAuthentication() must be'],
    ['algorithms', { algorithms: [] }, 'algorithms of httpSignatureAuthentication() must be'],
    ['an algorithm', { algorithms: ['none'] }, 'algorithms of httpSignatureAuthentication() must'],
    ['maxAge', { maxAge: 0 }, 'maxAge of httpSignatureAuthentication() must be'],
    ['label', { label: 'Sig 1' }, 'label of httpSignatureAuthentication() must be'],
    ['replays', { replays: {} }, 'replays of httpSignatureAuthentication() must be'],
    ['requireNonce', { requireNonce: true }, 'requireNonce of httpSignatureAuthentication() needs'],
    ['structuredFields', { structuredFields: { A: 'list' } }, 'structuredFields of http'],
    ['maxage', { maxage: 1 }, 'Unknown option maxage of httpSignatureAuthentication(). Did you'],
  ]
  it.each(wrong)(
    'a wrong option of signatures is refused at the start: %s',
    (_name, option, message) => {
      const options = { keyOf: () => null, ...option }
      expect(() => httpSignatureAuthentication(options)).toThrow(message)
    },
  )

  it('every algorithm can be named', () => {
    const algorithms: SignatureAlgorithm[] = [
      'rsa-pss-sha512',
      'rsa-v1_5-sha256',
      'hmac-sha256',
      'ecdsa-p256-sha256',
      'ecdsa-p384-sha384',
      'ed25519',
    ]
    expect(httpSignatureAuthentication({ keyOf: () => null, algorithms }).name).toBe(
      'httpSignature',
    )
  })

  it('the document of the API says where the signature is sent and what it covers', () => {
    const scheme = httpSignatureAuthentication({ keyOf: () => null })
    const description = scheme.describe?.(undefined as never, undefined as never)
    expect(description).toMatchObject({
      credentials: { header: 'Signature' },
      countsFailures: true,
    })
    expect(description?.description).toContain('@method, @target-uri, and content-digest')
  })
})
