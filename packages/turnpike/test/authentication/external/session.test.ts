import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  ApiResponse,
  createApi,
  externalSessionAuthentication,
  isAuthenticated,
  type User,
} from '../../../src/index.ts'
import { openApiDocument } from '../../../src/openapi/index.ts'
import { otherAccounts, type Session, StatusError, userOf } from './accounts.ts'

const name = 'better-auth.session_token'

function open({ setCookie = [] as string[], cookies = undefined as string[] | undefined } = {}) {
  const other = otherAccounts({ setCookie })
  const scheme = externalSessionAuthentication({
    auth: other.auth,
    userOf,
    ...(cookies && { cookies }),
  })
  const view = (permissions: [] | [typeof isAuthenticated]) =>
    oneView({
      authentication: [scheme],
      permissions,
      get: ({ user, auth, credential }) => new ApiResponse({ user, auth, credential }),
      post: ({ user }) => new ApiResponse({ user }),
    })
  return { ...other, scheme, members: view([isAuthenticated]), everybody: view([]) }
}
const withCookie = (value: string, more: Record<string, string> = {}) => ({
  headers: { Cookie: value, ...more },
})
const csrfIn = (response: Response) =>
  /csrftoken=([\w-]+)/.exec(response.headers.getSetCookie().join())?.[1] ?? ''

