import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api, opaqueApi, startIssuer } from '@turnpike/test-support/issuer.ts'
import { oneView } from '@turnpike/test-support/one-view.ts'
import { audience, issuer, signer, validClaims } from '@turnpike/test-support/signed-tokens.ts'
import { generateSecret, SignJWT } from 'jose'
import { ApiResponse, type Logger } from 'turnpike'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type JwtAuthenticationOptions, jwtAuthentication } from '../../src/jwt/index.ts'

type Options = Partial<JwtAuthenticationOptions<unknown>>

/** A view that is open to everyone, so that an anonymous user would be seen. */
const serve = (options: Options, logger?: Logger) =>
  oneView(
    {
      authentication: [
        jwtAuthentication({
          issuer,
          audience,
          userOf: ({ sub }) => ({ username: sub, isAuthenticated: true }),
          ...options,
        }),
      ],
      get: ({ user, auth }) => new ApiResponse({ user, auth }),
    },
    {
      FAILED_CREDENTIALS_RATES: { address: null, username: null },
      ...(logger !== undefined && { LOGGER: logger }),
    },
  )

const get = (client: ReturnType<typeof serve>, token: string) =>
  client.get('/', { headers: { Authorization: `Bearer ${token}` } })
const statusOf = async (client: ReturnType<typeof serve>, token: string) =>
  (await get(client, token)).status

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

