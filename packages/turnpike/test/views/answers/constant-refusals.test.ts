import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  AuthenticationFailed,
  anonRateThrottle,
  createApi,
  exceptionHandler,
  isAuthenticated,
  jsonRenderer,
  problemRenderer,
  routes,
  type Scheme,
  type Settings,
  type ViewOptions,
} from '../../../src/index.ts'
import { answeringOf } from '../../../src/web/application.ts'
import { WebRequest } from '../../../src/web/web-request.ts'

const card: Scheme = {
  vary: ['X-Card'],
  authenticate({ headers }) {
    const name = headers.get('X-Card')
    if (name === 'bad') throw new AuthenticationFailed('Bad card.')
    return name === null ? null : { user: { isAuthenticated: true, name }, auth: null }
  },
  challenge: () => 'Card',
}
const later: Scheme = { ...card, authenticate: async (...args) => card.authenticate(...args) }
const asking: Scheme = { ...card, challenge: ({ headers }) => `Card id="${headers.get('X-Id')}"` }
const silent: Scheme = { authenticate: card.authenticate }
const withCookie: Scheme = {
  ...card,
  authenticate: () => ({ user: null, auth: null, headers: { 'Set-Cookie': 'seen=1' } }),
}

const answeringWith = (view: ViewOptions, settings: Settings = {}) => {
  const own = {
    authentication: [card],
    permissions: [isAuthenticated],
    get: () => new ApiResponse({}),
    ...view,
  } as ViewOptions
  return answeringOf(routes(createApi({ LOGGER: silentLogger, ...settings }), { '/': own }))
}

type Fields = Record<string, string>

const send = async (
  answering: ReturnType<typeof answeringWith>,
  method: string,
  headers: Fields = {},
) => answering(new WebRequest(new Request('http://a/', { method, headers })), {})

const requests: [method: string, headers: Fields][] = ['GET', 'HEAD', 'PUT', 'QUERY'].flatMap(
  (method) =>
    [{}, { 'X-Card': 'ann' }, { 'X-Card': 'bad' }, { 'X-Id': '7' }].flatMap((own) =>
      ['*/*', 'application/json; indent=2', 'application/problem+json, application/json'].map(
        (accept): [string, Fields] => [method, { ...own, Accept: accept }],
      ),
    ),
)

const views: Record<string, ViewOptions> = {
  'a view with a challenge': {},
  'a scheme that answers later': { authentication: [later] },
  'a scheme without a challenge': { authentication: [silent] },
  'a challenge that depends on the request': { authentication: [asking, later] },
  'a scheme that sets a cookie': { authentication: [withCookie] },
  'a view without schemes': { authentication: [], permissions: [{ hasPermission: () => false }] },
  'a permission that answers later': { permissions: [{ hasPermission: async () => false }] },
  'a permission with a message': {
    permissions: [{ hasPermission: () => false, message: 'Not on Mondays.' }],
  },
  'a view with throttles': { throttles: [anonRateThrottle({ rate: '100/day' })], permissions: [] },
  'a view with problem details': { renderers: [jsonRenderer(), problemRenderer()] },
  'a view whose media type is its own': {
    renderers: [{ ...jsonRenderer(), mediaType: 'application/vnd.api+json' }],
  },
  'a conditional view': { conditional: true },
}

