import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  anonRateThrottle,
  basicAuthentication,
  createApi,
  isAuthenticated,
  memoryAccounts,
  memoryThrottleStore,
  NotFound,
  routes,
  type Settings,
  type Throttle,
  type ThrottleDecision,
  type ThrottleStore,
  userRateThrottle,
  type ViewOptions,
} from '../../src/index.ts'
import { openApiDocument } from '../../src/openapi/index.ts'
import { expectValid, resolve } from '../openapi/valid.ts'

/** The fields of answers to GET, at a clock that stands still until it is set. */
function serve(view: ViewOptions, settings: Settings = {}) {
  let now = 0
  const api = createApi({
    RATE_LIMIT_HEADERS: true,
    THROTTLE_STORE: memoryThrottleStore({ now: () => now }),
    ...settings,
  })
  const client = testClient(routes(api, { '/': { get: () => new ApiResponse('fine'), ...view } }))
  return async (moment = 0, method = 'GET') => {
    now = moment
    const { status, headers } = await client.request(method, '/')
    return [status, headers.get('RateLimit-Policy'), headers.get('RateLimit')]
  }
}

describe('RateLimit and RateLimit-Policy', () => {
  it('answers have the rate, what remains, and when the oldest request leaves the window', async () => {
    const get = serve({ throttles: [userRateThrottle({ rate: '2/min', scope: 'burst' })] })
    const policy = '"burst";q=2;w=60'

    expect(await get(0)).toEqual([200, policy, '"burst";r=1;t=60'])
    expect(await get(10.5)).toEqual([200, policy, '"burst";r=0;t=50'])
    expect(await get(20)).toEqual([429, policy, '"burst";r=0;t=40'])
    expect(await get(61)).toEqual([200, policy, '"burst";r=0;t=10'])
    expect(await get(200)).toEqual([200, policy, '"burst";r=1;t=60'])
  })

  it('answers have an item for each throttle that limits the request', async () => {
    const get = serve({
      throttles: [
        userRateThrottle({ rate: '1/min', scope: 'burst' }),
        userRateThrottle({ rate: '1000/day', scope: 'sustained' }),
        anonRateThrottle({ rate: null }),
        userRateThrottle({ rate: '1/s', scope: 'writes', methods: ['POST'] }),
      ],
    })
    const policy = '"burst";q=1;w=60, "sustained";q=1000;w=86400'

    expect(await get(0)).toEqual([200, policy, '"burst";r=0;t=60, "sustained";r=999;t=86400'])
    expect(await get(20)).toEqual([429, policy, '"burst";r=0;t=40, "sustained";r=998;t=86380'])
  })

  it.each<[string, ViewOptions, number]>([
    ['an error', { get: () => Promise.reject(new NotFound()) }, 404],
    ['a web response', { get: () => new Response('raw', { status: 202 }) }, 202],
    ['an answer without a body', { get: () => new ApiResponse(undefined, 204) }, 204],
  ])('%s has the fields, too', async (_, view, status) => {
    const get = serve({ ...view, throttles: [userRateThrottle({ rate: '2/min' })] })
    expect(await get()).toEqual([status, '"user";q=2;w=60', '"user";r=1;t=60'])
  })

  it('a method without a handler has the fields, too', async () => {
    const get = serve({ throttles: [userRateThrottle({ rate: '2/min' })] })
    expect(await get(0, 'DELETE')).toEqual([405, '"user";q=2;w=60', '"user";r=1;t=60'])
    expect(await get(0, 'HEAD')).toEqual([200, '"user";q=2;w=60', '"user";r=0;t=60'])
  })

  it('answers have no such field by default, without throttles or before the throttles', async () => {
    const throttles = [userRateThrottle({ rate: '2/min' })]
    const none = [null, null]

    expect(await serve({ throttles }, { RATE_LIMIT_HEADERS: false })()).toEqual([200, ...none])
    expect(await serve({})()).toEqual([200, ...none])
    const permissions = [{ hasPermission: () => false }]
    expect(await serve({ throttles, permissions })()).toEqual([403, ...none])
  })

  it('fields of the handler take precedence', async () => {
    const headers = { RateLimit: '"own";r=1', 'RateLimit-Policy': '"own";q=2' }
    const get = serve({
      throttles: [userRateThrottle({ rate: '2/min' })],
      get: () => new ApiResponse('fine', 200, headers),
    })
    expect(await get()).toEqual([200, '"own";q=2', '"own";r=1'])
  })

  it('the first item of RateLimit is the strictest limit: what refuses for longest, or leaves least', async () => {
    const get = serve({
      throttles: [
        userRateThrottle({ rate: '100/day', scope: 'wide' }),
        userRateThrottle({ rate: '2/min', scope: 'short' }),
        userRateThrottle({ rate: '3/h', scope: 'hourly' }),
        userRateThrottle({ rate: '3/day', scope: 'daily' }),
      ],
    })
    const policies =
      '"wide";q=100;w=86400, "short";q=2;w=60, "hourly";q=3;w=3600, "daily";q=3;w=86400'

    expect(await get(0)).toEqual([
      200,
      policies,
      '"short";r=1;t=60, "daily";r=2;t=86400, "hourly";r=2;t=3600, "wide";r=99;t=86400',
    ])
    await get(60)
    await get(120)
    expect((await get(180))[2]).toBe(
      '"daily";r=0;t=86220, "hourly";r=0;t=3420, "short";r=1;t=60, "wide";r=96;t=86220',
    )
  })

  it('names are strings of structured fields, whatever the scope is', async () => {
    const get = serve({
      throttles: [userRateThrottle({ rate: '2/min', scope: 'a "b" \\ é\n\ud800' })],
    })
    const name = String.raw`"a \"b\" \\ %C3%A9%0A%EF%BF%BD"`
    expect(await get()).toEqual([200, `${name};q=2;w=60`, `${name};r=1;t=60`])
  })

  it('the store is asked once, and for what remains only if it is shown', async () => {
    const asked: unknown[] = []
    const store: ThrottleStore = {
      take(_key, _rate, options) {
        asked.push(options?.isShown)
        return { allowed: true }
      },
      peek: () => ({ allowed: true }),
      giveBack() {},
    }
    const throttles = [userRateThrottle({ rate: '2/min', store })]

    expect(await serve({ throttles })()).toEqual([200, '"user";q=2;w=60', null])
    await serve({ throttles }, { RATE_LIMIT_HEADERS: false })()

    expect(asked).toEqual([true, false])
  })
})

