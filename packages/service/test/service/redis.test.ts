import {
  keysOf,
  ownRedisServer,
  redisServer,
  redisServerMissing,
  until,
} from '@turnpike/test-support/redis.ts'
import {
  ApiResponse,
  anonRateThrottle,
  ConfigurationError,
  createApi,
  isAuthenticated,
  loginView,
  routes,
  sessionAuthentication,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { defineService } from '../../src/service/index.ts'
import { startService as start } from './test-service.ts'

/** A service with a view that lets two requests a day through, and one for users who are signed in. */
const service = defineService({
  name: 'limited',
  app({ users, sessions, settings }) {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [sessionAuthentication({ sessions })],
      ...settings,
    })
    const throttles = [anonRateThrottle({ rate: '2/day' })]
    return routes(api, {
      '/ping/': api.view({ throttles, get: () => new ApiResponse('pong') }),
      '/login/': loginView({ users, sessions }),
      '/whoami/': api.view({
        permissions: [isAuthenticated],
        get: ({ user }) => new ApiResponse(user.username),
      }),
    })
  },
})

/** A test machine is slow at times. */
const startService = (definition: typeof service, env: Record<string, string>) =>
  start(definition, { REDIS_TIMEOUT_MS: '3000', ...env })

const statusesOf = async (request: (path: string) => Promise<Response>, path: string) => {
  const statuses: number[] = []
  for (let round = 0; round < 3; round++) statuses.push((await request(path)).status)
  return statuses
}

describe.skipIf(redisServerMissing !== null)('a service with Redis', () => {
  it('shares the counts with the other processes, under its own name', async () => {
    const { url } = await ownRedisServer()
    const env = { THROTTLE_STORE_URL: url }
    const one = await startService(service, env)
    const other = await startService(service, env)

    expect((await one.request('/ping/')).status).toBe(200)
    expect(await statusesOf(other.request, '/ping/')).toEqual([200, 429, 429])
    expect(await keysOf('turnpike:limited:throttle:', url)).toHaveLength(1)
  })

  it('keeps sessions in it, which other processes know and a deactivation ends', async () => {
    const { url } = await ownRedisServer()
    const { users, sessions, request, db } = await startService(service, { SESSION_STORE_URL: url })
    const ann = await users.create({ username: 'ann', password: null })
    const { id } = await sessions.create(ann)
    const signedIn = { headers: { Cookie: `sessionid=${id}` } }

    expect(await (await request('/whoami/', signedIn)).json()).toBe('ann')
    expect(await db.selectFrom('turnpike_session').selectAll().execute()).toEqual([])

    await users.setActive(ann, false)
    await users.setActive(ann, true)
    expect((await request('/whoami/', signedIn)).status).toBe(403)
  })

  it('starts, is ready and limits without it, and takes it when it comes', async () => {
    const server = await redisServer()
    const { request, log } = await startService(service, { THROTTLE_STORE_URL: server.url })

    expect((await request('/readyz')).status).toBe(200)
    expect(await statusesOf(request, '/ping/')).toEqual([200, 200, 429])

    await server.start()
    const messages = () => log.filter(({ level }) => level !== undefined).map(({ msg }) => msg)
    await until(() => messages().includes('Redis answers again.'))
    expect(await statusesOf(request, '/ping/')).toEqual([200, 200, 429])
    await server.remove()
    await until(() => messages().filter((text) => text === 'Redis does not answer.').length === 2)
    expect((await request('/readyz')).status).toBe(200)
  })

  it('a service answers 503 without Redis when it is set to fail closed, and for sessions', async () => {
    const server = await redisServer()
    const { request, log } = await startService(service, {
      THROTTLE_STORE_URL: server.url,
      THROTTLE_STORE_ON_FAILURE: 'closed',
      SESSION_STORE_URL: server.url,
    })

    expect(await statusesOf(request, '/ping/')).toEqual([503, 503, 503])
    const cookie = { headers: { Cookie: `sessionid=${'x'.repeat(43)}` } }
    expect((await request('/whoami/', cookie)).status).toBe(503)
    expect((await request('/whoami/')).status).toBe(403)
    const told = log.map(({ msg }) => msg).filter((text) => text !== 'request')
    expect(told.filter((text) => text !== 'Redis does not answer.')).toEqual([])
    expect(told).toHaveLength(1)
    await server.remove()
  })

  it('opens one connection for both stores', async () => {
    const server = await redisServer()
    const { log } = await startService(service, {
      THROTTLE_STORE_URL: server.url,
      SESSION_STORE_URL: server.url,
    })

    expect(log.filter(({ msg }) => msg === 'Redis does not answer.')).toHaveLength(1)
    await server.remove()
  })
})

describe('the URL of a store', () => {
  it.each([
    ['THROTTLE_STORE_URL', 'redis://ada:secret@/0', 'redis://…@/0 is not a valid Redis URL'],
    ['SESSION_STORE_URL', 'redis://ada:secret@/0', 'redis://…@/0 is not a valid Redis URL'],
    ['SESSION_STORE_URL', 'redis:ada:secret@db', 'redis:…@db is not a valid Redis URL'],
    ['SESSION_STORE_URL', 'mysql://ada:secret@db/x', 'SESSION_STORE_URL is mysql://…@db/x'],
    ['THROTTLE_STORE_URL', 'ada:secret@db/x', 'THROTTLE_STORE_URL is ada:…@db/x'],
    [
      'SESSION_STORE_URL',
      'memory',
      'SESSION_STORE_URL is memory; it must be database, or the URL of a Redis',
    ],
  ])('%s=%s stops the start, and shows no password', async (name, url, message) => {
    const start = startService(service, { [name]: url })

    await expect(start).rejects.toThrow(ConfigurationError)
    await expect(start).rejects.toThrow(message)
  })
})
