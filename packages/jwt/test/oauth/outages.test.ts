import { clients, introspectionUrl, opaqueApi, startIssuer } from '@turnpike/test-support/issuer.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { keptLog } from '../../../redis/test/log.ts'
import { apiClient, bearer, oneIntrospectedView } from './one-introspected-view.ts'

const endpoint = 'https://issuer.example.com/introspect'

/** A view whose authorization server answers with this. */
function answering(answer: () => Response | Promise<Response>) {
  const log = keptLog()
  let asked = 0
  const client = oneIntrospectedView(
    {
      endpoint,
      fetch: async () => {
        asked++
        return answer()
      },
    },
    {},
    log.logger,
  )
  return { ...log, client, asked: () => asked }
}

const json = (body: unknown, status = 200, headers: object = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

describe('an authorization server that is away', () => {
  it('requests with a token get 503 with Retry-After while the issuer is away, and are served when it is back', async () => {
    await using issuer = await startIssuer()
    const token = await issuer.token({ resource: opaqueApi })
    const { logger, lines, everything } = keptLog()
    const client = oneIntrospectedView({ issuer: issuer.url }, {}, logger)
    await issuer.stop()

    const response = await client.get('/', bearer(token))
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect(response.headers.has('WWW-Authenticate')).toBe(false)
    for (let time = 0; time < 5; time++) {
      expect((await client.get('/', bearer(`${token}${time}`))).status).toBe(503)
    }

    await issuer.start()
    await new Promise((resolve) => setTimeout(resolve, 1050))
    expect((await client.get('/', bearer(token))).status).toBe(200)
    expect(lines).toEqual([
      'warn The authorization server does not answer, so tokens cannot be introspected.',
      'info Tokens can be introspected again.',
    ])
    expect(everything()).not.toContain(token)
  })

  it('a token that is remembered is accepted while the issuer is away', async () => {
    await using issuer = await startIssuer()
    const token = await issuer.token({ resource: opaqueApi })
    const client = oneIntrospectedView({ issuer: issuer.url })
    expect((await client.get('/', bearer(token))).status).toBe(200)
    await issuer.stop()
    expect((await client.get('/', bearer(token))).status).toBe(200)
  })

  it('an issuer that does not answer in time is away', async () => {
    const client = oneIntrospectedView({
      endpoint,
      timeoutMs: 50,
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    })
    const begin = performance.now()
    expect((await client.get('/', bearer('a'))).status).toBe(503)
    // The default.
    expect(performance.now() - begin).toBeLessThan(3000)
  })

  it.each([500, 502, 503, 429])('an issuer that answers with %i is away', async (status) => {
    const { client, lines } = answering(() => json({ active: true }, status))
    expect((await client.get('/', bearer('a'))).status).toBe(503)
    expect(lines).toEqual([
      'warn The authorization server does not answer, so tokens cannot be introspected.',
    ])
  })

  it('an issuer that is away is asked once a second, not for each request', async () => {
    const { client, asked } = answering(() => json({}, 503))
    const statuses = []
    for (let time = 0; time < 20; time++) {
      statuses.push((await client.get('/', bearer(`token${time}`))).status)
    }
    expect(new Set(statuses)).toEqual(new Set([503]))
    expect(asked()).toBe(1)
  })

  it('an issuer that was away is asked again although the clock has been set back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let status = 503
    const body = { active: true, aud: opaqueApi, client_id: 'robot' }
    const { client } = answering(() => json(body, status))
    expect((await client.get('/', bearer('a'))).status).toBe(503)

    status = 200
    vi.setSystemTime(Date.now() - 3_600_000)
    expect((await client.get('/', bearer('a'))).status).toBe(503)
    vi.advanceTimersByTime(1000)
    expect((await client.get('/', bearer('a'))).status).toBe(200)
  })

  it('a request without a token is not concerned by an issuer that is away', async () => {
    const { client, asked } = answering(() => json({}, 503))
    expect((await client.get('/')).status).toBe(401)
    expect(asked()).toBe(0)
  })
})