describe('a throttle of the application', () => {
  const policy = { name: 'night', limit: 10, seconds: 0.5 }
  const answering = (answer: ThrottleDecision): Throttle => ({ allowRequest: () => answer })

  it.each<[ThrottleDecision, string | null]>([
    [{ allowed: true, remaining: 3.7, reset: 1.2, policy }, '"night";r=3;t=2'],
    [{ allowed: true, remaining: -1, reset: -1, policy }, '"night";r=0;t=0'],
    [{ allowed: true, remaining: 3, policy }, '"night";r=3'],
    [{ allowed: true, policy }, null],
    [{ allowed: false, wait: 7.1, policy }, '"night";r=0;t=8'],
    [{ allowed: false, wait: null, policy }, '"night";r=0'],
  ])('a throttle of the application says its state: %j', async (answer, limit) => {
    const status = answer.allowed ? 200 : 429
    const get = serve({ throttles: [answering(answer)] })
    expect(await get()).toEqual([status, '"night";q=10;w=1', limit])
  })

  it('a throttle of the application without a policy has no item', async () => {
    const get = serve({ throttles: [answering({ allowed: true, remaining: 3 })] })
    expect(await get()).toEqual([200, null, null])
  })
})

describe('the budget of wrong credentials', () => {
  /** Wrong passwords for one name, then wrong tokens, from one address. */
  async function refusals(settings: Settings) {
    const { users } = memoryAccounts()
    await users.create({ username: 'ann', password: 'correct horse' })
    const api = createApi({
      RATE_LIMIT_HEADERS: true,
      FAILED_CREDENTIALS_RATES: { address: '2/h', username: '1/m' },
      THROTTLE_STORE: memoryThrottleStore({ now: () => 0 }),
      LOGGER: silentLogger,
      ...settings,
    })
    const view = api.view({
      authentication: [basicAuthentication({ users })],
      get: () => new ApiResponse('fine'),
    })
    const client = testClient(routes(api, { '/': view }))
    const answers: unknown[] = []
    for (const name of ['ann', 'ann', 'bob', 'eve']) {
      const Authorization = `Basic ${btoa(`${name}:wrong`)}`
      const { status, headers } = await client.get('/', { headers: { Authorization } })
      answers.push([status, headers.get('RateLimit-Policy'), headers.get('RateLimit')])
    }
    return answers
  }

  it('a refusal of the budget has the count that refused, and no other answer shows the budget', async () => {
    expect(await refusals({})).toEqual([
      [401, null, null],
      [429, '"credentials-username";q=1;w=60', '"credentials-username";r=0;t=60'],
      [401, null, null],
      [429, '"credentials-address";q=2;w=3600', '"credentials-address";r=0;t=3600'],
    ])
  })

  it('a refusal of the budget shows no count by default', async () => {
    const answers = await refusals({ RATE_LIMIT_HEADERS: false })
    expect(answers).toEqual([401, 429, 401, 429].map((status) => [status, null, null]))
  })
})

describe('the fields in an OpenAPI document', () => {
  async function fieldsOf(view: ViewOptions, settings: Settings = {}) {
    const api = createApi({ RATE_LIMIT_HEADERS: true, ...settings })
    const views = {
      '/items/:id/': api.view({ get: () => new ApiResponse(), ...view }),
    }
    const document = await openApiDocument(api, views, { title: 'T', version: '1' })
    await expectValid(document)
    const responses = document.paths['/items/{id}/']?.get?.responses ?? {}
    return Object.entries(responses)
      .filter(([, response]) => {
        const { headers = {} } = resolve<{ headers?: object }>(document, response)
        return 'RateLimit' in headers && 'RateLimit-Policy' in headers
      })
      .map(([status]) => status)
  }
  const throttles = [userRateThrottle({ rate: '2/min' })]

  it('responses that come after the throttles have the fields in the document', async () => {
    const permissions = [isAuthenticated]
    const authentication = [basicAuthentication({ users: memoryAccounts().users })]
    const statuses = await fieldsOf({ throttles, permissions, authentication })
    expect(statuses).toEqual(expect.arrayContaining(['200', '404', '429']))
    for (const before of ['401', '403', '406']) expect(statuses).not.toContain(before)
  })

  it('only the refusal of wrong credentials has the fields in a view without throttles', async () => {
    const authentication = [basicAuthentication({ users: memoryAccounts().users })]
    expect(await fieldsOf({ authentication })).toEqual(['429'])
  })

  it('the document has no such fields by default, or for a method that is not limited', async () => {
    expect(await fieldsOf({ throttles }, { RATE_LIMIT_HEADERS: false })).toEqual([])
    const writes = [userRateThrottle({ rate: '2/min', methods: ['POST'] })]
    expect(await fieldsOf({ throttles: writes })).toEqual([])
  })
})
