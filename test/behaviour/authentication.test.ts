import {
  ApiResponse,
  AuthenticationFailed,
  basicAuthentication,
  isAuthenticated,
  type Permission,
  type Scheme,
  type Throttle,
  tokenAuthentication,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import {
  authorization,
  basic,
  clientOf,
  keyOfAnn,
  nobody,
  notAllowed,
  notProvided,
  openAccounts,
  refusalOf,
  token,
  whoAmI,
} from './client.ts'

// Spec, "Authentication", "Resolution rules".

/** A scheme that takes everybody for this user. */
const knowing = (username: string): Scheme => ({
  authenticate: () => ({ user: { username, isAuthenticated: true }, auth: `card of ${username}` }),
  challenge: () => `Card of ${username}`,
})
/** Schemes that are never attempted, with a challenge and without. */
const absent: Scheme = { authenticate: () => null, challenge: () => 'Absent' }
const absentSilent: Scheme = { authenticate: () => null }
/** A scheme that is attempted and fails. */
const failing: Scheme = {
  authenticate() {
    throw new AuthenticationFailed('The card has expired.')
  },
  challenge: () => 'Failing',
}

it('1. Authentication runs first, before permission and throttling checks.', async () => {
  const asked: string[] = []
  const permission: Permission = { hasPermission: () => asked.push('permission') > 0 }
  const throttle: Throttle = {
    allowRequest() {
      asked.push('throttle')
      return { allowed: true }
    },
  }
  const { get } = clientOf({}, () => ({
    '/': { authentication: [failing], permissions: [permission], throttles: [throttle], ...whoAmI },
    '/known/': {
      authentication: [knowing('ann')],
      permissions: [permission],
      throttles: [throttle],
      ...whoAmI,
    },
  }))

  expect((await get('/')).status).toBe(401)
  expect(asked).toEqual([])
  expect((await get('/known/')).status).toBe(200)
  expect(asked).toEqual(['permission', 'throttle'])
})

describe('2. The scheme list is ordered. It is set globally by `DEFAULT_AUTHENTICATION_CLASSES` or per view.', () => {
  const { get } = clientOf(
    { DEFAULT_AUTHENTICATION_CLASSES: [knowing('ann'), knowing('ben')] },
    () => ({
      '/': whoAmI,
      '/view/': { authentication: [knowing('cleo'), knowing('ann')], ...whoAmI },
      '/none/': { authentication: [], ...whoAmI },
    }),
  )
  const usernameAt = async (path: string) => (await (await get(path)).json()).user.username

  it('globally', async () => {
    expect(await usernameAt('/')).toBe('ann')
  })

  it('per view, instead of the global list', async () => {
    expect(await usernameAt('/view/')).toBe('cleo')
    expect(await usernameAt('/none/')).toBe('')
  })
})

it('3. Schemes are tried in order. The first scheme that authenticates sets the user and the auth.', async () => {
  const tried: string[] = []
  const traced = (name: string, scheme: Scheme): Scheme => ({
    authenticate(...all) {
      tried.push(name)
      return scheme.authenticate(...all)
    },
  })
  const { get } = clientOf({}, () => ({
    '/': {
      authentication: [
        traced('first', absent),
        traced('second', knowing('ann')),
        traced('third', knowing('ben')),
      ],
      ...whoAmI,
    },
  }))

  expect(await (await get('/')).json()).toEqual({
    user: { username: 'ann', isAuthenticated: true },
    auth: 'card of ann',
  })
  expect(tried).toEqual(['first', 'second'])
})

it('4. When no scheme authenticates, the user is the anonymous user and auth is null.', async () => {
  const { get } = clientOf({}, () => ({
    '/': { authentication: [absent, absentSilent], ...whoAmI },
    '/none/': { authentication: [], ...whoAmI },
  }))

  for (const path of ['/', '/none/']) {
    expect(await (await get(path)).json()).toMatchObject({
      user: { pk: null, username: '', isAuthenticated: false },
      auth: null,
    })
  }
})

it('5. A scheme that is not attempted (for example, its header is absent) passes to the next scheme.', async () => {
  const accounts = openAccounts()
  const key = await keyOfAnn(accounts)
  const { get } = clientOf({}, () => ({
    '/': {
      authentication: [basicAuthentication(accounts), tokenAuthentication(accounts)],
      ...whoAmI,
    },
    '/guest/': { authentication: [tokenAuthentication(accounts), knowing('guest')], ...whoAmI },
  }))
  const usernameFor = async (path: string, options = {}) =>
    (await (await get(path, options)).json()).user.username

  expect(await usernameFor('/', token(key))).toBe('ann')
  expect(await usernameFor('/guest/')).toBe('guest')
  expect(await usernameFor('/guest/', authorization('Digest x'))).toBe('guest')
})

describe('6. A scheme that is attempted and fails raises an authentication failure.', () => {
  it('An error response is returned at once.', async () => {
    const { get } = clientOf({}, () => ({
      '/': { authentication: [tokenAuthentication(openAccounts())], ...whoAmI },
    }))
    expect(await refusalOf(await get('/', token('wrong')))).toEqual([
      401,
      'Token',
      'Invalid token.',
    ])
  })

  it('No other scheme is tried and no permission check is made.', async () => {
    let handled = 0
    const counting = () => {
      handled++
      return true
    }
    const later: Scheme = {
      authenticate() {
        counting()
        return null
      },
    }
    const { get } = clientOf({}, () => ({
      '/': {
        authentication: [absent, failing, later],
        permissions: [{ hasPermission: counting }],
        get() {
          counting()
          return new ApiResponse({})
        },
      },
    }))

    expect(await refusalOf(await get('/'))).toEqual([401, 'Absent', 'The card has expired.'])
    expect(handled).toBe(0)
  })
})

describe("7. When a request is denied and unauthenticated, the status depends on the first scheme in the view's list only:", () => {
  const denied = async (...authentication: Scheme[]) => {
    const { get } = clientOf({}, () => ({
      '/': { authentication, permissions: [isAuthenticated], ...whoAmI },
    }))
    return refusalOf(await get('/'))
  }

  it('If that scheme supplies a challenge string, the status is 401 and the response carries a `WWW-Authenticate` header with that string.', async () => {
    expect(await denied(absent)).toEqual([401, 'Absent', notProvided])
    expect(await denied(absent, absentSilent)).toEqual([401, 'Absent', notProvided])
    expect(await denied(absent, failing)).toEqual([401, 'Absent', 'The card has expired.'])
    expect(await denied(failing)).toEqual([401, 'Failing', 'The card has expired.'])
  })

  it('If it supplies none, the status is 403, with no `WWW-Authenticate` header.', async () => {
    expect(await denied(absentSilent)).toEqual([403, null, notProvided])
    expect(await denied(absentSilent, absent)).toEqual([403, null, notProvided])
    expect(await denied(absentSilent, failing)).toEqual([403, null, 'The card has expired.'])
  })
})

it('8. A request that authenticated but is denied permission always gets 403, whatever the scheme.', async () => {
  const accounts = openAccounts()
  const key = await keyOfAnn(accounts)
  const denied = async (scheme: Scheme, options = {}) => {
    const { get } = clientOf({}, () => ({
      '/': { authentication: [scheme], permissions: [nobody], ...whoAmI },
    }))
    return refusalOf(await get('/', options))
  }

  const refusal = [403, null, notAllowed]
  expect(await denied(basicAuthentication(accounts), basic('ann', 'wonderland'))).toEqual(refusal)
  expect(await denied(tokenAuthentication(accounts), token(key))).toEqual(refusal)
  expect(await denied(knowing('ann'))).toEqual(refusal)
})

describe('9. Every 401 response includes a `WWW-Authenticate` header. No 403 response includes it.', () => {
  const headers = { 'WWW-Authenticate': 'Own' }
  const answers: [string, () => ApiResponse | Response][] = [
    ['an ApiResponse', () => new ApiResponse({}, 401)],
    ['a Response', () => new Response(null, { status: 401 })],
    ['a raised exception', () => raise(new AuthenticationFailed())],
    ['an ApiResponse of 403 with the header', () => new ApiResponse({}, 403, headers)],
    ['a Response of 403 with the header', () => new Response(null, { status: 403, headers })],
  ]

  it.each(answers)('%s', async (_name, answer) => {
    const { get } = clientOf({}, () => ({
      '/challenging/': { authentication: [knowing('ann')], get: answer },
      '/silent/': { authentication: [absentSilent], get: answer },
      '/none/': { authentication: [], get: answer },
    }))

    for (const path of ['/challenging/', '/silent/', '/none/']) {
      const response = await get(path)
      expect([401, 403]).toContain(response.status)
      expect(response.headers.has('WWW-Authenticate')).toBe(response.status === 401)
    }
  })
})

const raise = (error: unknown): never => {
  throw error
}
