import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiResponse,
  allowAny,
  anonRateThrottle,
  createApi,
  memoryThrottleStore,
  routes,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { testClient, timeTravel } from '../src/index.ts'

const RealDate = Date

describe('timeTravel', () => {
  it('sets Date in all its forms, goes on, and gives the real one back', async () => {
    {
      using clock = timeTravel('2026-01-02T03:04:05Z')
      expect(new Date().toISOString()).toMatch(/^2026-01-02T03:04:05/)
      expect(Date.now()).toBeLessThan(RealDate.parse('2026-01-02T03:04:06Z'))
      expect(Date()).toContain('2026')
      expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z')
      expect(new Date(2020, 1, 2).getFullYear()).toBe(2020)
      expect(new Date()).toBeInstanceOf(RealDate)
      expect(Date.parse('1970-01-01T00:00:01Z')).toBe(1000)

      clock.travel({ days: 1, hours: 2, minutes: 3, seconds: 4, milliseconds: 5 })
      expect(new Date().toISOString()).toMatch(/^2026-01-03T05:07:(?:09|10)/)
      const before = Date.now()
      await sleep(20)
      expect(Date.now()).toBeGreaterThan(before)
      clock.travelTo('2025-12-31T00:00:00Z')
      expect(new Date().getUTCFullYear()).toBe(2025)
    }
    expect(Date).toBe(RealDate)
    expect(new Date().getFullYear()).toBeGreaterThan(2025)
  })

  it('moves the clock of throttles in memory, which never goes back', async () => {
    using clock = timeTravel()
    const api = createApi({ THROTTLE_STORE: memoryThrottleStore() })
    const app = routes(api, {
      '/': api.view({
        permissions: [allowAny],
        throttles: [anonRateThrottle({ rate: '1/hour' })],
        get: () => new ApiResponse(1),
      }),
    })
    const status = async () => (await testClient(app).get('/')).status

    expect([await status(), await status()]).toEqual([200, 429])
    clock.travel({ minutes: 59 })
    expect(await status()).toBe(429)
    clock.travel({ minutes: 2 })
    expect(await status()).toBe(200)
    const before = performance.now()
    clock.travel({ days: -1 })
    expect(performance.now()).toBeGreaterThanOrEqual(before)
  })

  it('refuses what is no time, an unknown unit, and a second clock', () => {
    expect(() => timeTravel('soon')).toThrow("soon is no time: write '2026-01-02T03:04:05Z'.")
    using clock = timeTravel()
    expect(() => clock.travelTo('later')).toThrow(RangeError)
    expect(() => clock.travel({ weeks: 1 } as never)).toThrow('weeks')
    expect(() => clock.travel({ days: Number.NaN })).toThrow(RangeError)
    clock.travel({ days: undefined } as never)
    expect(Math.abs(Date.now() - RealDate.now())).toBeLessThan(1000)
    expect(() => timeTravel()).toThrow('The clock is set already')
  })
})
