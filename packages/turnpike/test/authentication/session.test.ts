import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type Account,
  ApiResponse,
  createApi,
  isAuthenticated,
  memoryAccounts,
  memorySessions,
  PermissionDenied,
  routes,
  sessionAuthentication,
} from '../../src/index.ts'
import { csrf, openSite, signedIn } from '../sessions/site.ts'

/** A session of ann's, as sent in a header field. */
async function openSession() {
  const { users } = memoryAccounts()
  const sessions = memorySessions({ users })
  const { id } = await sessions.create(await users.create({ username: 'ann', password: null }))
  return { id, headers: { Cookie: `sessionid=${id}` }, scheme: sessionAuthentication({ sessions }) }
}

describe('session authentication', () => {
  it('sets the user; auth is null', async () => {
    const { headers, scheme } = await openSession()
    const client = oneView({
      authentication: [scheme],
      get: ({ user, auth, isIdentified }) => new ApiResponse({ user, auth, isIdentified }),
    })

    const response = await client.get('/', { headers })

    expect(await response.json()).toMatchObject({
      user: { pk: 1, username: 'ann' },
      auth: null,
      isIdentified: true,
    })
  })

  it('gives handlers the user type of the store', () => {
    const { users } = memoryAccounts()
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [
        sessionAuthentication({ sessions: memorySessions({ users }) }),
      ],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    })

    api.view({
      get: ({ user, auth }) => {
        expectTypeOf(user).toExtend<Account>()
        expectTypeOf(auth).toEqualTypeOf<null>()
        return new ApiResponse()
      },
    })
  })

  it.each([undefined, '', 'garbage', 'x'.repeat(43), '"', '%', 'a=b'])(
    'session authentication is not attempted for the session id %j',
    async (id) => {
      const browser = openSite().browser()
      if (id !== undefined) browser.cookies.set('sessionid', id)

      expect(await (await browser.get('/me/')).json()).toEqual({ user: '' })
    },
  )

  it('session authentication has no challenge, so its denials are 403', async () => {
    const response = await openSite().browser().get('/members/')

    expect(response.status).toBe(403)
    expect(response.headers.has('WWW-Authenticate')).toBe(false)
    expect(await response.json()).toEqual({
      detail: 'Authentication credentials were not provided.',
    })
  })

  it('a session ends when its user becomes inactive or gets another password', async () => {
    const site = openSite()
    const [first, second] = [await signedIn(site), await signedIn(site)]
    const ann = await site.users.find('ann')
    if (ann === null) throw new Error('There is no ann.')

    await site.users.setActive(ann, false)
    expect((await first.get('/members/')).status).toBe(403)
    await site.users.setActive(ann, true)
    await site.users.setPassword(ann, 'looking-glass')

    expect((await first.get('/members/')).status).toBe(403)
    expect((await second.get('/members/')).status).toBe(403)
  })

  it('session authentication refuses an inactive user from a custom store, too', async () => {
    const { users } = memoryAccounts()
    const user = await users.create({ username: 'cleo', password: null, isActive: false })
    const session = { id: 'x', user, created: new Date(), expires: new Date() }
    const client = oneView({
      authentication: [sessionAuthentication({ sessions: { find: async () => session } })],
      get: ({ isIdentified }) => new ApiResponse(isIdentified),
    })

    const response = await client.get('/', { headers: { Cookie: 'sessionid=x' } })

    expect(await response.json()).toBe(false)
  })

  it('answers 500, never as anonymous, when the store fails', async () => {
    const broken = {
      find: async () => {
        throw new Error('The sessions are out of reach.')
      },
    }
    const client = oneView({
      authentication: [sessionAuthentication({ sessions: broken })],
      get: () => new ApiResponse('read'),
    })

    const response = await client.get('/', { headers: { Cookie: 'sessionid=x' } })

    expect(response.status).toBe(500)
  })

  it('says in Vary that answers differ by cookie, refused and anonymous ones too', async () => {
    const site = openSite()
    const browser = await signedIn(site)
    const varies = (response: Response) => response.headers.get('Vary')?.split(', ')

    expect(varies(await browser.get('/me/'))).toContain('Cookie')
    expect(varies(await browser.post('/me/'))).toContain('Cookie')
    expect(varies(await site.browser().get('/members/'))).toContain('Cookie')
    const none = oneView({ get: () => new ApiResponse('read') })
    expect((await none.get('/')).headers.get('Vary') ?? '').not.toContain('Cookie')
  })
})

