import { quick } from '@turnpike/test-support/accounts.ts'
import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  AuthenticationFailed,
  allowAny,
  type ExceptionHandler,
  exceptionHandler,
  InvalidUser,
  isAdminUser,
  isAuthenticated,
  memoryAccounts,
  type Permission,
  type RemoteUserAuthenticationOptions,
  remoteUserAuthentication,
  type Settings,
  UsernameTaken,
} from '../../src/index.ts'

type Options = Partial<Pick<RemoteUserAuthenticationOptions<never>, 'createUnknown' | 'header'>>

const { users } = memoryAccounts({
  passwords: quick,
  users: [
    { username: 'ann', password: 'wonderland' },
    { username: 'josé', password: null },
    { username: 'cleo', password: null, isActive: false },
  ],
})

function open(options: Options = {}, settings: Settings = {}, permission: Permission = allowAny) {
  const view = {
    authentication: [remoteUserAuthentication({ users, ...options })],
    permissions: [permission],
    get: ({ user, auth }: { user: { username: string }; auth: unknown }) =>
      new ApiResponse({ user: user.username, auth }),
    post: ({ user }: { user: { username: string } }) => new ApiResponse({ user: user.username }),
  }
  return (connection: { remoteUser?: string | null; address?: string | null }) =>
    oneView(view as never, settings, { connection })
}
const userOf = async (response: Response) => (await response.json()).user

describe('spec, Remote user: "The web server sets the REMOTE_USER environment variable"', () => {
  it('remote user authentication uses the REMOTE_USER of the adapter; auth is null', async () => {
    const response = await open()({ remoteUser: 'ann' }).get('/')

    expect(await response.json()).toEqual({ user: 'ann', auth: null })
  })

  it.each([null, ''])('%j is not attempted, and denied with 403', async (remoteUser) => {
    expect(await userOf(await open()({ remoteUser }).get('/'))).toBe('')

    const denied = await open({}, {}, isAuthenticated)({ remoteUser }).get('/')
    expect(denied.status).toBe(403)
    expect(denied.headers.has('WWW-Authenticate')).toBe(false)
  })

  it('no header field of the client sets REMOTE_USER', async () => {
    const names = ['Remote-User', 'REMOTE_USER', 'X-Remote-User', 'X_Remote_User']
    const headers = Object.fromEntries(names.map((name) => [name, 'ann']))

    expect(await userOf(await open()({}).get('/', { headers }))).toBe('')
  })

  it('"By default, users that do not yet exist are created", without a password and not as staff', async () => {
    const admin = open({}, {}, isAdminUser)

    expect(await userOf(await open()({ remoteUser: 'newcomer' }).get('/'))).toBe('newcomer')

    expect(await users.find('newcomer')).toMatchObject({ isStaff: false, isActive: true })
    expect(await users.verify('newcomer', '')).toBeNull()
    expect((await admin({ remoteUser: 'newcomer' }).get('/')).status).toBe(403)
  })

  it('many first requests at once create one user', async () => {
    const client = open()({ remoteUser: 'crowd' })

    const answers = await Promise.all(Array.from({ length: 10 }, () => client.get('/')))

    expect(await Promise.all(answers.map(userOf))).toEqual(Array(10).fill('crowd'))
    await expect(users.create({ username: 'crowd', password: null })).rejects.toThrow(UsernameTaken)
  })

  it('unknown users stay anonymous with createUnknown: false', async () => {
    const client = open({ createUnknown: false })

    expect(await userOf(await client({ remoteUser: 'stranger' }).get('/'))).toBe('')
    expect(await users.find('stranger')).toBeNull()
    expect(await userOf(await client({ remoteUser: 'ann' }).get('/'))).toBe('ann')
  })

  it('an inactive user is anonymous', async () => {
    expect(await userOf(await open()({ remoteUser: 'cleo' }).get('/'))).toBe('')
  })

  it.each(['a\0b', ' ann', 'a\u00adnn', 'x'.repeat(151)])(
    'a name that no user can have is refused: %.10j',
    async (remoteUser) => {
      const response = await open()({ remoteUser }).get('/')

      expect(response.status).toBe(403)
      expect(await response.json()).toEqual({
        detail: 'The remote user has a name that no user can have.',
      })
    },
  )

  it('the refusal keeps what is wrong with the name as its cause', async () => {
    const causes: unknown[] = []
    const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
      causes.push(error instanceof AuthenticationFailed && error.cause)
      return exceptionHandler(error, context)
    }

    await open({}, { EXCEPTION_HANDLER })({ remoteUser: ' ann' }).get('/')

    expect(causes).toEqual([
      new InvalidUser('The username begins or ends with a space.', 'username'),
    ])
  })

  it('a store that fails is a 500, never a refusal', async () => {
    const broken = {
      find: async () => null,
      create: async () => {
        throw new Error('The disk is full.')
      },
    }
    const view = {
      authentication: [remoteUserAuthentication({ users: broken })],
      get: () => new ApiResponse('read'),
    }

    const response = await oneView(view, {}, { connection: { remoteUser: 'ann' } }).get('/')

    expect(response.status).toBe(500)
  })

  it('remote user authentication requires no CSRF token', async () => {
    expect(await userOf(await open()({ remoteUser: 'ann' }).post('/'))).toBe('ann')
  })
})

