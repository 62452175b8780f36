import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, it } from 'vitest'
import { SchemeError } from '../../src/authentication/authenticate.ts'
import {
  ApiResponse,
  AuthenticationFailed,
  anonymousUser,
  createApi,
  type ExceptionHandler,
  exceptionHandler,
  NotFound,
  PermissionDenied,
  routes,
  type Scheme,
} from '../../src/index.ts'
import { isAuthenticated } from '../../src/permissions/index.ts'

/** spec, Custom schemes: a request header names the user. */
const byHeader: Scheme<{ username: string }, null> = {
  authenticate({ headers }) {
    const username = headers.get('X-Username')
    if (username === null) return null
    if (username !== 'ann') throw new AuthenticationFailed('No such user')
    return { user: { username }, auth: null }
  },
}
const giving = (username: string, auth: unknown = null): Scheme => ({
  authenticate: () => ({ user: { username }, auth }),
})
const passing: Scheme = { authenticate: () => null }
const throwing = (error: unknown): Scheme => ({
  authenticate() {
    throw error
  },
})

const whoami = (authentication: readonly Scheme[], settings = {}, policies = {}) =>
  oneView(
    {
      ...policies,
      authentication,
      get: ({ user, auth, isIdentified }) => new ApiResponse({ user, auth, isIdentified }),
    },
    settings,
  )
const identityOf = async (authentication: readonly Scheme[], settings = {}) =>
  (await whoami(authentication, settings).get('/')).json()

describe('spec, Resolution rules', () => {
  it('3: the first scheme that authenticates sets the user and the auth', async () => {
    expect(await identityOf([passing, giving('ann', 'key'), giving('bob')])).toEqual({
      user: { username: 'ann' },
      auth: 'key',
      isIdentified: true,
    })
  })

  it('4: when no scheme authenticates, the user is anonymous and auth is null', async () => {
    for (const schemes of [[], [passing, passing]]) {
      expect(await identityOf(schemes)).toEqual({
        user: anonymousUser,
        auth: null,
        isIdentified: false,
      })
    }
  })

  it('the anonymous user has no name and no pk, and is neither active nor staff', () => {
    expect(anonymousUser).toEqual({
      pk: null,
      username: '',
      email: '',
      isActive: false,
      isStaff: false,
      isAuthenticated: false,
    })
  })

  it('UNAUTHENTICATED_USER and UNAUTHENTICATED_TOKEN replace both', async () => {
    const settings = { UNAUTHENTICATED_USER: { username: 'guest' }, UNAUTHENTICATED_TOKEN: 'none' }

    expect(await identityOf([passing], settings)).toEqual({
      user: { username: 'guest' },
      auth: 'none',
      isIdentified: false,
    })
    expect(await identityOf([passing], { UNAUTHENTICATED_USER: null })).toMatchObject({
      user: null,
    })
  })

  it('5: a scheme that is not attempted passes to the next one', async () => {
    expect(await identityOf([byHeader, giving('bob')])).toMatchObject({ user: { username: 'bob' } })
  })

  it('6: a scheme that fails ends the request: no other scheme, no permission check', async () => {
    const asked: string[] = []
    const next: Scheme = {
      authenticate() {
        asked.push('scheme')
        return null
      },
    }
    const permission = {
      hasPermission() {
        asked.push('permission')
        return true
      },
    }
    const client = whoami([byHeader, next], {}, { permissions: [permission] })

    const response = await client.get('/', { headers: { 'X-Username': 'mallory' } })
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ detail: 'No such user' })
    expect(asked).toEqual([])

    await client.get('/')
    expect(asked).toEqual(['scheme', 'permission'])
  })

  it('7: a first scheme with an empty challenge supplies none: 403, no header', async () => {
    const silent = { ...byHeader, challenge: () => '' }
    const client = whoami([silent], {}, { permissions: [isAuthenticated] })

    for (const headers of [{}, { 'X-Username': 'mallory' }]) {
      const response = await client.get('/', { headers })
      expect(response.status).toBe(403)
      expect(response.headers.has('WWW-Authenticate')).toBe(false)
    }
  })

  it('a scheme that refuses by PermissionDenied is always 403, without a challenge', async () => {
    const loud = { ...passing, challenge: () => 'Card' }
    const response = await whoami([loud, throwing(new PermissionDenied('Forged.'))]).get('/')

    expect(response.status).toBe(403)
    expect(response.headers.has('WWW-Authenticate')).toBe(false)
    expect(await response.json()).toEqual({ detail: 'Forged.' })
  })
})