describe('the CSRF cookie of a session', () => {
  it.each([
    ['is missing', undefined],
    ['is not one of ours', 'x'.repeat(43)],
    ['is garbage', '!'],
  ])(
    'the CSRF cookie is set with the next answer to a safe request when it %s',
    async (_when, value) => {
      const browser = await signedIn(openSite())
      browser.cookies.delete('csrftoken')
      if (value !== undefined) browser.cookies.set('csrftoken', value)

      const response = await browser.get('/me/')

      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^csrftoken=[\w-]{43}; Path=\/; Max-Age=1209600; SameSite=Lax$/),
      ])
      // A shared cache must not hand it to others.
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect((await browser.post('/me/', { headers: csrf(browser) })).status).toBe(200)
    },
  )

  it('the CSRF cookie is left alone while it is valid, and by unsafe requests', async () => {
    const browser = await signedIn(openSite())

    const read = await browser.get('/me/')
    expect(read.headers.getSetCookie()).toEqual([])
    expect(read.headers.get('Cache-Control')).toBe('private')
    browser.cookies.delete('csrftoken')
    expect((await browser.post('/me/')).headers.getSetCookie()).toEqual([])
  })

  it('the CSRF cookie is set beside the cookies of a handler, and with its errors', async () => {
    const { headers, scheme } = await openSession()
    const client = oneView({
      authentication: [scheme],
      get: () => new ApiResponse('read', 200, { 'Set-Cookie': 'theme=dark' }),
      options: () => {
        throw new PermissionDenied()
      },
    })

    const names = async (method: string) =>
      (await client.request(method, '/', { headers })).headers
        .getSetCookie()
        .map((line) => line.split('=')[0])

    expect(await names('GET')).toEqual(['theme', 'csrftoken'])
    expect(await names('OPTIONS')).toEqual(['csrftoken'])
  })

  it('the CSRF cookie makes an answer private that was meant for shared caches', async () => {
    const { headers, scheme } = await openSession()
    const client = oneView({
      authentication: [scheme],
      get: () => new ApiResponse('news', 200, { 'Cache-Control': 'public, max-age=60' }),
    })

    const response = await client.get('/', { headers })

    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('anonymous requests get no CSRF cookie', async () => {
    const browser = openSite().browser()
    browser.cookies.set('sessionid', 'garbage')

    expect((await browser.get('/me/')).headers.getSetCookie()).toEqual([])
  })
})

it('two APIs with other settings can share one scheme', async () => {
  const { users } = memoryAccounts()
  const ann = await users.create({ username: 'ann', password: null })
  const sessions = memorySessions({ users })
  const { id } = await sessions.create(ann)
  const authentication = [sessionAuthentication({ sessions })]
  const view = {
    authentication,
    get: () => new ApiResponse('read'),
    permissions: [isAuthenticated],
  }
  const apps = ['one', 'two'].map((SESSION_COOKIE_NAME) => {
    const api = createApi({ SESSION_COOKIE_NAME })
    return routes(api, { '/': api.view(view) })
  })

  const statuses = await Promise.all(
    apps.map(async (app) => {
      const request = new Request('http://testserver/', { headers: { Cookie: `one=${id}` } })
      return (await app.fetch(request)).status
    }),
  )

  expect(statuses).toEqual([200, 403])
})
