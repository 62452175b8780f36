import {
  connectedRedis,
  keysOf,
  ownPrefix,
  ownRedisServer,
  redisMissing,
  redisServerMissing,
  redisUrl,
  until,
  withClient,
} from '@turnpike/test-support/redis.ts'
import { testClient } from '@turnpike/testing'
import {
  ApiResponse,
  createApi,
  isAuthenticatedOrReadOnly,
  loginView,
  memoryAccounts,
  routes,
  ServiceUnavailable,
  sessionAuthentication,
} from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRedis, type Redis, RedisUnavailable, redisSessions } from '../src/index.ts'
import { rewriteScript } from '../src/session-scripts.ts'
import { keptLog } from './log.ts'

async function accounts() {
  const { users } = memoryAccounts({ users: [{ username: 'ann', password: null }] })
  const ann = await users.find('ann')
  if (ann === null) throw new Error('There is no user ann.')
  return { users, ann }
}

describe.skipIf(redisMissing !== null)('sessions in Redis', () => {
  async function open() {
    const prefix = ownPrefix()
    const { users, ann } = await accounts()
    const sessions = redisSessions({ redis: await connectedRedis(redisUrl, prefix), users })
    const ask = async () => (await keysOf(prefix)).filter((key) => !key.endsWith('probe')).sort()
    const ttl = (key = '') => withClient(redisUrl, (client) => client.ttl(key))
    return { prefix, users, ann, sessions, keys: ask, ttl }
  }

  /** Sessions whose uses cannot be written. Later is so late that a use is worth it. */
  async function openWithoutUses(error: Error) {
    const redis = await connectedRedis(redisUrl, ownPrefix())
    const run: Redis['run'] = (script, key, args) =>
      script === rewriteScript ? Promise.reject(error) : redis.run(script, key, args)
    const { users, ann } = await accounts()
    let now = new Date()
    const sessions = redisSessions({ redis: { ...redis, run }, users, now: () => now })
    const later = () => {
      now = new Date(now.getTime() + 120_000)
    }
    return { sessions, ann, later }
  }

  it('sessions in Redis are stored under a digest: a reader cannot act as their users', async () => {
    const { ann, sessions, keys } = await open()

    const { id } = await sessions.create(ann)

    const [session = '', index = ''] = await keys()
    const texts = await withClient(redisUrl, async (client) => [
      await client.get(session),
      ...(await client.zRange(index, 0, -1)),
    ])
    expect([session, index, ...texts].join(' ')).not.toContain(id)
    expect(session).toMatch(/:session:[\da-f]{64}$/)
  })

  it('Redis deletes sessions when their time is over, and their index with the last', async () => {
    const { ann, sessions, keys, ttl } = await open()
    await sessions.create(ann, { ageSeconds: 100 })
    const [session, index] = await keys()
    expect(await ttl(session)).toBeLessThanOrEqual(100)
    expect(await ttl(index)).toBeLessThanOrEqual(100)

    await sessions.create(ann, { ageSeconds: 1000 })
    expect(await ttl(index)).toBeGreaterThan(900)
    await sessions.create(ann, { ageSeconds: 10 })
    expect(await ttl(index)).toBeGreaterThan(900)
  })

  it('Redis deletes sessions after the idle time', async () => {
    const { ann, sessions, keys, ttl } = await open()
    await sessions.create(ann, { idleSeconds: 600 })

    expect(await ttl((await keys())[0])).toBeLessThanOrEqual(600)
  })

  it('ended sessions leave nothing behind in Redis', async () => {
    const { ann, sessions, keys } = await open()
    const { id } = await sessions.create(ann)
    await sessions.create(ann)

    await sessions.end(id)
    expect(await keys()).toHaveLength(2)
    await sessions.endAll(ann)
    expect(await keys()).toEqual([])
  })

  it('all sessions end together, also those that are being created', async () => {
    const { ann, sessions } = await open()
    const created = await Promise.all([
      ...Array.from({ length: 20 }, () => sessions.create(ann)),
      sessions.endAll(ann).then(() => null),
    ])
    await sessions.endAll(ann)

    for (const session of created) {
      if (session !== null) expect(await sessions.find(session.id)).toBeNull()
    }
  })

  it('sessions in Redis are still valid when Redis is gone before their use is written', async () => {
    const { sessions, ann, later } = await openWithoutUses(new RedisUnavailable())
    const { id } = await sessions.create(ann, { idleSeconds: 600 })

    later()
    expect(await sessions.find(id)).toMatchObject({ id })
  })

  it('an error of the script that writes a use of a session is not hidden', async () => {
    const error = new Error('ERR Error compiling script')
    const { sessions, ann, later } = await openWithoutUses(error)
    const { id } = await sessions.create(ann, { idleSeconds: 600 })

    later()
    await expect(sessions.find(id)).rejects.toThrow(error)
  })

  it('another value under the key of a session is not a session', async () => {
    const { ann, sessions, keys } = await open()
    const { id } = await sessions.create(ann)
    const [session = ''] = await keys()

    for (const text of ['', 'null', '{"pk":1}', '{']) {
      await withClient(redisUrl, (client) => client.set(session, text))
      expect(await sessions.find(id)).toBeNull()
    }
  })
})

describe.skipIf(redisServerMissing !== null)('sessions without Redis', () => {
  async function open() {
    const server = await ownRedisServer()
    const redis = openRedis(server.url, { logger: keptLog().logger, timeoutMs: 400 })
    onTestFinished(() => redis.close())
    await redis.attempted
    const { users, ann } = await accounts()
    const sessions = redisSessions({ redis, users })
    return { server, redis, users, ann, sessions }
  }

  it('sessions without Redis are a 503, and no user becomes anonymous', async () => {
    const { server, redis, ann, users, sessions } = await open()
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [sessionAuthentication({ sessions })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticatedOrReadOnly],
    })
    const app = routes(api, {
      '/': api.view({ get: ({ user }) => new ApiResponse(user.username) }),
      '/login/': loginView({ users, sessions }),
    })
    const { id } = await sessions.create(ann)
    const signedIn = testClient(app, { headers: { Cookie: `sessionid=${id}` } })
    const visitor = testClient(app)
    expect(await (await signedIn.get('/')).json()).toBe('ann')

    await server.stop()
    await until(() => !redis.isUp)

    const response = await signedIn.get('/')
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect((await visitor.get('/')).status).toBe(200)
    expect((await visitor.get('/login/')).status).toBe(200)
  })

  it('sessions without Redis fail in every method, and work again afterwards', async () => {
    const { server, redis, ann, sessions } = await open()
    const { id } = await sessions.create(ann)
    server.hang()

    for (const method of [
      () => sessions.find(id),
      () => sessions.create(ann),
      () => sessions.end(id),
      () => sessions.endAll(ann),
    ]) {
      await expect(method()).rejects.toThrow(ServiceUnavailable)
    }

    server.goOn()
    await until(() => redis.isUp)
    expect(await sessions.find(id)).toMatchObject({ id, user: ann })
  })
})