describe('spec, Custom schemes: a mistake inside a scheme is never hidden', () => {
  const errorOf = async (scheme: Scheme): Promise<Error> => {
    let logged: { err?: Error } = {}
    const LOGGER = {
      ...silentLogger,
      error(fields: object) {
        logged = fields
      },
    }
    const response = await whoami([scheme, giving('bob')], { LOGGER }).get('/')
    expect(response.status).toBe(500)
    if (logged.err === undefined) throw new Error('Nothing was logged.')
    return logged.err
  }

  it.each([
    new TypeError("Cannot read properties of undefined (reading 'user')"),
    new HTTPException(404, { message: 'hidden' }),
    'a text',
  ])('%o is a 500 with its cause', async (cause) => {
    const error = await errorOf(throwing(cause))

    expect(error).toBeInstanceOf(SchemeError)
    expect(error.name).toBe('SchemeError')
    expect(error.message).toBe('An authentication scheme failed.')
    expect(error.cause).toBe(cause)
  })

  it('a rejected promise too', async () => {
    const cause = new RangeError('out of stack')
    expect((await errorOf({ authenticate: () => Promise.reject(cause) })).cause).toBe(cause)
  })

  it('a custom exception handler sees the wrapped error', async () => {
    const seen: unknown[] = []
    const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
      seen.push(error)
      return exceptionHandler(error, context)
    }
    await whoami([throwing(new Error('broken'))], { EXCEPTION_HANDLER }).get('/')
    expect(seen).toEqual([expect.any(SchemeError)])
  })

  it('an API exception of any kind is no mistake', async () => {
    expect((await whoami([throwing(new NotFound())]).get('/')).status).toBe(404)
  })

  it.each([[undefined], [false], ['ann'], [{ username: 'ann' }], [{ user: 'ann' }], [{ auth: 1 }]])(
    'a scheme that returns neither null nor an identity fails: %j',
    async (value) => {
      const error = await errorOf({ authenticate: () => value as never })

      expect(error).toBeInstanceOf(SchemeError)
      expect(error.message).toBe(
        'An authentication scheme must return { user, auth }, or null when it is not attempted.',
      )
    },
  )
})

describe('a scheme', () => {
  it('adds header fields to the answer, whatever it will be', async () => {
    const renewing: Scheme = {
      authenticate: () => ({
        user: { username: 'ann' },
        auth: null,
        headers: { 'Set-Cookie': 'session=2', 'X-Session': 'renewed' },
      }),
    }
    const client = oneView({
      authentication: [renewing],
      get: () => new ApiResponse('fine', 200, { 'Set-Cookie': 'theme=dark', 'X-Session': 'old' }),
    })

    const response = await client.get('/')
    expect(response.headers.getSetCookie()).toEqual(['theme=dark', 'session=2'])
    expect(response.headers.get('X-Session')).toBe('renewed')

    const refused = await client.delete('/')
    expect(refused.status).toBe(405)
    expect(refused.headers.getSetCookie()).toEqual(['session=2'])
  })

  it('a scheme receives the view, and can check when the view is declared whether it can be used', async () => {
    const views: unknown[] = []
    const looking: Scheme = {
      authenticate(_request, view) {
        views.push(view.authentication)
        return null
      },
      checkView(view) {
        if (view.settings.TRUSTED_PROXIES.length === 0) throw new Error('Name the proxies.')
      },
    }
    const view = { authentication: [looking], get: () => new ApiResponse() }

    expect(() => oneView(view)).toThrow('Name the proxies.')
    await oneView(view, { TRUSTED_PROXIES: ['10.0.0.1'] }).get('/')
    expect(views).toEqual([[looking]])
  })

  it('a scheme names the header fields that caches must distinguish answers by', async () => {
    const varying: Scheme = { ...passing, vary: ['X-Username'] }
    const response = await whoami([varying]).get('/')
    expect(response.headers.get('Vary')).toContain('X-Username')
  })
})

it('lets a scheme find a request suspicious: 400, as anywhere else', async () => {
  const scheme: Scheme = {
    authenticate({ query }) {
      return query.has('key') ? { user: {}, auth: null } : null
    },
  }
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [scheme],
    URL_FORMAT_OVERRIDE: null,
    LOGGER: { info() {}, warn() {}, error() {} },
  })
  const client = testClient(routes(api, { '/': api.view({ get: () => new ApiResponse() }) }))

  expect((await client.get(`/?${'a=1&'.repeat(1001)}`)).status).toBe(400)
})
