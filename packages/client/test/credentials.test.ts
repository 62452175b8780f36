import {
  memoryRefreshTokens,
  memorySigningKeys,
  pairAuthentication,
  tokenPairs,
  tokenPairViews,
} from '@turnpike/jwt'
import { named } from '@turnpike/test-support/accounts.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  loginView,
  memoryAccounts,
  memorySessions,
  obtainToken,
  routes,
  sessionAuthentication,
} from 'turnpike'
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import {
  apiKey,
  basic,
  bearer,
  type Credentials,
  createClient,
  session,
  token,
  tokenPair,
} from '../src/index.ts'

const url = 'http://localhost/'

/** An answer whose body fails when it is read. */
const cut = (status: number) => {
  const pull = (body: ReadableStreamDefaultController) => body.error(new TypeError('terminated'))
  return new Response(new ReadableStream({ pull }), { status })
}

/** The header fields that a client sends with these credentials. */
async function sentBy(credentials: Credentials): Promise<Headers> {
  let headers = new Headers()
  const client = createClient<never>({
    url,
    credentials,
    fetch: async (_, init) => {
      headers = new Headers(init.headers)
      return Response.json({})
    },
  })
  await client.request('GET', '/').orThrow()
  return headers
}

describe('the credentials of a client', () => {
  it('a client gets the token of a password, with the types of the service', async () => {
    const accounts = memoryAccounts()
    const password = 'correct horse'
    await accounts.users.create({ ...named('ann'), password })
    const app = routes(createApi(), { '/api-token-auth/': obtainToken(accounts) })
    const client = createClient<typeof app>({ url, fetch: (to, init) => app.request(to, init) })
    const obtain = client['api-token-auth']

    const got = await obtain.create({ username: 'ann', password }).orThrow()
    expectTypeOf(got.token).toEqualTypeOf<string>()
    expect(got).toEqual({ token: expect.stringMatching(/^\w{40}$/) })
    // @ts-expect-error there is no such field
    expect((await obtain.create({ user: 'ann', password })).ok).toBe(false)
  })

  it('a client sends tokens, passwords and keys in their header fields', async () => {
    const authorization = async (own: Credentials) => (await sentBy(own)).get('Authorization')
    expect(await authorization(token('abc'))).toBe('Token abc')
    expect(await authorization(token('abc', 'Key'))).toBe('Key abc')
    expect(await authorization(bearer(async () => 'jwt'))).toBe('Bearer jwt')
    expect(await authorization(basic('zoë', 'pä:ss'))).toBe(
      `Basic ${Buffer.from('zoë:pä:ss').toString('base64')}`,
    )
    expect(await authorization(apiKey('tk_k'))).toBe('Api-Key tk_k')
    expect((await sentBy(apiKey('k', 'X-Api-Key'))).get('X-Api-Key')).toBe('k')
  })
})

describe('the CSRF token of the page of a client', () => {
  it.each([
    ['http://localhost', 'the token of the page'],
    ['https://app.example.com', null],
  ])('the CSRF cookie of a page at %s is sent to its own origin only', async (origin, sent) => {
    vi.stubGlobal('document', { cookie: 'csrftoken=the token of the page' })
    vi.stubGlobal('location', { origin })
    onTestFinished(() => void vi.unstubAllGlobals())
    let headers = new Headers()
    const client = createClient<never>({
      url,
      credentials: session(),
      fetch: async (_, init) => {
        headers = new Headers(init.headers)
        return Response.json({})
      },
    })

    await client.request('POST', '/').orThrow()

    expect(headers.get('X-CSRFToken')).toBe(sent)
  })
})

async function pairService() {
  const accounts = memoryAccounts()
  const { users } = accounts
  const ann = await users.create(named('ann'))
  const pairs = tokenPairs({
    users,
    refreshTokens: memoryRefreshTokens({ users }),
    signingKeys: memorySigningKeys(),
    secrets,
    issuer: 'https://api.example.com',
    graceSeconds: 0,
  })
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [pairAuthentication({ pairs })],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    SECRET_KEYS: secrets,
  })
  const app = routes(api, {
    ...tokenPairViews({ pairs }),
    '/me/': api.view({ get: ({ user }) => new ApiResponse({ username: user.username }) }),
  })
  const { refreshToken } = await pairs.issue(ann)
  return { app, refresh: refreshToken }
}