describe('external session authentication', () => {
  it('sets the user of this application, and the session of the other library as auth', async () => {
    const response = await open().members.get('/', withCookie(`${name}=valid`))

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      user: { pk: 'ann' },
      auth: { user: { id: 'ann' }, session: { id: 'session-17' } },
      credential: 'session-17',
    })
    expect(response.headers.get('Vary')).toContain('Cookie')
  })

  it('gives handlers the type of the user and that of the session', () => {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [open().scheme],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    })
    api.view({
      get({ user, auth }) {
        expectTypeOf(user).toExtend<User>()
        expectTypeOf(auth).toEqualTypeOf<Session>()
        return new ApiResponse()
      },
    })
  })

  it('asks the other library only if its cookie was sent, and shows it no other header field', async () => {
    const { members, asked } = open()
    const Authorization = 'Bearer valid'
    await members.get('/', { headers: { Authorization } })
    await members.get('/', withCookie('sessionid=valid; theme=dark', { Authorization }))
    expect(asked).toEqual([])

    await members.get('/', withCookie(`${name}=valid; theme=dark`, { Authorization }))
    expect(asked).toEqual([{ cookie: `${name}=valid; theme=dark` }])
  })

  it.each([
    ['the name for https', '__Secure-better-auth.session_token=valid', undefined],
    ['a name of its own', 'shop=valid', ['shop']],
    ['a value in parts', 'shop.0=valid', ['shop']],
  ])('external sessions are known by %s', async (_kind, cookie, cookies) => {
    const { members } = open(cookies && { cookies })
    expect((await members.get('/', withCookie(cookie))).status).toBe(200)
  })

  it('a browser whose external session has ended is anonymous, not refused', async () => {
    const { everybody, members, failures } = open()
    for (const next of [null, new StatusError(401)]) {
      failures.next = next
      const open = await everybody.get('/', withCookie(`${name}=stale`))
      expect([open.status, (await open.json()).user.isAuthenticated]).toEqual([200, false])

      const refused = await members.get('/', withCookie(`${name}=stale`))
      expect([refused.status, refused.headers.has('WWW-Authenticate')]).toEqual([403, false])
    }
  })

  it.each(['bob', 'carl'])(
    'an account with no active user here is refused everywhere: %s',
    async (user) => {
      const response = await open().everybody.get('/', withCookie(`${name}=valid-${user}`))
      expect(response.status).toBe(403)
      expect(await response.json()).toEqual({ detail: 'User inactive or deleted.' })
    },
  )

  it('a write with an external session needs the CSRF token that a read has set', async () => {
    const { members } = open()
    const without = await members.post('/', withCookie(`${name}=valid`))
    expect(without.status).toBe(403)
    expect((await without.json()).detail).toMatch(/^CSRF Failed: CSRF cookie not set/)

    const read = await members.get('/', withCookie(`${name}=valid`))
    expect(read.headers.get('Cache-Control')).toBe('no-store')
    const token = csrfIn(read)
    const cookie = `${name}=valid; csrftoken=${token}`
    const write = (headers: Record<string, string>) =>
      members.post('/', withCookie(cookie, headers))
    expect((await write({ 'X-CSRFToken': token })).status).toBe(200)
    expect((await write({})).status).toBe(403)
    const foreign = await write({ 'X-CSRFToken': token, Origin: 'https://evil.example' })
    expect((await foreign.json()).detail).toMatch(/^CSRF Failed: Origin checking failed/)
  })

  it('looks no user up for a write that another site has caused', async () => {
    const { auth } = otherAccounts()
    const looked: string[] = []
    const scheme = externalSessionAuthentication({
      auth,
      userOf(session) {
        looked.push(session.user.id)
        return userOf(session)
      },
    })
    const client = oneView({ authentication: [scheme], post: () => new ApiResponse() })
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await client.post('/', withCookie(`${name}=valid`, headers))).status).toBe(403)
    expect(looked).toEqual([])
  })

  it('sends on every cookie that the other library sets, whatever the answer is', async () => {
    const setCookie = [`${name}=valid; Max-Age=604800`, 'better-auth.session_data=abc; Max-Age=300']
    const { scheme } = open({ setCookie })
    const client = oneView({ authentication: [scheme], get: () => new ApiResponse({}, 404) })
    const response = await client.get('/', withCookie(`${name}=valid`))
    expect(response.status).toBe(404)
    expect(response.headers.getSetCookie().slice(0, 2)).toEqual(setCookie)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it.each([
    ['500, as by better-auth without its database', new StatusError(500), 503],
    ['an error without a status', new TypeError('A defect.'), 500],
    ['a status that says nothing of the credentials', new StatusError(400), 500],
  ])('external accounts that fail make nobody anonymous: %s', async (_kind, error, status) => {
    const { everybody, failures } = open()
    failures.next = error
    expect((await everybody.get('/', withCookie(`${name}=valid`))).status).toBe(status)
    expect((await everybody.get('/')).status).toBe(200)
  })

  it('the id of an external session that is the secret itself is not logged as its credential', async () => {
    const auth = {
      api: { getSession: async () => ({ session: { id: 's3cret-id-of-a-session' } }) },
    }
    const scheme = externalSessionAuthentication({
      auth,
      userOf: () => userOf({ user: { id: 'ann' }, session: { id: '', plan: 'free' } }),
      cookies: ['sid'],
    })
    const client = oneView({
      authentication: [scheme],
      get: ({ credential }) => new ApiResponse({ credential }),
    })
    const response = await client.get('/', withCookie('sid=s3cret-id-of-a-session'))
    expect(await response.json()).toEqual({ credential: null })
  })

  it('OpenAPI has the cookie of the scheme of the URL, and the CSRF refusal of writes', async () => {
    const views = { '/': { authentication: [open().scheme], post: () => new ApiResponse() } }
    for (const [BASE_URL, cookie] of [
      ['http://localhost', name],
      ['https://api.example.com', `__Secure-${name}`],
    ] as const) {
      const api = createApi({ LOGGER: silentLogger, BASE_URL })
      const document = await openApiDocument(api, views, { title: 'Notes', version: '1' })
      expect(document.components?.securitySchemes).toMatchObject({
        'external-session': { type: 'apiKey', in: 'cookie', name: cookie },
      })
      expect(JSON.stringify(document)).toContain('csrf_failed')
    }
  })

  it.each([
    [{ userOf }, /auth of externalSessionAuthentication\(\) must be an object with api.getSession/],
    [{ auth: {}, userOf }, /api\.getSession\(\)/],
    [{ auth: otherAccounts().auth }, /userOf of externalSessionAuthentication\(\)/],
    [{ auth: otherAccounts().auth, userOf, cookies: [] }, /one or more names of cookies/],
    [{ auth: otherAccounts().auth, userOf, cookies: ['a b'] }, /names of cookies/],
    [{ auth: otherAccounts().auth, userOf, cookie: 'a' }, /Did you mean cookies\?/],
  ])('wrong options of external sessions are refused at the start: %#', (options, message) => {
    expect(() => externalSessionAuthentication(options as never)).toThrow(message)
  })
})