describe('a refusal that is made once', () => {
  it.each(Object.entries(views))(
    'the refusals of a view are those that the exception handler makes: %s',
    async (_, view) => {
      const settings = { RATE_LIMIT_HEADERS: true }
      const cached = answeringWith(view, settings)
      const made = answeringWith(view, {
        ...settings,
        EXCEPTION_HANDLER: (error, context) => exceptionHandler(error, context),
      })
      const ofThrottle = ['ratelimit', 'ratelimit-policy']

      for (const [method, headers] of [...requests, ...requests]) {
        const answers = [await send(cached, method, headers), await send(made, method, headers)]
        const [first, second] = answers.map(({ status, fields, body }) => {
          const isCount = (place: number) => ofThrottle.includes(fields[place - (place % 2)] ?? '')
          return { status, fields: fields.filter((_, place) => !isCount(place)), body }
        })
        expect(first).toEqual(second)
      }
    },
  )

  it('the 401 and the 405 of a view are made once', async () => {
    const answering = answeringWith({})

    for (const [method, headers, status] of [
      ['GET', {}, 401],
      ['PUT', { 'X-Card': 'ann' }, 405],
    ] as const) {
      const first = await send(answering, method, headers)
      const second = await send(answering, method, headers)

      expect(first.status).toBe(status)
      expect(second).toBe(first)
    }
  })

  it('the 405 of one method is not that of another', async () => {
    const answering = answeringWith({})

    const bodies = []
    for (const method of ['PUT', 'PATCH', 'PUT', 'QUERY', 'DELETE', 'PATCH']) {
      bodies.push((await send(answering, method, { 'X-Card': 'ann' })).body)
    }

    expect(bodies).toEqual(
      ['PUT', 'PATCH', 'PUT', 'QUERY', 'DELETE', 'PATCH'].map((method) =>
        JSON.stringify({ detail: `Method '${method}' not allowed.` }),
      ),
    )
  })

  it.each([
    ['an exception handler of the application', { EXCEPTION_HANDLER: exceptionHandlerOfOwn }],
    ['one that returns null', { EXCEPTION_HANDLER: () => null }],
  ])('a refusal is made each time with %s', async (_, settings) => {
    const answering = answeringWith({}, settings)

    const first = await send(answering, 'GET')
    const second = await send(answering, 'GET')

    expect(second.status).toBe(first.status)
    if (first.status !== 500) expect(second).not.toBe(first)
  })

  it('the exception handler of an application sees each refusal as an exception of its own', async () => {
    const seen: unknown[] = []
    const answering = answeringWith(
      {},
      {
        EXCEPTION_HANDLER(error, context) {
          seen.push(error)
          return exceptionHandler(error, context)
        },
      },
    )

    await send(answering, 'GET')
    await send(answering, 'GET')

    expect(seen).toHaveLength(2)
    expect(seen[0]).not.toBe(seen[1])
    expect(seen[0]).toMatchObject({ status: 401, name: 'NotAuthenticated' })
  })

  it('an exception handler that throws ends in a 500, for a refusal too', async () => {
    const failing = () => {
      throw new Error('bang')
    }

    for (const headers of [{}, { 'X-Card': 'ann' }] as Fields[]) {
      const answering = answeringWith({}, { EXCEPTION_HANDLER: failing })
      expect((await send(answering, 'PUT', headers)).status).toBe(500)
    }
  })

  it.each([
    ['a 401 without credentials', 'GET', {}, 401],
    ['a 401 for wrong credentials', 'GET', { 'X-Card': 'bad' }, 401],
    ['a 405', 'PUT', { 'X-Card': 'ann' }, 405],
  ])('a scheme is asked for its challenge once: %s', async (_, method, headers, status) => {
    let asked = 0
    const counting: Scheme = { ...card, challenge: () => `Card ${++asked}` }
    const answering = answeringWith({ authentication: [counting] })

    expect((await send(answering, method, headers as Fields)).status).toBe(status)
    expect(asked).toBe(1)
  })

  it('the request of a cached refusal is still announced to the server', async () => {
    const answering = answeringWith({})
    let seen = 0

    for (const _ of [1, 2]) {
      await answering(new WebRequest(new Request('http://a/')), { onRequest: () => seen++ })
    }

    expect(seen).toBe(2)
  })
})

function exceptionHandlerOfOwn(): ApiResponse {
  return new ApiResponse({ own: true }, 401, { 'WWW-Authenticate': 'Own' })
}