describe('a write of a remote user that a page of another site has caused', () => {
  const trusted = { header: 'X-Remote-User' }
  const settings = { TRUSTED_PROXIES: ['10.0.0.0/8'] }
  const ways = [
    ['the adapter', open()({ remoteUser: 'ann' }), {}],
    ['a header', open(trusted, settings)({ address: '10.1.2.3' }), { 'X-Remote-User': 'ann' }],
  ] as const

  describe.each(ways)('when the user is named by %s', (_way, client, named) => {
    it.each(['cross-site', 'same-site'])(
      'refuses the write of a remote user that another site has caused: Sec-Fetch-Site: %s',
      async (site) => {
        const headers = { ...named, Origin: 'https://evil.test', 'Sec-Fetch-Site': site }

        const response = await client.post('/', { headers })

        expect(response.status).toBe(403)
        expect((await response.json()).detail).toMatch(/^CSRF Failed: Origin checking failed/)
      },
    )

    it('lets writes of a remote user pass from this site, from no site, and from programs', async () => {
      for (const site of ['same-origin', 'none', null]) {
        const headers = { ...named, ...(site && { 'Sec-Fetch-Site': site }) }
        expect(await userOf(await client.post('/', { headers }))).toBe('ann')
      }
    })

    it('lets a remote user read from any site', async () => {
      const headers = { ...named, 'Sec-Fetch-Site': 'cross-site' }

      expect(await userOf(await client.get('/', { headers }))).toBe('ann')
    })
  })
})

describe('a header field of the web server in front', () => {
  const client = open({ header: 'X-Remote-User' }, { TRUSTED_PROXIES: ['10.0.0.0/8'] })
  const proxy = client({ address: '10.1.2.3' })
  const named = (value: string, name = 'X-Remote-User') => ({ headers: { [name]: value } })

  it('names the user when the peer is in TRUSTED_PROXIES', async () => {
    expect(await userOf(await proxy.get('/', named('ann')))).toBe('ann')
    expect(await userOf(await proxy.get('/', named('ann', 'x-remote-user')))).toBe('ann')
  })

  it.each(['192.0.2.1', '127.0.0.1', '11.0.0.1', '::1', null])(
    'counts for nothing when the peer is %s',
    async (address) => {
      const forged = {
        headers: { 'X-Remote-User': 'ann', 'X-Forwarded-For': '10.1.2.3', 'X-Real-IP': '10.1.2.3' },
      }

      expect(await userOf(await client({ address }).get('/', forged))).toBe('')
    },
  )

  it('remote user by header is not attempted when the field is absent or empty, and the adapter is not asked', async () => {
    expect(await userOf(await proxy.get('/'))).toBe('')
    expect(await userOf(await proxy.get('/', named('')))).toBe('')
    const both = client({ address: '10.1.2.3', remoteUser: 'ann' })
    expect(await userOf(await both.get('/'))).toBe('')
  })

  it.each(['X_Remote_User', 'x_remote_user', 'X-Remote_User', 'Remote-User'])(
    'remote user by header ignores %s, which a client may have smuggled past the web server',
    async (name) => {
      expect(await userOf(await proxy.get('/', named('ann', name)))).toBe('')
    },
  )

  it('a remote user field that was sent twice is refused: one may come from the client', async () => {
    const response = await proxy.get('/', named('ann, josé'))

    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ detail: 'Several remote users were named.' })
  })

  it('a remote user field is read as UTF-8, else as ISO-8859-1', async () => {
    const utf8 = String.fromCharCode(...new TextEncoder().encode('josé'))

    expect(await userOf(await proxy.get('/', named(utf8)))).toBe('josé')
    expect(await userOf(await proxy.get('/', named('josé')))).toBe('josé')
  })

  it('remote user by header cannot be declared without TRUSTED_PROXIES', () => {
    expect(() => open({ header: 'X-Remote-User' })({})).toThrow(
      "Anyone can send the header X-Remote-User: remoteUserAuthentication() trusts it only from the web server in front. Set TRUSTED_PROXIES to that server's address.",
    )
    expect(() => open()({})).not.toThrow()
  })

  it.each(['X_Remote_User', '', 'X Remote User'])(
    'a remote user header cannot be named %j',
    (header) => {
      expect(() => remoteUserAuthentication({ users, header })).toThrow(
        'must be a header field of letters, digits and -, such as X-Remote-User, not ',
      )
    },
  )
})
