import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  type AdmissionPolicies,
  ApiResponse,
  authenticate,
  basicAuthentication,
  createApi,
  isAdminUser,
  isAuthenticated,
  memoryAccounts,
  memorySessions,
  PermissionDenied,
  routes,
  type Settings,
  sessionAuthentication,
  tokenAuthentication,
  userRateThrottle,
} from '../../src/index.ts'

const { users, tokens } = memoryAccounts({
  createTokens: true,
  users: [{ username: 'ann', password: 'the-password-of-ann' }],
})
const sessions = memorySessions({ users })
const ann = (await users.find('ann')) ?? expect.fail()
const { key } = await tokens.getOrCreate(ann)
const session = await sessions.create(ann)

const url = 'https://api.example.com/feed/'
const connection = { address: '203.0.113.7', remoteUser: null }
const upgradeFields = { Upgrade: 'websocket', Connection: 'Upgrade' }
const token = { Authorization: `Token ${key}` }
const cookie = { Cookie: `__Host-sessionid=${session.id}` }
const requestWith = (headers: Record<string, string>, method = 'GET') =>
  new Request(url, { method, headers })

/** The API and the same policies as a view. Both have counters of their own. */
function opened(policies: AdmissionPolicies, settings: Settings = {}) {
  const options = { LOGGER: silentLogger, ...settings }
  const api = createApi(options)
  const app = routes(createApi(options), {
    '/feed/': { ...policies, get: () => new ApiResponse('in') },
  })
  return {
    admit: (request: Request) => authenticate(api, { request, connection }, policies),
    view: (request: Request) => app.fetch(request, { connection }),
  }
}

const textOf = async (response: Response) => ({
  status: response.status,
  fields: [...response.headers],
  body: await response.text(),
})

const schemes = [tokenAuthentication({ tokens }), basicAuthentication({ users })]
const refused: Record<string, [AdmissionPolicies, Record<string, string>, Settings?]> = {
  'a 401 without credentials': [{ authentication: schemes, permissions: [isAuthenticated] }, {}],
  'a 401 with wrong ones': [{ authentication: schemes }, { Authorization: `Token ${key}x` }],
  'a 401 with a wrong password': [
    { authentication: schemes },
    { Authorization: `Basic ${btoa('ann:wrong')}` },
  ],
  'a 403 of a permission': [{ authentication: schemes, permissions: [isAdminUser] }, token],
  'a 403 without a challenge': [
    { authentication: [sessionAuthentication({ sessions })], permissions: [isAuthenticated] },
    {},
  ],
  'a 429 of a throttle': [
    { authentication: schemes, throttles: [userRateThrottle({ rate: '0/day' })] },
    token,
    { RATE_LIMIT_HEADERS: true },
  ],
  'a 400 of a host that nobody allowed': [{}, {}, { ALLOWED_HOSTS: ['other.example.com'] }],
  'a 500 of a policy with a defect': [
    {
      permissions: [
        {
          hasPermission() {
            throw new Error('a defect')
          },
        },
      ],
    },
    {},
  ],
  'a 401 in another language': [
    { authentication: schemes, permissions: [isAuthenticated] },
    { 'Accept-Language': 'de' },
    { LANGUAGES: ['en', 'de'] },
  ],
  'an explained 401': [
    { authentication: schemes, permissions: [isAuthenticated] },
    {},
    { EXPLAIN_REFUSALS: true },
  ],
}

