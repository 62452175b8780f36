import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../../src/errors/configuration-error.ts'
import {
  ApiResponse,
  anonRateThrottle,
  anonymousUser,
  createApi,
  memoryThrottleStore,
  routes,
  type Scheme,
  type Settings,
  scopedRateThrottle,
  type Throttle,
  type ThrottleStore,
  userRateThrottle,
  type ViewOptions,
} from '../../src/index.ts'

/** `X-User: 7` is the user with that pk. */
const byHeader: Scheme = {
  authenticate({ headers }) {
    const pk = headers.get('X-User')
    return pk === null ? null : { user: { pk: Number(pk) }, auth: null }
  },
}

/** Statuses of requests to an app of throttled views, at a clock that stands still. */
function serve(views: Record<string, ViewOptions>, settings: Settings = {}) {
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [byHeader],
    THROTTLE_STORE: memoryThrottleStore({ now: () => 0 }),
    ...settings,
  })
  const app = routes(
    api,
    Object.fromEntries(
      Object.entries(views).map(([path, view]) => [
        path,
        { get: () => new ApiResponse(), ...view },
      ]),
    ),
  )
  return {
    /** One request from the address, by the user when there is one. */
    async get(path: string, address: string | null, user?: number): Promise<number> {
      const headers: Record<string, string> = user === undefined ? {} : { 'X-User': `${user}` }
      return (await testClient(app, { connection: { address }, headers }).get(path)).status
    },
  }
}
const throttled = (throttle: Throttle, settings?: Settings) =>
  serve({ '/': { throttles: [throttle] } }, settings)

it('users without a pk are counted by their address', async () => {
  const scheme: Scheme = { authenticate: () => ({ user: { pk: null }, auth: null }) }
  const settings = { DEFAULT_AUTHENTICATION_CLASSES: [scheme] }
  const { get } = throttled(userRateThrottle({ rate: '1/min' }), settings)

  expect([await get('/', '10.0.0.1'), await get('/', '10.0.0.2')]).toEqual([200, 200])
})

describe('anonRateThrottle', () => {
  it.each([
    ['whose pk is null', { pk: null }, [200, 200]],
    ['without a pk', { username: 'ann' }, [200, 200]],
    ['that is the anonymous one', anonymousUser, [200, 429]],
    ['that is null', null, [200, 429]],
  ])('answers a user %s as a scheme has identified it', async (_, user, statuses) => {
    const scheme: Scheme = { authenticate: () => ({ user, auth: null }) }
    const settings = { DEFAULT_AUTHENTICATION_CLASSES: [scheme] }
    const { get } = throttled(anonRateThrottle({ rate: '1/min' }), settings)

    expect([await get('/', '10.0.0.1'), await get('/', '10.0.0.1')]).toEqual(statuses)
  })

  it('limits clients that no scheme has authenticated, by their address', async () => {
    const { get } = throttled(anonRateThrottle({ rate: '1/min' }))

    expect(await get('/', '10.0.0.1')).toBe(200)
    expect(await get('/', '10.0.0.1')).toBe(429)
    expect(await get('/', '10.0.0.2')).toBe(200)
  })

  it('anonRateThrottle does not limit or count known users', async () => {
    const { get } = throttled(anonRateThrottle({ rate: '1/min' }))

    for (let time = 0; time < 3; time++) expect(await get('/', '10.0.0.1', 7)).toBe(200)
    expect(await get('/', '10.0.0.1')).toBe(200)
  })

  it('anonRateThrottle has the scope anon', async () => {
    const { get } = throttled(anonRateThrottle(), {
      DEFAULT_THROTTLE_RATES: { anon: '1/min', user: '5/min' },
    })
    expect(await get('/', '10.0.0.1')).toBe(200)
    expect(await get('/', '10.0.0.1')).toBe(429)
  })
})

describe('userRateThrottle', () => {
  it('limits known users by their pk, wherever they are', async () => {
    const { get } = throttled(userRateThrottle({ rate: '1/min' }))

    expect(await get('/', '10.0.0.1', 7)).toBe(200)
    expect(await get('/', '10.0.0.2', 7)).toBe(429)
    expect(await get('/', '10.0.0.1', 8)).toBe(200)
  })

  it('limits others by their address', async () => {
    const { get } = throttled(userRateThrottle({ rate: '1/min' }))

    expect(await get('/', '10.0.0.1')).toBe(200)
    expect(await get('/', '10.0.0.1')).toBe(429)
    expect(await get('/', '10.0.0.1', 7)).toBe(200)
  })

  it('userRateThrottle has the scope user', async () => {
    const { get } = throttled(userRateThrottle(), {
      DEFAULT_THROTTLE_RATES: { anon: '5/min', user: '1/min' },
    })
    expect(await get('/', '10.0.0.1', 7)).toBe(200)
    expect(await get('/', '10.0.0.1', 7)).toBe(429)
  })

  it('userRateThrottle does not mistake a pk for an address, nor UNAUTHENTICATED_USER for a known user', async () => {
    const guests = throttled(userRateThrottle({ rate: '1/min' }), {
      UNAUTHENTICATED_USER: { pk: 7 },
    })
    expect(await guests.get('/', '10.0.0.1')).toBe(200)
    expect(await guests.get('/', '10.0.0.2')).toBe(200)
    expect(await guests.get('/', '10.0.0.2', 7)).toBe(200)
  })

  it.each([[null], ['ann'], [{ username: 'ann' }]])(
    'limits a known user without a pk by the address: %j',
    async (user) => {
      const authentication = [{ authenticate: () => ({ user, auth: null }) }]
      const { get } = throttled(userRateThrottle({ rate: '1/min' }), {
        DEFAULT_AUTHENTICATION_CLASSES: authentication,
      })
      expect(await get('/', '10.0.0.1')).toBe(200)
      expect(await get('/', '10.0.0.1')).toBe(429)
      expect(await get('/', '10.0.0.2')).toBe(200)
    },
  )
})

