import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ApiRequest,
  ApiResponse,
  createApi,
  memoryThrottleStore,
  type RateOf,
  routes,
  type Scheme,
  scopedRateThrottle,
  type Throttle,
  userRateThrottle,
} from '../../src/index.ts'

interface Customer {
  readonly pk: number
  plan: string
}

const ann: Customer = { pk: 7, plan: 'free' }
const everybody: Scheme<Customer, null> = {
  authenticate: () => ({ user: ann, auth: null }),
}

/** An app whose views are throttled, and what it logs; the time stands still until it is set. */
function serve(throttle: Throttle, throttleScope: string | null = null) {
  let now = Date.now() / 1000
  const logged: { err?: Error }[] = []
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [everybody],
    THROTTLE_STORE: memoryThrottleStore({ now: () => now }),
    RATE_LIMIT_HEADERS: true,
    LOGGER: { ...silentLogger, error: (fields: object) => logged.push(fields) },
  })
  const view = { throttles: [throttle], throttleScope, get: () => new ApiResponse('fine') }
  const client = testClient(routes(api, { '/': view }))
  const get = async (seconds = 0) => {
    now += seconds
    vi.setSystemTime(now * 1000)
    return client.get('/')
  }
  return { get, logged, status: async (seconds?: number) => (await get(seconds)).status }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T12:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  ann.plan = 'free'
})

const plans: Readonly<Record<string, string | null>> = {
  none: '0/day',
  free: '2/day',
  pro: '4/day',
  monthly: '2/calendar-month Europe/Berlin',
  large: '4/calendar-month Europe/Berlin',
  own: null,
}
const byPlan = ({ user }: ApiRequest<Customer>) => plans[user.plan] as string | null

describe('a rate that is read with each request', () => {
  it.each([
    ['at once', byPlan],
    ['later', async (request: ApiRequest<Customer>) => byPlan(request)],
  ])('a rate is that of the plan, and a larger plan counts at once: %s', async (_when, rate) => {
    const { status } = serve(userRateThrottle({ rate }))
    expect([await status(), await status(), await status()]).toEqual([200, 200, 429])

    ann.plan = 'pro'
    expect([await status(), await status(), await status()]).toEqual([200, 200, 429])
    ann.plan = 'own'
    expect([await status(), await status()]).toEqual([200, 200])
  })

  it('refuses at once when a smaller plan is used up, until it fits, without negative numbers', async () => {
    ann.plan = 'pro'
    const { get, status } = serve(userRateThrottle({ rate: byPlan }))
    expect([await status(), await status(1), await status(1)]).toEqual([200, 200, 200])

    ann.plan = 'free'
    const refused = await get()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('RateLimit')).toBe('"user";r=0;t=86399')
    expect(await status(86_399)).toBe(200)
  })

  it('a change of the plan counts within the month, and the month ends for both plans', async () => {
    ann.plan = 'monthly'
    const { get, status } = serve(userRateThrottle({ rate: byPlan }))
    expect([await status(), await status(), await status()]).toEqual([200, 200, 429])
    ann.plan = 'large'
    expect([await status(), await status(), await status()]).toEqual([200, 200, 429])

    ann.plan = 'monthly'
    const refused = await get()
    // Until 1 December in Berlin.
    expect(refused.headers.get('Retry-After')).toBe(String(5.5 * 86_400 - 3600))
    expect(refused.headers.get('RateLimit-Policy')).toBe('"user";q=2;w=2592000')
    expect(await refused.json()).toEqual({
      detail: 'Request was throttled. Expected available in 471600 seconds.',
    })
    expect(await status(471_599)).toBe(429)
    expect(await status(1)).toBe(200)
  })

  it.each([['1000/fortnight'], [undefined], [5], [''], [{ limit: 1, seconds: 1 }]])(
    'an invalid rate is a 500 with its cause in the log, and never no limit: %j',
    async (rate) => {
      const { logged, status } = serve(userRateThrottle({ rate: (() => rate) as RateOf }))
      expect(await status()).toBe(500)
      expect(logged[0]?.err?.message).toMatch(
        /^The rate that userRateThrottle\(\) gets for a request must be a rate such as 100\/day/,
      )
    },
  )

  it('a function that throws is a 500, and never no limit', async () => {
    const rate = () => {
      throw new Error('The plans are not there.')
    }
    const { logged, status } = serve(userRateThrottle({ rate }))
    expect(await status()).toBe(500)
    expect(logged[0]?.err?.message).toBe('The plans are not there.')
  })

  it('a function of scopedRateThrottle gets the scope of the view, and needs no rate in the settings', async () => {
    const rate = (_request: ApiRequest, scope: string) => (scope === 'uploads' ? '1/day' : null)
    const uploads = serve(scopedRateThrottle({ rate }), 'uploads')
    expect([await uploads.status(), await uploads.status()]).toEqual([200, 429])
    const others = serve(scopedRateThrottle({ rate }), 'reports')
    expect([await others.status(), await others.status()]).toEqual([200, 200])
  })

  it('a rate by month asks for the calendar', () => {
    expect(() => userRateThrottle({ rate: '100000/month' })).toThrow(
      'not "100000/month". Did you mean 100000/calendar-month?',
    )
    expect(() => userRateThrottle({ rate: '5/calendar-day Europe/Atlantis' })).toThrow(
      'Europe/Atlantis is not the name of a time zone, such as Europe/Berlin.',
    )
    expect(() => createApi({ DEFAULT_THROTTLE_RATES: { user: '5/week' } })).toThrow(
      'Did you mean 5/calendar-week?',
    )
  })
})