describe('authenticate outside of views', () => {
  for (const [name, [policies, headers, settings]] of Object.entries(refused)) {
    it(`${name} has the status, header fields and bytes of a view's`, async () => {
      const { admit, view } = opened(policies, settings)
      const admission = await admit(requestWith(headers))
      if (admission.allowed) expect.fail('It was let in.')
      const byView = await textOf(await view(requestWith(headers)))
      expect(await textOf(admission.response)).toEqual(byView)
      expect(byView.status).toBeGreaterThanOrEqual(400)
    })
  }

  it('lets a request in with its user, its auth and the header fields of the answer', async () => {
    const throttles = [userRateThrottle({ rate: '10/day' })]
    const { admit } = opened({ authentication: schemes, throttles }, { RATE_LIMIT_HEADERS: true })
    const admission = await admit(requestWith(token))
    if (!admission.allowed) expect.fail('It was refused.')
    expect(admission.user).toMatchObject({ username: 'ann' })
    expect(admission.auth).toMatchObject({ key })
    expect(admission.request.client.address).toBe('203.0.113.7')
    expect(Object.fromEntries(admission.headers)).toMatchObject({
      'cache-control': 'private',
      vary: 'Accept, Authorization',
      ratelimit: expect.stringContaining('r=9'),
    })
    expect(admission.headers.has('allow')).toBe(false)
  })

  it('cookies that a scheme sets reach the caller', async () => {
    const { admit } = opened({ authentication: [sessionAuthentication({ sessions })] })
    const admission = await admit(requestWith(cookie))
    if (!admission.allowed) expect.fail('It was refused.')
    expect(admission.headers.getSetCookie().join()).toContain('csrftoken=')
  })

  it('wrong passwords count in the budget of the address, also for views', async () => {
    const settings = { FAILED_CREDENTIALS_RATES: { address: '2/hour', username: null } }
    const api = createApi({ LOGGER: silentLogger, ...settings })
    const authentication = [basicAuthentication({ users })]
    const app = routes(api, { '/feed/': { authentication, get: () => new ApiResponse('in') } })
    const wrong = () => requestWith({ Authorization: `Basic ${btoa('ann:wrong')}` })
    const policies = { authentication }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const admission = await authenticate(api, { request: wrong(), connection }, policies)
      statuses.push(admission.allowed ? 200 : admission.response.status)
    }
    expect(statuses).toEqual([401, 401, 429])
    expect((await app.fetch(wrong(), { connection })).status).toBe(429)
  })

  it('a throttle counts over all requests, with policies written in place too', async () => {
    const api = createApi({ LOGGER: silentLogger })
    const allowed: boolean[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const admission = await authenticate(
        api,
        { request: requestWith(token), connection },
        { authentication: schemes, throttles: [userRateThrottle({ rate: '2/day' })] },
      )
      allowed.push(admission.allowed)
    }
    expect(allowed).toEqual([true, true, false])
  })

  it('two requests at once are let in or refused one by one', async () => {
    const { admit } = opened({ authentication: schemes, permissions: [isAuthenticated] })
    const all = await Promise.all(
      [token, {}, token, { Authorization: 'Token x' }].map((headers) =>
        admit(requestWith(headers)),
      ),
    )
    expect(all.map(({ allowed }) => allowed)).toEqual([true, false, true, false])
  })

  it('takes a request alone, whose client then has no address', async () => {
    const api = createApi({ LOGGER: silentLogger })
    const admission = await authenticate(api, requestWith(token), { authentication: schemes })
    expect(admission).toMatchObject({ allowed: true, user: { username: 'ann' } })
  })

  it('takes the policies of the settings by default', async () => {
    const api = createApi({
      LOGGER: silentLogger,
      DEFAULT_AUTHENTICATION_CLASSES: schemes,
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    })
    expect(await authenticate(api, requestWith({}))).toMatchObject({ allowed: false })
    expect(await authenticate(api, requestWith(token))).toMatchObject({ allowed: true })
  })

  it('lets in what accepts only an event stream, and refuses it in JSON', async () => {
    const { admit } = opened({ authentication: schemes, permissions: [isAuthenticated] })
    const accept = { Accept: 'text/event-stream' }
    expect(await admit(requestWith({ ...token, ...accept }))).toMatchObject({ allowed: true })
    const admission = await admit(requestWith(accept))
    if (admission.allowed) expect.fail('It was let in.')
    expect(admission.response.status).toBe(401)
    expect(admission.response.headers.get('Content-Type')).toBe('application/json')
  })

  it('a query parameter for the format of views does not refuse it', async () => {
    const { admit } = opened({}, { URL_FORMAT_OVERRIDE: 'format' })
    expect(await admit(new Request(`${url}?format=none`))).toMatchObject({ allowed: true })
  })

  it('takes each method that writes, with the CSRF token that its session needs', async () => {
    const { admit } = opened({ authentication: [sessionAuthentication({ sessions })] })
    const admission = await admit(requestWith(cookie, 'POST'))
    expect(admission.allowed || (await admission.response.text())).toContain('CSRF Failed')
    const { admit: byToken } = opened({ authentication: schemes })
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      expect(await byToken(requestWith(token, method))).toMatchObject({ allowed: true })
    }
    const unknown = await byToken(requestWith(token, 'PROPFIND'))
    expect(unknown.allowed || unknown.response.status).toBe(405)
  })

  it('an answer of the exception handler without an error status lets nobody in', async () => {
    const denied = {
      hasPermission() {
        throw new PermissionDenied()
      },
    }
    const settings = { EXCEPTION_HANDLER: () => new ApiResponse(undefined, 204) }
    const { admit } = opened({ permissions: [denied] }, settings)
    expect(await admit(requestWith({}))).toMatchObject({ allowed: false })
  })

  it('says which policy it does not know', async () => {
    const api = createApi({ LOGGER: silentLogger })
    const policies = { permission: [isAuthenticated] } as AdmissionPolicies
    await expect(authenticate(api, requestWith({}), policies)).rejects.toThrow(
      'Unknown option permission of authenticate()',
    )
  })
})