describe('scopedRateThrottle', () => {
  const settings = { DEFAULT_THROTTLE_RATES: { uploads: '1/min', searches: '2/min' } }
  const throttles = [scopedRateThrottle()]

  it('counts each scope by itself, and all views of a scope together', async () => {
    const { get } = serve(
      {
        '/images/': { throttles, throttleScope: 'uploads' },
        '/videos/': { throttles, throttleScope: 'uploads' },
        '/search/': { throttles, throttleScope: 'searches' },
      },
      settings,
    )
    expect(await get('/images/', '10.0.0.1', 7)).toBe(200)
    expect(await get('/videos/', '10.0.0.1', 7)).toBe(429)
    expect(await get('/videos/', '10.0.0.1')).toBe(200)
    expect(await get('/images/', '10.0.0.1')).toBe(429)
    expect(await get('/search/', '10.0.0.1', 7)).toBe(200)
    expect(await get('/search/', '10.0.0.1', 7)).toBe(200)
    expect(await get('/search/', '10.0.0.1', 7)).toBe(429)
  })

  it('scopedRateThrottle ignores a view without a scope', async () => {
    const { get } = serve({ '/': { throttles } }, settings)
    for (let time = 0; time < 3; time++) expect(await get('/', '10.0.0.1')).toBe(200)
  })
})

describe('counts', () => {
  it('counts belong to scope and client, not to views', async () => {
    const throttles = [userRateThrottle({ rate: '2/min' })]
    const { get } = serve({ '/a/': { throttles }, '/b/': { throttles } })

    expect(await get('/a/', '10.0.0.1')).toBe(200)
    expect(await get('/b/', '10.0.0.1')).toBe(200)
    expect(await get('/a/', '10.0.0.1')).toBe(429)
  })

  it('counts of different scopes are separate, so a burst and a sustained rate combine', async () => {
    const throttles = [
      userRateThrottle({ rate: '2/min', scope: 'burst' }),
      userRateThrottle({ rate: '3/day', scope: 'sustained' }),
    ]
    let now = 0
    const { get } = serve(
      { '/': { throttles } },
      { THROTTLE_STORE: memoryThrottleStore({ now: () => now }) },
    )

    const statuses = []
    for (now of [0, 0, 0, 60, 60]) statuses.push(await get('/', '10.0.0.1'))
    expect(statuses).toEqual([200, 200, 429, 429, 429])
  })

  it('counts are kept in the store of the throttle when it has one of its own', async () => {
    const store = memoryThrottleStore({ now: () => 0 })
    const throttle = () => [userRateThrottle({ rate: '1/min', store })]
    const first = serve({ '/': { throttles: throttle() } })
    const second = serve({ '/': { throttles: throttle() } })

    expect(await first.get('/', '10.0.0.1')).toBe(200)
    expect(await second.get('/', '10.0.0.1')).toBe(429)
  })

  it('counts of N requests at once allow exactly the limit', async () => {
    const store = memoryThrottleStore({ now: () => 0 })
    const THROTTLE_STORE: ThrottleStore = {
      ...store,
      async take(key, rate) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
        return store.take(key, rate)
      },
    }
    const { get } = throttled(userRateThrottle({ rate: '20/min' }), { THROTTLE_STORE })

    const statuses = await Promise.all(Array.from({ length: 80 }, () => get('/', '10.0.0.1')))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(60)
  })
})

