import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  ApiException,
  ApiResponse,
  AuthenticationFailed,
  type ExceptionHandler,
  exceptionHandler,
  isAuthenticated,
  NotAuthenticated,
  PermissionDenied,
  type Scheme,
} from '../../src/index.ts'

const card: Scheme = { authenticate: () => null, challenge: () => 'Card realm="library"' }
const badge: Scheme = { authenticate: () => null, challenge: () => 'Badge' }
const silent: Scheme = { authenticate: () => null }
const known: Scheme = { authenticate: () => ({ user: { isAuthenticated: true }, auth: null }) }
const failing: Scheme = {
  authenticate() {
    throw new AuthenticationFailed('Card expired.')
  },
  challenge: () => 'Failing',
}

const raising = (error: unknown) => ({
  get() {
    throw error
  },
})
const answer = { get: () => new ApiResponse('secret') }

const statusAndChallenge = async (view: Parameters<typeof oneView>[0], settings = {}) => {
  const response = await oneView(view, settings).get('/')
  return [response.status, response.headers.get('WWW-Authenticate')]
}

it('a 403 has no challenge, not even the last word of a handshake', async () => {
  const negotiated: Scheme = {
    authenticate: () => ({
      user: { isAuthenticated: true },
      auth: null,
      headers: { 'WWW-Authenticate': 'Negotiate oYG2' },
    }),
  }
  const denied = raising(new PermissionDenied())

  expect(await statusAndChallenge({ ...denied, authentication: [negotiated] })).toEqual([403, null])
  expect(await statusAndChallenge({ ...answer, authentication: [negotiated] })).toEqual([
    200,
    'Negotiate oYG2',
  ])
})

describe('spec, Resolution rule 7: the status of a denial depends on the first scheme only', () => {
  it('401 with its challenge when it supplies one', async () => {
    const view = { ...answer, permissions: [isAuthenticated] }

    expect(await statusAndChallenge({ ...view, authentication: [card, badge, silent] })).toEqual([
      401,
      'Card realm="library"',
    ])
  })

  it('403 without a header when it supplies none, whatever the second one does', async () => {
    const view = { ...answer, permissions: [isAuthenticated] }

    expect(await statusAndChallenge({ ...view, authentication: [silent, card] })).toEqual([
      403,
      null,
    ])
  })

  it('the first scheme also decides when another scheme has failed', async () => {
    expect(await statusAndChallenge({ ...answer, authentication: [card, failing] })).toEqual([
      401,
      'Card realm="library"',
    ])
    expect(await statusAndChallenge({ ...answer, authentication: [silent, failing] })).toEqual([
      403,
      null,
    ])
  })

  it('keeps the text of the failing scheme', async () => {
    const response = await oneView({ ...answer, authentication: [card, failing] }).get('/')
    expect(await response.json()).toEqual({ detail: 'Card expired.' })
  })

  it.each([new AuthenticationFailed(), new NotAuthenticated()])(
    'the first scheme also decides for %s raised by a view, even of an authenticated user',
    async (error) => {
      const loud: Scheme = { ...known, challenge: () => 'Known' }

      expect(await statusAndChallenge({ ...raising(error), authentication: [loud] })).toEqual([
        401,
        'Known',
      ])
      expect(await statusAndChallenge({ ...raising(error), authentication: [known] })).toEqual([
        403,
        null,
      ])
      expect(await statusAndChallenge({ ...raising(error), authentication: [] })).toEqual([
        403,
        null,
      ])
    },
  )

  it('asks the scheme with the request', async () => {
    const mirror: Scheme = {
      authenticate: () => null,
      challenge: ({ path }) => `Card path="${path}"`,
    }
    const view = { ...answer, permissions: [isAuthenticated], authentication: [mirror] }
    expect(await statusAndChallenge(view)).toEqual([401, 'Card path="/"'])
  })
})

it('spec, Resolution rule 8: an authenticated request that is denied gets 403', async () => {
  const loud: Scheme = { ...known, challenge: () => 'Known' }
  const nobody = { hasPermission: () => false }

  const view = { ...answer, permissions: [nobody], authentication: [loud] }
  expect(await statusAndChallenge(view)).toEqual([403, null])
})

describe('spec, Resolution rule 9: every 401 has a challenge and no 403 does', () => {
  class Unpaid extends ApiException {
    static override readonly status = 401
  }
  const returning = (status: number, headers?: HeadersInit) => ({
    get: () => new ApiResponse('', status, headers),
  })
  const wire = (status: number, headers: HeadersInit = {}) => ({
    get: () => new Response('', { status, headers }),
  })
  const own = { 'WWW-Authenticate': 'Own' }

  it('an exception class of your own with status 401', async () => {
    expect(await statusAndChallenge({ ...raising(new Unpaid()), authentication: [badge] })).toEqual(
      [401, 'Badge'],
    )
    expect(await statusAndChallenge(raising(new Unpaid()))).toEqual([403, null])
  })

  it('a 401 that a handler returns', async () => {
    for (const view of [returning(401), wire(401)]) {
      expect(await statusAndChallenge({ ...view, authentication: [badge] })).toEqual([401, 'Badge'])
      expect(await statusAndChallenge({ ...view, authentication: [silent] })).toEqual([403, null])
      expect(await statusAndChallenge(view)).toEqual([403, null])
    }
  })

  it('a 401 with a challenge of its own keeps it', async () => {
    for (const view of [returning(401, own), wire(401, own)]) {
      expect(await statusAndChallenge({ ...view, authentication: [badge] })).toEqual([401, 'Own'])
      expect(await statusAndChallenge(view)).toEqual([401, 'Own'])
    }
  })

  it('a 403 with a challenge loses it, and another status keeps it', async () => {
    for (const view of [returning(403, own), wire(403, own)]) {
      expect(await statusAndChallenge({ ...view, authentication: [badge] })).toEqual([403, null])
    }
    expect(await statusAndChallenge(returning(407, own))).toEqual([407, 'Own'])
    expect(
      await statusAndChallenge(
        raising(new PermissionDenied(undefined, undefined, { headers: own })),
      ),
    ).toEqual([403, null])
  })

  it('a 401 that a custom exception handler makes without a challenge', async () => {
    const EXCEPTION_HANDLER: ExceptionHandler = () => new ApiResponse({ message: 'No.' }, 401)
    const view = { ...raising(new Error('any')), authentication: [badge] }

    expect(await statusAndChallenge(view, { EXCEPTION_HANDLER })).toEqual([401, 'Badge'])
    expect(await statusAndChallenge(raising(new Error('any')), { EXCEPTION_HANDLER })).toEqual([
      403,
      null,
    ])
  })

  it('a 401 of the built-in handler that a custom one turns into a 403', async () => {
    const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
      const response = exceptionHandler(error, context)
      return response && new ApiResponse(response.data, 403, response.headers)
    }
    const view = { ...raising(new NotAuthenticated()), authentication: [badge] }
    expect(await statusAndChallenge(view, { EXCEPTION_HANDLER })).toEqual([403, null])
  })
})