/** A moment for work beside the requests, such as fetching keys again, of which nothing is to be seen. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 100))

const jwksRequests = ({ requests }: { requests: string[] }) =>
  requests.filter((path) => path === '/jwks').length

describe('JWTs of a real issuer', () => {
  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)(
    'accepts the access tokens of oidc-provider with %s, by discovery',
    async (alg) => {
      await using real = await startIssuer({ alg })
      const client = serve({ issuer: real.url, audience: api, types: ['at+jwt'] })
      const response = await get(client, await real.token({ scope: 'notes:read notes:write' }))
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({
        user: { username: 'robot' },
        auth: { scopes: ['notes:read', 'notes:write'] },
      })
    },
  )

  it('refuses tokens of another issuer, for another audience, and opaque ones', async () => {
    await using real = await startIssuer({ alg: 'ES256' })
    await using other = await startIssuer({ alg: 'ES256' })
    const client = serve({ issuer: real.url, audience: api })
    expect(await statusOf(client, await other.token())).toBe(401)
    expect(await statusOf(client, await real.token({ resource: 'https://x.example.com/' }))).toBe(
      401,
    )
    expect(await statusOf(client, await real.token({ resource: opaqueApi }))).toBe(401)
  })

  it('accepts tokens of a new key at once, and refuses kept ones of a key that is gone', async () => {
    await using real = await startIssuer({ alg: 'ES256' })
    const client = serve({ issuer: real.url, audience: api })
    const old = await real.token()
    expect(await statusOf(client, old)).toBe(200)

    pass(31)
    await real.rotateKeys({ keepOld: true })
    expect(await statusOf(client, await real.token())).toBe(200)
    expect(await statusOf(client, old)).toBe(200)

    pass(31)
    await real.rotateKeys()
    expect(await statusOf(client, old)).toBe(200)
    expect(await statusOf(client, await real.token())).toBe(200)
    expect(await statusOf(client, old)).toBe(401)
  })

  it('a token of a new key is accepted although the clock has been set back', async () => {
    await using real = await startIssuer({ alg: 'ES256' })
    const client = serve({ issuer: real.url, audience: api })
    expect(await statusOf(client, await real.token())).toBe(200)

    vi.setSystemTime(Date.now() - 3_600_000)
    pass(31)
    await real.rotateKeys()
    expect(await statusOf(client, await real.token())).toBe(200)
  })

  it('a key that the issuer has removed is refused after the next fetch, without a new key in use', async () => {
    await using real = await startIssuer({ alg: 'ES256', lifetime: 3600 })
    const client = serve({ issuer: real.url, audience: api })
    const old = await real.token()
    expect(await statusOf(client, old)).toBe(200)
    await real.rotateKeys()
    pass(601)
    // This one starts the fetch and does not wait for it.
    expect(await statusOf(client, old)).toBe(200)
    await expect.poll(() => statusOf(client, old)).toBe(401)
  })

  it('uses the last keys while the issuer is away, then answers 503, and recovers', async () => {
    await using real = await startIssuer({ alg: 'ES256', lifetime: 200_000 })
    const warn = vi.fn()
    const client = serve({ issuer: real.url, audience: api }, { info() {}, warn, error() {} })
    const [one, two] = [await real.token(), await real.token()]
    expect(await statusOf(client, one)).toBe(200)

    await real.stop()
    pass(3600)
    expect(await statusOf(client, one)).toBe(200)
    await vi.waitFor(() => expect(warn).toHaveBeenCalled())
    expect(await statusOf(client, two)).toBe(200)
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ issuer: real.url }),
      'The keys of the issuer could not be fetched again.',
    )

    pass(86_400)
    for (const token of [one, two]) {
      const response = await get(client, token)
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(response.headers.get('WWW-Authenticate')).toBeNull()
    }

    await real.start()
    pass(31)
    expect(await statusOf(client, one)).toBe(200)
  })

  it('answers 503 while the issuer was never reached, and never lets a token in as anonymous', async () => {
    await using real = await startIssuer({ alg: 'ES256' })
    const client = serve({ issuer: real.url, audience: api })
    const token = await real.token()
    await real.stop()
    const response = await get(client, token)
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect((await client.get('/')).status).toBe(200)

    await real.start()
    // Not asked again before the wait is over.
    expect(await statusOf(client, token)).toBe(503)
    pass(1)
    expect(await statusOf(client, token)).toBe(200)
  })

  it('answers 503 to a token with an unknown key while the issuer is away', async () => {
    await using real = await startIssuer({ alg: 'ES256' })
    const client = serve({ issuer: real.url, audience: api })
    const known = await real.token()
    expect(await statusOf(client, known)).toBe(200)
    await real.rotateKeys()
    const token = await real.token()
    await real.stop()
    pass(31)
    expect(await statusOf(client, token)).toBe(503)
    expect(await statusOf(client, known)).toBe(200)
    await real.start()
    pass(2)
    expect(await statusOf(client, token)).toBe(200)
  })

  it('tokens with made-up kids make one fetch in the time of a cool-down', async () => {
    await using real = await startIssuer({ alg: 'ES256' })
    const client = serve({ issuer: real.url, audience: api })
    expect(await statusOf(client, await real.token())).toBe(200)
    expect(jwksRequests(real)).toBe(1)

    const forger = await signer('ES256')
    const attack = async () => {
      const tokens = Array.from({ length: 50 }, (_, index) =>
        forger.token({ iss: real.url, aud: api }, { kid: `made-up-${index}` }),
      )
      return Promise.all(tokens.map(async (token) => statusOf(client, await token)))
    }
    expect(new Set(await attack())).toEqual(new Set([401]))
    expect(jwksRequests(real)).toBe(1)
    pass(31)
    expect(new Set(await attack())).toEqual(new Set([401]))
    expect(jwksRequests(real)).toBe(2)
  })

  it('requests at the same moment share one fetch', async () => {
    await using real = await startIssuer({ alg: 'ES256' })
    const client = serve({ issuer: real.url, audience: api })
    const token = await real.token()
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(client, token)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(jwksRequests(real)).toBe(1)
  })

  it('the issuer is not asked for tokens that cannot be valid anyway', async () => {
    await using real = await startIssuer({ alg: 'ES256' })
    const client = serve({ issuer: real.url, audience: api })
    const forger = await signer('ES256')
    expect(await statusOf(client, await forger.token())).toBe(401)
    expect(await statusOf(client, await forger.token({ iss: real.url, exp: 1 }))).toBe(401)
    expect(await statusOf(client, 'opaque')).toBe(401)
    expect(real.requests).toEqual([])
  })
})

describe('the documents of an issuer', () => {
  const configuration = `${issuer}.well-known/openid-configuration`
  const jwksUrl = 'https://keys.example.com/jwks'
  const metadata = { issuer, jwks_uri: jwksUrl }

  type Answers = Record<string, () => Response | Promise<Response>>

  /** An issuer in memory: what it answers by URL, otherwise 404. */
  const from = (answers: Answers, asked: string[] = []): Options => ({
    fetch: async (url) => {
      asked.push(String(url))
      return (await answers[String(url)]?.()) ?? new Response('', { status: 404 })
    },
  })

  it('the metadata of an issuer are those of RFC 8414 if there are none of OpenID Connect', async () => {
    const key = await signer()
    const asked: string[] = []
    const iss = 'https://issuer.example.com/tenant'
    const answers = {
      'https://issuer.example.com/.well-known/oauth-authorization-server/tenant': () =>
        Response.json({ issuer: iss, jwks_uri: jwksUrl }),
      [jwksUrl]: () => Response.json(key.jwks),
    }
    const client = serve({ issuer: iss, ...from(answers, asked) })
    expect(await statusOf(client, await key.token({ iss }))).toBe(200)
    expect(asked[0]).toBe('https://issuer.example.com/tenant/.well-known/openid-configuration')
  })

  it('the metadata of an issuer are not asked for if the URL of its keys is given', async () => {
    const key = await signer()
    const asked: string[] = []
    const options = from({ [jwksUrl]: () => Response.json(key.jwks) }, asked)
    const client = serve({ issuer: 'any text', jwks: new URL(jwksUrl), ...options })
    expect(await statusOf(client, await key.token({ iss: 'any text' }))).toBe(200)
    expect(asked).toEqual([jwksUrl])
  })

  const faults: [string, Answers, RegExp][] = [
    [
      'metadata of another issuer',
      { [configuration]: () => Response.json({ ...metadata, issuer: issuer.slice(0, -1) }) },
      /names the issuer "https:\/\/issuer.example.com"/,
    ],
    [
      'metadata without keys',
      { [configuration]: () => Response.json({ issuer }) },
      /no jwks_uri that is an https:\/\/ URL/,
    ],
    [
      'keys over http',
      {
        [configuration]: () => Response.json({ issuer, jwks_uri: 'http://keys.example.com/jwks' }),
      },
      /no jwks_uri that is an https:\/\/ URL/,
    ],
    [
      'a redirect',
      { [configuration]: () => Response.redirect('https://attacker.example.com/') },
      /status 404/,
    ],
    ['no metadata', {}, /status 404/],
    [
      'keys that are not JSON',
      { [configuration]: () => Response.json(metadata), [jwksUrl]: () => new Response('<html>') },
      /did not answer with JSON/,
    ],
    ...[null, [], 'text', {}, { keys: {} }, { keys: [] }, { keys: [7] }].map(
      (set): [string, Answers, RegExp] => [
        `the set of keys ${JSON.stringify(set)}`,
        { [configuration]: () => Response.json(metadata), [jwksUrl]: () => Response.json(set) },
        /set of keys|malformed/i,
      ],
    ),
    [
      'an endless answer',
      {
        [configuration]: () => Response.json(metadata),
        [jwksUrl]: () =>
          new Response(
            new ReadableStream({
              pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
            }),
          ),
      },
      /more than 256 KiB/,
    ],
  ]

  it.each(faults)('answers 503 to %s, and logs why', async (_fault, answers, reason) => {
    const error = vi.fn()
    const key = await signer()
    const client = serve(from(answers), { info() {}, warn() {}, error })
    expect(await statusOf(client, await key.token())).toBe(503)
    expect(error.mock.calls[0]?.[0].err.message).toMatch(reason)
  })

  it('an issuer that answers no more in time is away', async () => {
    const server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const key = await signer()
    const client = serve({ issuer: url, keyCache: { timeoutSeconds: 1 } })
    const start = performance.now()
    expect(await statusOf(client, await key.token({ iss: url }))).toBe(503)
    // The default.
    expect(performance.now() - start).toBeLessThan(5000)
    server.closeAllConnections()
    server.close()
  })

  it('a redirect of a real server is not followed', async () => {
    const key = await signer()
    const paths: string[] = []
    const server = createServer((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(302, { Location: '/elsewhere' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await statusOf(serve({ issuer: url }), await key.token({ iss: url }))).toBe(503)
    expect(paths).not.toContain('/elsewhere')
    server.close()
  })

  it('while the issuer is away it is asked less and less often', async () => {
    const asked: string[] = []
    const key = await signer()
    const client = serve({ jwks: jwksUrl, ...from({}, asked) })
    const waits: (string | null)[] = []
    for (let attempt = 0; attempt < 8; attempt++) {
      const response = await get(client, await key.token({}))
      const wait = response.headers.get('Retry-After')
      waits.push(wait)
      for (let request = 0; request < 5; request++) await get(client, await key.token())
      pass(Number(wait))
    }
    expect(waits).toEqual(['1', '2', '4', '8', '16', '30', '30', '30'])
    expect(asked.length).toBe(8)
  })

  it('an empty set of keys does not replace those that are known', async () => {
    const key = await signer()
    let set: object = key.jwks
    const asked: string[] = []
    const client = serve({ jwks: jwksUrl, ...from({ [jwksUrl]: () => Response.json(set) }, asked) })
    expect(await statusOf(client, await key.token())).toBe(200)
    set = { keys: [] }
    pass(601)
    await get(client, await key.token())
    await vi.waitUntil(() => asked.length === 2)
    await settled()
    expect(await statusOf(client, await key.token())).toBe(200)
  })

  it('a secret in the set of an issuer is no key, and an unusable key harms no other', async () => {
    const key = await signer('ES256')
    const secret = await generateSecret('HS256', { extractable: true })
    const { k } = (await crypto.subtle.exportKey('jwk', secret as CryptoKey)) as JsonWebKey
    const weak = { kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: 'weak', alg: 'RS256' }
    const set = { keys: [{ kty: 'oct', k, kid: 'secret', alg: 'HS256' }, weak, {}, key.jwk] }
    const client = serve({ jwks: jwksUrl, ...from({ [jwksUrl]: () => Response.json(set) }) })
    const forged = await new SignJWT(validClaims())
      .setProtectedHeader({ alg: 'HS256', kid: 'secret' })
      .sign(secret)
    expect(await statusOf(client, forged)).toBe(401)
    const rsa = await signer('RS256', 'weak')
    expect(await statusOf(client, await rsa.token())).toBe(401)
    expect(await statusOf(client, await key.token())).toBe(200)
  })
})