describe('the address of a client', () => {
  const limited = () => throttled(anonRateThrottle({ rate: '1/min' }))

  it('an IPv6 client is counted by its whole /64 network, however it is written', async () => {
    const { get } = limited()

    expect(await get('/', '2001:db8:0:1::1')).toBe(200)
    expect(await get('/', '2001:db8:0:1:ffff:ffff:ffff:ffff')).toBe(429)
    expect(await get('/', '2001:0DB8:0000:0001::2')).toBe(429)
    expect(await get('/', '2001:db8:0:2::1')).toBe(200)
    expect(await get('/', '2001:db8:1:1::1')).toBe(200)
    expect(await get('/', '2001:db9:0:1::1')).toBe(200)
    expect(await get('/', '2002:db8:0:1::1')).toBe(200)
  })

  it('an IPv4 address in IPv6 form is counted as IPv4', async () => {
    const { get } = limited()

    expect(await get('/', '::ffff:10.0.0.1')).toBe(200)
    expect(await get('/', '10.0.0.1')).toBe(429)
    expect(await get('/', '::ffff:10.0.0.2')).toBe(200)
  })

  it('all clients share one count when the server does not know their address', async () => {
    const { get } = limited()

    expect(await get('/', null)).toBe(200)
    expect(await get('/', null)).toBe(429)
  })

  it('X-Forwarded-For does not change the counted address', async () => {
    const throttles = [anonRateThrottle({ rate: '1/min' })]
    const app = routes(createApi(), { '/': { throttles, get: () => new ApiResponse() } })
    const forged = (address: string) =>
      testClient(app).get('/', { headers: { 'X-Forwarded-For': address } })

    expect((await forged('10.0.0.1')).status).toBe(200)
    expect((await forged('10.0.0.2')).status).toBe(429)
  })
})

describe('the rate', () => {
  it('a rate of null, of the throttle or of its scope, is no limit', async () => {
    const settings = { DEFAULT_THROTTLE_RATES: { anon: '1/min', user: null } }
    for (const throttle of [userRateThrottle({ rate: null }), userRateThrottle()]) {
      const { get } = throttled(throttle, settings)
      for (let time = 0; time < 3; time++) expect(await get('/', '10.0.0.1')).toBe(200)
    }
  })

  it('there is no rate by default', async () => {
    for (const throttle of [userRateThrottle(), anonRateThrottle()]) {
      const { get } = throttled(throttle)
      for (let time = 0; time < 3; time++) expect(await get('/', '10.0.0.1')).toBe(200)
    }
  })

  it('the rate of the throttle overrides that of its scope', async () => {
    const { get } = throttled(userRateThrottle({ rate: '2/min' }), {
      DEFAULT_THROTTLE_RATES: { user: '1/min' },
    })
    expect(await get('/', '10.0.0.1')).toBe(200)
    expect(await get('/', '10.0.0.1')).toBe(200)
    expect(await get('/', '10.0.0.1')).toBe(429)
  })

  it('the rate of the settings is that of the API that the view belongs to', async () => {
    const throttles = [userRateThrottle()]
    const strict = serve({ '/': { throttles } }, { DEFAULT_THROTTLE_RATES: { user: '0/min' } })
    const lax = serve({ '/': { throttles } }, { DEFAULT_THROTTLE_RATES: { user: '1/min' } })

    expect(await strict.get('/', '10.0.0.1')).toBe(429)
    expect(await lax.get('/', '10.0.0.1')).toBe(200)
  })
})

describe('a configuration that cannot be used is refused at declaration', () => {
  it('an invalid rate', () => {
    expect(() => userRateThrottle({ rate: 'often' })).toThrow(
      'rate of userRateThrottle() must be a rate such as 100/day or 100000/calendar-month Europe/Berlin, or null, or a function that returns one for a request, not "often".',
    )
    expect(() =>
      throttled(userRateThrottle(), { DEFAULT_THROTTLE_RATES: { user: '1/fortnight' } }),
    ).toThrow('not { user: "1/fortnight" }.')
  })

  it('a scope without a rate', () => {
    const message = (scope: string) =>
      new ConfigurationError(
        `The throttle scope ${scope} has no rate: set one in DEFAULT_THROTTLE_RATES, or null for no limit.`,
      )

    expect(() => throttled(userRateThrottle({ scope: 'burst' }))).toThrow(message('burst'))
    expect(() => throttled(anonRateThrottle({ scope: 'toString' }))).toThrow(message('toString'))
    expect(() =>
      serve({ '/': { throttles: [scopedRateThrottle()], throttleScope: 'uploads' } }),
    ).toThrow(message('uploads'))
  })

  it('two throttles of a view that would count each request twice', () => {
    const twice = (...throttles: Throttle[]) => serve({ '/': { throttles } }, settings)
    const settings = { DEFAULT_THROTTLE_RATES: { user: '1/min', anon: '1/min' } }

    expect(() => twice(userRateThrottle(), userRateThrottle({ rate: '9/day' }))).toThrow(
      new ConfigurationError(
        'Two throttles of a view use the scope user: give one of them another.',
      ),
    )
    expect(() => twice(userRateThrottle(), anonRateThrottle())).not.toThrow()
    expect(() => twice(scopedRateThrottle(), scopedRateThrottle())).not.toThrow()

    const shared = [userRateThrottle()]
    const views = { '/a/': { throttles: shared }, '/b/': { throttles: shared } }
    expect(() => serve(views, settings)).not.toThrow()
  })

  it('no rate is looked up for a throttle that has one', () => {
    expect(() => throttled(userRateThrottle({ scope: 'burst', rate: '1/s' }))).not.toThrow()
    expect(() => throttled(userRateThrottle({ scope: 'burst', rate: null }))).not.toThrow()
  })
})