describe('a client with a token pair', () => {
  it('a client refreshes the pair once for requests that fail together', async () => {
    const { app, refresh } = await pairService()
    const saved: unknown[] = []
    const refreshes: string[] = []
    const client = createClient<typeof app>({
      url,
      credentials: tokenPair({
        pair: { access_token: 'expired', refresh_token: refresh },
        save: (pair) => void saved.push(pair),
      }),
      fetch: (url, init) => {
        if (url.endsWith('/refresh/')) refreshes.push(url)
        return app.request(url, init)
      },
    })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.request('GET', '/me/').orThrow()),
    )
    expect(answers).toEqual(Array(5).fill({ username: 'ann' }))
    expect(refreshes).toHaveLength(1)
    expect(saved).toEqual([expect.objectContaining({ refresh_token: expect.any(String) })])
    expect(await client.request('GET', '/me/').orThrow()).toEqual({ username: 'ann' })
    expect(refreshes).toHaveLength(1)
  })

  it('a client with a refresh token that is refused is signed out', async () => {
    const { app } = await pairService()
    const saved: unknown[] = []
    const client = createClient<typeof app>({
      url,
      credentials: tokenPair({
        pair: { access_token: 'expired', refresh_token: 'refresh_none' },
        save: (pair) => void saved.push(pair),
      }),
      fetch: (url, init) => app.request(url, init),
    })
    expect(await client.request('GET', '/me/')).toMatchObject({
      error: { kind: 'not_authenticated' },
    })
    expect(saved).toEqual([null])
  })

  it('a client keeps the pair if the refresh has no answer', async () => {
    const { app, refresh } = await pairService()
    const saved: unknown[] = []
    let isAway = true
    const client = createClient<typeof app>({
      url,
      credentials: tokenPair({
        pair: { refresh_token: refresh },
        save: (pair) => void saved.push(pair),
      }),
      fetch: (url, init) =>
        isAway ? Promise.reject(new TypeError('away')) : app.request(url, init),
    })
    expect(await client.request('GET', '/me/')).toMatchObject({ error: { kind: 'network' } })
    expect(saved).toEqual([])
    isAway = false
    expect((await client.request('GET', '/me/')).ok).toBe(true)
  })

  it.each([{ access_token: 'a\nb' }, { access: 5 }, { access_token: '' }, {}, 'text', null])(
    'a client saves no refreshed pair that cannot be sent: %j',
    async (answered) => {
      const saved: unknown[] = []
      const client = createClient<never>({
        url,
        credentials: tokenPair({
          pair: { access_token: 'expired', refresh_token: 'r' },
          save: (pair) => void saved.push(pair),
        }),
        fetch: (url) =>
          url.endsWith('/refresh/') ? Response.json(answered) : new Response(null, { status: 401 }),
      })
      for (const _ of ['first', 'second']) {
        expect(await client.request('GET', '/me/')).toMatchObject({
          error: { kind: 'unreadable', detail: 'The answer is not a token pair.' },
        })
      }
      expect(saved).toEqual([])
    },
  )

  it('a client refreshes no pair after a 401 whose body ends early', async () => {
    const sent: string[] = []
    const client = createClient<never>({
      url,
      credentials: tokenPair({ pair: { access_token: 'a', refresh_token: 'r' } }),
      retry: false,
      fetch: (url) => {
        sent.push(url)
        return cut(401)
      },
    })
    expect(await client.request('GET', '/me/')).toMatchObject({
      error: { kind: 'network', status: 0 },
    })
    expect(sent).toEqual(['http://localhost/me/'])
  })

  it('a client that gives up waiting leaves the refresh to the others', async () => {
    const { app, refresh } = await pairService()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const client = createClient<typeof app>({
      url,
      credentials: tokenPair({ pair: { refresh_token: refresh } }),
      fetch: async (url, init) => {
        if (url.endsWith('/refresh/')) await held
        return app.request(url, init)
      },
    })
    const controller = new AbortController()
    const first = client.request('GET', '/me/', { signal: controller.signal })
    const second = client.request('GET', '/me/')
    controller.abort()
    expect(await first).toMatchObject({ error: { kind: 'aborted' } })
    release()
    expect((await second).ok).toBe(true)
  })
})

describe('a client with a session', () => {
  it('a client asks again instead of a CSRF token that cannot be sent', async () => {
    const tokens = ['a\nb', 'abc']
    const sent: (string | null)[] = []
    const client = createClient<never>({
      url,
      credentials: session({ path: '/login/' }),
      fetch: (url, { headers }) => {
        if (url.endsWith('/login/')) return Response.json({ csrf_token: tokens.shift() })
        sent.push(new Headers(headers).get('X-CSRFToken'))
        return Response.json({})
      },
    })
    await client.request('POST', '/echo/').orThrow()
    await client.request('POST', '/echo/').orThrow()
    expect(sent).toEqual([null, 'abc'])
  })

  it('a 403 whose body ends early is no answer', async () => {
    const client = createClient<never>({
      url,
      credentials: session({ path: '/login/' }),
      fetch: (url) => (url.endsWith('/login/') ? Response.json({ csrf_token: 'abc' }) : cut(403)),
    })
    expect(await client.request('POST', '/echo/')).toMatchObject({
      error: { kind: 'network', status: 0 },
    })
  })

  it('a client of another origin asks for the CSRF token, and again when it is stale', async () => {
    const accounts = memoryAccounts()
    const { users } = accounts
    const sessions = memorySessions({ users })
    const ann = { username: 'ann', password: 'wonderland' }
    await users.create(ann)
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [sessionAuthentication({ sessions })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
      SECRET_KEYS: secrets,
    })
    const app = routes(api, {
      '/login/': loginView({ users, sessions }),
      '/echo/': api.view({ post: ({ user }) => new ApiResponse({ username: user.username }) }),
    })
    /** The cookies of a browser. */
    const jar = new Map<string, string>()
    const client = createClient<typeof app>({
      url,
      credentials: session({ path: '/login/' }),
      fetch: async (url, init) => {
        const headers = new Headers(init.headers)
        headers.set('Cookie', [...jar].map((pair) => pair.join('=')).join('; '))
        const { credentials, ...own } = init
        expect(credentials).toBe('include')
        const answer = await app.request(url, { ...own, headers })
        for (const cookie of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
          jar.set(name, value)
        }
        return answer
      },
    })
    expect((await client.request('POST', '/login/', { body: ann })).ok).toBe(true)
    const echoed = await client.request('POST', '/echo/')
    expect(echoed).toMatchObject({ ok: true, data: { username: 'ann' } })
  })
})
