import { testClient } from '@turnpike/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ApiResponse,
  anonRateThrottle,
  createApi,
  memoryThrottleStore,
  routes,
  type Scheme,
  type Settings,
  scopedRateThrottle,
  type Throttle,
  type UsageViewOptions,
  usageView,
  userRateThrottle,
} from '../../src/index.ts'
import { openApiDocument } from '../../src/openapi/index.ts'
import { expectValid } from '../openapi/valid.ts'

/** `X-User: 7` is the user with that pk. */
const byHeader: Scheme = {
  authenticate({ headers }) {
    const pk = headers.get('X-User')
    return pk === null ? null : { user: { pk: Number(pk), isAuthenticated: true }, auth: null }
  },
  challenge: () => 'X-User',
}

function serve(options: UsageViewOptions = {}, settings: Settings = {}) {
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [byHeader],
    DEFAULT_THROTTLE_CLASSES: [
      anonRateThrottle({ rate: '1/min' }),
      userRateThrottle({ rate: '3/min', scope: 'burst' }),
      userRateThrottle({ rate: '100/calendar-month Europe/Berlin', scope: 'monthly', cost: 5 }),
      scopedRateThrottle(),
    ],
    DEFAULT_THROTTLE_RATES: { uploads: '20/day', reports: null },
    THROTTLE_STORE: memoryThrottleStore({ now: () => Date.now() / 1000 }),
    ...settings,
  })
  const app = routes(api, {
    '/': api.view({ throttleScope: 'uploads', get: () => new ApiResponse('fine') }),
    '/usage/': api.view(usageView(options)),
  })
  const as = (pk: number) => testClient(app, { headers: { 'X-User': String(pk) } })
  return { api, app, as, anonymous: testClient(app) }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T12:00Z') }))
afterEach(() => void vi.useRealTimers())

const burst = {
  name: 'burst',
  limit: 3,
  remaining: 3,
  seconds: 60,
  reset_seconds: 0,
  period: null,
  time_zone: null,
  resets_at: null,
}
const monthly = {
  name: 'monthly',
  limit: 100,
  remaining: 100,
  seconds: 2_592_000,
  reset_seconds: 471_600,
  period: 'month',
  time_zone: 'Europe/Berlin',
  resets_at: '2026-11-30T23:00:00Z',
}

describe('the view of what limits leave', () => {
  it('lists each limit of the caller with what remains, and counts nothing', async () => {
    const { as } = serve()
    for (let time = 0; time < 5; time++) {
      expect(await (await as(7).get('/usage/')).json()).toEqual([burst, monthly])
    }
    await as(7).get('/')
    vi.setSystemTime(Date.now() + 10_500)

    const answer = await as(7).get('/usage/')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await answer.json()).toEqual([
      { ...burst, remaining: 2, reset_seconds: 50 },
      { ...monthly, remaining: 95, reset_seconds: 471_590 },
    ])
    const others = [burst, { ...monthly, reset_seconds: 471_590 }]
    expect(await (await as(8).get('/usage/')).json()).toEqual(others)
  })

  it('the view of usage is there when a limit is used up, and nothing that remains is negative', async () => {
    const { as } = serve()
    for (let time = 0; time < 4; time++) await as(7).get('/')
    expect((await as(7).get('/')).status).toBe(429)
    const [first] = (await (await as(7).get('/usage/')).json()) as object[]
    expect(first).toMatchObject({ name: 'burst', remaining: 0, reset_seconds: 60 })
  })

  it('the view of usage is closed to anonymous clients', async () => {
    const { anonymous } = serve()
    expect((await anonymous.get('/usage/')).status).toBe(401)
    expect((await anonymous.request('HEAD', '/usage/')).status).toBe(401)
  })

  it('lists scoped limits for the scopes that it names, if they have a rate', async () => {
    const { as } = serve({ throttleScopes: ['uploads', 'reports'] })
    await as(7).get('/')
    const listed = (await (await as(7).get('/usage/')).json()) as { name: string }[]
    expect(listed.map(({ name }) => name)).toEqual(['burst', 'monthly', 'uploads'])
    expect(listed[2]).toMatchObject({ limit: 20, remaining: 19, seconds: 86_400 })
  })

  it('lists throttles of its own choice, and leaves those out that do not say what is left', async () => {
    const own: Throttle = { allowRequest: () => ({ allowed: true }) }
    const { as } = serve({ throttles: [own, userRateThrottle({ rate: '9/s', scope: 'own' })] })
    expect(await (await as(7).get('/usage/')).json()).toMatchObject([{ name: 'own', remaining: 9 }])
  })

  it('reports a scope without a rate at declaration', () => {
    expect(() => serve({ throttleScopes: ['typo'] })).toThrow('The throttle scope typo has no rate')
    expect(() => usageView({ throttles: [userRateThrottle as never] })).toThrow(
      'throttles of usageView()',
    )
  })

  it('the view of usage is described in OpenAPI, with 401 and without 429', async () => {
    const { api } = serve()
    const views = { '/usage/': api.view(usageView()) }
    const document = await openApiDocument(api, views, { title: 'Limits', version: '1' })
    await expectValid(document)
    const get = document.paths['/usage/']?.get
    expect(Object.keys(get?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401']))
    expect(get?.responses).not.toHaveProperty('429')
    expect(JSON.stringify(get)).toContain('#/components/schemas/Usage')
  })
})
