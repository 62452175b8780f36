import { ApiResponse, anonRateThrottle, ConfigurationError, createApi, routes } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { defineService } from '../../../src/service/index.ts'
import { startService } from '../test-service.ts'

/** A service with a view that lets two requests a day through. */
const limited = defineService({
  name: 'limited',
  app({ settings }) {
    const api = createApi({ DEFAULT_THROTTLE_CLASSES: [anonRateThrottle()], ...settings })
    return routes(api, { '/': api.view({ get: () => new ApiResponse('pong') }) })
  },
})
const env = { DEFAULT_THROTTLE_RATES: 'anon=2/day' }

describe('THROTTLE_STORE_URL', () => {
  it('counts in memory by default', async () => {
    const { request, db } = await startService(limited, env)

    const statuses = [await request('/'), await request('/'), await request('/')]

    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(await db.selectFrom('turnpike_throttle').selectAll().execute()).toEqual([])
  })

  it('counts in the database when it says so', async () => {
    const { request, db } = await startService(limited, { ...env, THROTTLE_STORE_URL: 'database' })

    const statuses = [await request('/'), await request('/'), await request('/')]

    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(await db.selectFrom('turnpike_throttle').selectAll().execute()).toHaveLength(1)
  })

  it('an invalid THROTTLE_STORE_URL stops the start, and shows no password', async () => {
    const start = startService(limited, { THROTTLE_STORE_URL: 'mysql://ada:secret@db/counts' })

    await expect(start).rejects.toThrow(ConfigurationError)
    await expect(start).rejects.toThrow(
      'THROTTLE_STORE_URL is mysql://…@db/counts; it must be memory, database, or the URL',
    )
  })
})
