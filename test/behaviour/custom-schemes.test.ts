import {
  AuthenticationFailed,
  type ExceptionHandler,
  exceptionHandler,
  type HttpRequest,
  isAuthenticated,
  type Logger,
  type Scheme,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { clientOf, notProvided, openAccounts, refusalOf, whoAmI } from './client.ts'

// Spec, "Authentication", "Custom schemes".

/** A client of a service with this scheme alone, on a view for all and on one for known users. */
const servedBy = (scheme: Scheme, settings = {}) =>
  clientOf(settings, () => ({
    '/': { authentication: [scheme], ...whoAmI },
    '/closed/': { authentication: [scheme], permissions: [isAuthenticated], ...whoAmI },
  })).get

const named = (username: string) => ({ headers: { 'X-Username': username } })

describe('A custom scheme provides:', () => {
  describe('An authenticate operation taking the request. It returns a pair (user, auth) on success, or null when it is not attempted. It raises an authentication failure when it is attempted and fails.', () => {
    /** Doors that are opened by their number: 7 is right, an even number belongs to another scheme. */
    const door: Scheme = {
      async authenticate({ headers, path, method }: HttpRequest) {
        const number = Number(headers.get('X-Door'))
        if (number % 2 === 0) return null
        if (number !== 7) throw new AuthenticationFailed('Wrong door.')
        return { user: { isAuthenticated: true, came: `${method} ${path}` }, auth: { number } }
      },
      challenge: () => 'Door',
    }
    const through = (number: string) => ({ headers: { 'X-Door': number } })

    it('a pair (user, auth) on success', async () => {
      const response = await servedBy(door)('/closed/', through('7'))
      expect(await response.json()).toEqual({
        user: { isAuthenticated: true, came: 'GET /closed/' },
        auth: { number: 7 },
      })
    })

    it('null when it is not attempted', async () => {
      const response = await servedBy(door)('/', through('2'))
      expect(await response.json()).toMatchObject({ user: { username: '' }, auth: null })
    })

    it('an authentication failure when it is attempted and fails', async () => {
      const response = await servedBy(door)('/', through('5'))
      expect(await refusalOf(response)).toEqual([401, 'Door', 'Wrong door.'])
    })
  })

  describe("An optional operation returning the `WWW-Authenticate` header string. Without it, the scheme's denials are 403.", () => {
    const scheme: Scheme = {
      authenticate({ headers }) {
        if (headers.has('X-Username')) throw new AuthenticationFailed('No such user')
        return null
      },
    }

    it('with it', async () => {
      const get = servedBy({ ...scheme, challenge: () => 'Name realm="library"' })
      const challenge = 'Name realm="library"'

      expect(await refusalOf(await get('/closed/'))).toEqual([401, challenge, notProvided])
      expect(await refusalOf(await get('/', named('x')))).toEqual([401, challenge, 'No such user'])
    })

    it('without it', async () => {
      const get = servedBy(scheme)

      expect(await refusalOf(await get('/closed/'))).toEqual([403, null, notProvided])
      expect(await refusalOf(await get('/', named('x')))).toEqual([403, null, 'No such user'])
    })
  })
})

describe('Example rule: a scheme reads a custom request header naming a username.', () => {
  const { users } = openAccounts()
  const byHeader: Scheme = {
    async authenticate({ headers }) {
      const username = headers.get('X-Username')
      if (!username) return null

      const user = await users.find(username)
      if (user === null) throw new AuthenticationFailed('No such user')
      return { user, auth: null }
    },
  }
  const get = servedBy(byHeader)

  it('No header means null.', async () => {
    expect(await (await get('/')).json()).toMatchObject({ user: { username: '' }, auth: null })
    expect((await get('/closed/')).status).toBe(403)
  })

  it('An unknown username means failure with the message "No such user".', async () => {
    expect(await refusalOf(await get('/', named('cleo')))).toEqual([403, null, 'No such user'])
  })

  it('A known username returns (user, null).', async () => {
    expect(await (await get('/closed/', named('ann'))).json()).toMatchObject({
      user: { pk: 1, username: 'ann' },
      auth: null,
    })
  })
})

describe('An attribute error raised inside a custom scheme while the user or auth property is read is re-raised as a wrapped attribute error, so that it is not hidden.', () => {
  /** Reads a property of what is not there, as JavaScript's attribute error. */
  const broken: Scheme = {
    authenticate({ headers }) {
      const session = headers.get('X-Session') as unknown as { user: { name: string } }
      return { user: { isAuthenticated: true, name: session.user.name }, auth: null }
    },
    challenge: () => 'Session',
  }

  it('the request fails; nobody is taken for anonymous', async () => {
    const get = servedBy(broken)
    for (const path of ['/', '/closed/']) {
      const response = await get(path)
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({ error: 'Server Error (500)' })
    }
  })

  it('the exception handler and the log get it wrapped, with the error as its cause', async () => {
    const handled: unknown[] = []
    const logged: unknown[] = []
    const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
      handled.push(error)
      return exceptionHandler(error, context)
    }
    const LOGGER: Logger = {
      info() {},
      warn() {},
      error: (fields) => logged.push((fields as { err: unknown }).err),
    }

    await servedBy(broken, { EXCEPTION_HANDLER, LOGGER })('/')

    expect(handled).toHaveLength(1)
    expect(handled[0]).toMatchObject({ name: 'SchemeError', cause: expect.any(TypeError) })
    expect(logged).toEqual(handled)
  })

  it('an error of a getter of the user or auth is not hidden either', async () => {
    const lazy: Scheme = {
      authenticate: () => ({
        get user(): unknown {
          throw new TypeError('no user')
        },
        auth: null,
      }),
    }
    expect((await servedBy(lazy)('/')).status).toBe(500)
  })
})
