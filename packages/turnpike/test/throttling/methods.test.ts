import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../../src/errors/configuration-error.ts'
import {
  ApiResponse,
  anonRateThrottle,
  createApi,
  memoryThrottleStore,
  routes,
  scopedRateThrottle,
  type Throttle,
  userRateThrottle,
} from '../../src/index.ts'

const rate = '1/min'
const answer = () => new ApiResponse()

/** Statuses of requests to a view with the throttle, at a clock that stands still. */
function throttled(throttle: Throttle) {
  const api = createApi({
    THROTTLE_STORE: memoryThrottleStore({ now: () => 0 }),
    DEFAULT_THROTTLE_RATES: { anon: rate, user: rate, uploads: rate },
  })
  const view = { get: answer, post: answer, put: answer, methods: { PURGE: answer } }
  const app = routes(api, {
    '/': { ...view, throttles: [throttle], throttleScope: 'uploads' },
  })
  const client = testClient(app)
  return async (method: string) => (await client.request(method, '/')).status
}

describe.each([
  ['scopedRateThrottle()', scopedRateThrottle],
  ['userRateThrottle()', userRateThrottle],
  ['anonRateThrottle()', anonRateThrottle],
])('the methods of %s', (factory, throttle) => {
  it('limits and counts only requests with these methods, all in one count', async () => {
    const request = throttled(throttle({ methods: ['POST', 'PUT'] }))

    for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) expect(await request(method)).toBe(200)
    expect(await request('POST')).toBe(200)
    expect(await request('POST')).toBe(429)
    expect(await request('PUT')).toBe(429)
    expect(await request('GET')).toBe(200)
  })

  it('limits all methods by default', async () => {
    const request = throttled(throttle())
    expect(await request('OPTIONS')).toBe(200)
    expect(await request('GET')).toBe(429)
  })

  it('includes HEAD with GET, but not GET with HEAD', async () => {
    const both = throttled(throttle({ methods: ['GET'] }))
    expect(await both('HEAD')).toBe(200)
    expect(await both('GET')).toBe(429)

    const head = throttled(throttle({ methods: ['HEAD'] }))
    expect(await head('HEAD')).toBe(200)
    expect(await head('HEAD')).toBe(429)
    expect(await head('GET')).toBe(200)
  })

  it('allows methods of the application', async () => {
    const request = throttled(throttle({ methods: ['PURGE'] }))
    expect(await request('PURGE')).toBe(200)
    expect(await request('PURGE')).toBe(429)
  })

  it.each<[readonly string[], string]>([
    [['post'], 'not ["post"]. Did you mean POST?'],
    [['GET', 'PSOT'], 'not ["GET", "PSOT"]. Did you mean POST?'],
    [['purge'], 'not ["purge"].'],
    [['A B'], 'not ["A B"].'],
    [[''], 'not [""].'],
    [[], 'not [].'],
    ['POST' as never, 'not "POST".'],
    [[7 as never], 'not [7].'],
  ])('rejects %j', (methods, rest) => {
    expect(() => throttle({ methods })).toThrow(
      new ConfigurationError(
        `methods of ${factory} must be a list of one or more methods in upper case, such as ["POST"], ${rest}`,
      ),
    )
  })
})