describe('a cost', () => {
  const cost = ({ query }: ApiRequest) => Number(query.get('cost') ?? 1)

  function counted(options: Parameters<typeof userRateThrottle>[0]) {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [everybody],
      THROTTLE_STORE: memoryThrottleStore({ now: () => Date.now() / 1000 }),
      RATE_LIMIT_HEADERS: true,
      LOGGER: silentLogger,
    })
    const view = { throttles: [userRateThrottle(options)], get: () => new ApiResponse('fine') }
    const client = testClient(routes(api, { '/': view }))
    return async (query = '') => {
      const { status, headers } = await client.get(`/${query}`)
      const [, remaining] = /;r=(\d+)/.exec(headers.get('RateLimit') ?? '') ?? []
      return [status, Number(remaining), headers.get('Retry-After') !== null]
    }
  }

  it.each(['10/min', '10/calendar-day'])('each request counts as often: %s', async (rate) => {
    const get = counted({ rate, cost: 4 })
    expect([await get(), await get(), await get()]).toEqual([
      [200, 6, false],
      [200, 2, false],
      [429, 0, true],
    ])
  })

  it.each(['10/min', '10/calendar-day'])(
    'a cost is that of the request, and 0 is free: %s',
    async (rate) => {
      const get = counted({ rate, cost })
      expect(await get('?cost=10')).toEqual([200, 0, false])
      expect(await get('?cost=1')).toEqual([429, 0, true])
      expect(await get('?cost=0')).toEqual([200, 0, false])
    },
  )

  it('a cost above the limit is refused without a time to wait for, and counts nothing', async () => {
    const get = counted({ rate: '10/min', cost })
    expect(await get('?cost=11')).toEqual([429, 0, false])
    expect(await get('?cost=10')).toEqual([200, 0, false])
  })

  it.each(['-1', '1.5', 'NaN', '1000000000', 'Infinity'])(
    'a cost that is no whole number is a 500: %s',
    async (sent) => {
      const get = counted({ rate: '999999999/min', cost })
      expect((await get(`?cost=${sent}`))[0]).toBe(500)
      expect(await get()).toEqual([200, 999_999_998, false])
    },
  )

  it('a cost of tens of thousands needs the calendar, because a window keeps a moment for each', async () => {
    const get = counted({ rate: '999999/min', cost })
    expect((await get('?cost=10001'))[0]).toBe(500)
    expect((await get('?cost=10000'))[0]).toBe(200)
    const byDay = counted({ rate: '999999/calendar-day', cost })
    expect((await byDay('?cost=900000'))[0]).toBe(200)
  })

  it('a cost that can never be allowed is refused at declaration', () => {
    expect(() => counted({ rate: '10/min', cost: 11 })).toThrow(
      'The cost 11 of userRateThrottle() is above the limit of 10, so that no request would be allowed',
    )
    expect(() => counted({ rate: '99999/min', cost: 10_001 })).toThrow(
      'use a rate by the calendar, such as 99999/calendar-day',
    )
    expect(() => userRateThrottle({ cost: 1.5 })).toThrow('cost of userRateThrottle() must be')
  })
})
