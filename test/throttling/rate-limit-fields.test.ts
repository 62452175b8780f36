import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  anonRateThrottle,
  createApi,
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
import { testClient } from '../../src/testing/index.ts'

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
      take(_key, _rate, isShown) {
        asked.push(isShown)
        return { allowed: true }
      },
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