describe('an authorization server that refuses the service itself', () => {
  it('a wrong client secret is an error in the log and 503 for clients, never 401', async () => {
    await using issuer = await startIssuer()
    const token = await issuer.token({ resource: opaqueApi })
    const { logger, lines, everything } = keptLog()
    const client = oneIntrospectedView(
      { endpoint: introspectionUrl(issuer.url), client: { id: 'api', secret: 'not the secret' } },
      {},
      logger,
    )
    const response = await client.get('/', bearer(token))
    expect(response.status).toBe(503)
    await client.get('/', bearer(token))
    expect(lines).toEqual([
      'error The authorization server refuses the client of introspectionAuthentication(): check its id, secret and method, and whether it may introspect tokens.',
    ])
    expect(everything()).not.toContain('not the secret')
    expect(everything()).not.toContain(token)
  })

  it.each([
    [401, { 'WWW-Authenticate': 'Basic realm="issuer"' }, {}],
    [401, {}, { error: 'invalid_client' }],
    [403, {}, { error: 'access_denied' }],
    [400, {}, { error: 'unauthorized_client' }],
  ])(
    'a refusal of the client with %i %j %j is an error in the log',
    async (status, headers, body) => {
      const { client, lines } = answering(() => json(body, status, headers))
      expect((await client.get('/', bearer('a'))).status).toBe(503)
      expect(lines).toEqual([expect.stringMatching(/^error .* refuses the client/)])
    },
  )

  it.each([
    ['a page', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    ['no JSON', () => new Response('{', { headers: { 'Content-Type': 'application/json' } })],
    ['a redirect', () => Response.redirect('https://evil.example/')],
    ['another error', () => json({ error: 'invalid_request' }, 400)],
    ['nothing', () => new Response(null, { status: 204 })],
  ])('an answer that is %s is an error in the log and 503', async (_what, answer) => {
    const { client, lines } = answering(answer)
    expect((await client.get('/', bearer('a'))).status).toBe(503)
    expect(lines).toEqual([expect.stringMatching(/^error .* as RFC 7662 says/)])
  })

  it('metadata without an introspection endpoint are an error in the log and 503', async () => {
    const issuer = 'https://issuer.example.com'
    const { logger, lines } = keptLog()
    const client = oneIntrospectedView({ issuer, fetch: async () => json({ issuer }) }, {}, logger)
    expect((await client.get('/', bearer('a'))).status).toBe(503)
    expect(lines).toEqual([expect.stringMatching(/^error/)])
  })

  it('metadata of another issuer are refused', async () => {
    const { logger, lines } = keptLog()
    const evil = { issuer: 'https://evil.example', introspection_endpoint: endpoint }
    const client = oneIntrospectedView(
      { issuer: 'https://issuer.example.com', fetch: async () => json(evil) },
      {},
      logger,
    )
    expect((await client.get('/', bearer('a'))).status).toBe(503)
    expect(lines).toEqual([expect.stringMatching(/^error/)])
  })

  it('the metadata of OAuth are used when there are none of OpenID Connect', async () => {
    const issuer = 'https://issuer.example.com/tenant'
    const asked: string[] = []
    const client = oneIntrospectedView({
      issuer,
      fetch: async (url) => {
        asked.push(String(url))
        if (String(url).includes('openid')) return json({}, 404)
        if (String(url).includes('well-known')) {
          return json({ issuer, introspection_endpoint: `${issuer}/introspect` })
        }
        return json({ active: true, aud: opaqueApi, client_id: 'robot' })
      },
    })
    expect((await client.get('/', bearer('a'))).status).toBe(200)
    expect(asked).toEqual([
      `${issuer}/.well-known/openid-configuration`,
      'https://issuer.example.com/.well-known/oauth-authorization-server/tenant',
      `${issuer}/introspect`,
    ])
  })
})

describe('the options of introspection', () => {
  it('the options of introspection are checked when the scheme is made', () => {
    const open = oneIntrospectedView
    expect(() => open({})).toThrow('needs an issuer or an endpoint')
    expect(() => open({ issuer: 'http://issuer.example.com' })).toThrow('an https:// URL')
    expect(() => open({ endpoint: 'https://a:b@issuer.example.com' })).toThrow('an https:// URL')
    expect(() => open({ endpoint, client: { id: 'api' } })).toThrow('needs its secret')
    expect(() => open({ endpoint, client: { id: 'api', secret: '' } })).toThrow('needs its secret')
    expect(() => open({ endpoint, client: { ...apiClient, id: '' } })).toThrow('id of the client')
    // @ts-expect-error no such method
    expect(() => open({ endpoint, client: { ...apiClient, method: 'none' } })).toThrow('method of')
    // @ts-expect-error misspelt
    expect(() => open({ endpoint, cacheSecond: 5 })).toThrow('Did you mean cacheSeconds?')
    expect(() => open({ endpoint, cacheSeconds: -1 })).toThrow('cacheSeconds')
    expect(() => open({ endpoint, audience: [] })).toThrow('audience')
    expect(() => open({ endpoint, signedAnswers: 'ES256' })).toThrow('needs the issuer')
    // @ts-expect-error must be chosen
    expect(() => open({ endpoint, audience: undefined })).toThrow('docs/oauth.md')
  })

  it('no message about the options of introspection shows the secret', () => {
    const client = { id: 'api', secret: clients.api, method: 'x' as 'client_secret_post' }
    try {
      oneIntrospectedView({ endpoint, client })
      expect.unreachable()
    } catch (error) {
      expect(String(error)).not.toContain(clients.api)
    }
  })
})