describe('a WebSocket that a page asks for', () => {
  const { admit } = opened({
    authentication: [sessionAuthentication({ sessions }), basicAuthentication({ users })],
    permissions: [isAuthenticated],
  })
  const basic = { Authorization: `Basic ${btoa('ann:the-password-of-ann')}` }
  const own = { Origin: 'https://api.example.com' }
  const foreign = { Origin: 'https://evil.example' }

  it.each([
    ['a session of its own origin is let in', { ...cookie, ...own }, true],
    ['a session of another origin is refused', { ...cookie, ...foreign }, false],
    ['a session without an origin is refused over https', cookie, false],
    [
      'a session of another origin of the same site is refused',
      { ...cookie, Origin: 'https://other.example.com' },
      false,
    ],
    ['a session of an opaque origin is refused', { ...cookie, Origin: 'null' }, false],
    ['a password of the browser is refused from another origin', { ...basic, ...foreign }, false],
    ['a password of a program without an origin is let in', basic, true],
  ])('the origin of the page decides who may open it: %s', async (_name, headers, allowed) => {
    const admission = await admit(requestWith({ ...upgradeFields, ...headers }))
    expect(admission.allowed).toBe(allowed)
    if (!admission.allowed) {
      expect(admission.response.status).toBe(403)
      expect(await admission.response.json()).toMatchObject({
        detail: expect.stringMatching(/^CSRF Failed: (Origin|Referer) checking failed/),
      })
    }
  })

  it('a session of a trusted origin is let in', async () => {
    const { admit } = opened(
      { authentication: [sessionAuthentication({ sessions })], permissions: [isAuthenticated] },
      { CSRF_TRUSTED_ORIGINS: ['https://app.example.com'] },
    )
    const headers = { ...upgradeFields, ...cookie, Origin: 'https://app.example.com' }
    expect(await admit(requestWith(headers))).toMatchObject({ allowed: true })
  })

  it('asks for it in any case, and among other protocols', async () => {
    for (const Upgrade of ['WebSocket', 'h2c, websocket']) {
      const admission = await admit(requestWith({ Upgrade, ...cookie, ...foreign }))
      expect(admission.allowed).toBe(false)
    }
  })

  it('a read of a page of another origin needs no token, as before', async () => {
    expect(await admit(requestWith({ ...cookie, ...foreign }))).toMatchObject({ allowed: true })
  })
})
