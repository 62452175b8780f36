import { opaqueApi } from '@turnpike/test-support/issuer.ts'
import type { Settings } from 'turnpike'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bearer, type OpenOptions, oneIntrospectedView, robotOf } from './one-introspected-view.ts'

const endpoint = 'https://issuer.example.com/introspect'
const start = 1_790_000_000_000

/** A view whose authorization server accepts the tokens that begin with `good`, and counts. */
function counted(options: OpenOptions & { lifetime?: number } = {}, settings: Settings = {}) {
  const { lifetime = 3600, ...rest } = options
  const asked: string[] = []
  let running = 0
  let most = 0
  const exp = Date.now() / 1000 + lifetime
  const revoked = new Set<string>()
  const client = oneIntrospectedView(
    {
      endpoint,
      fetch: async (_url, init) => {
        most = Math.max(most, ++running)
        const token = new URLSearchParams(String(init?.body)).get('token') ?? ''
        asked.push(token)
        await new Promise((resolve) => setTimeout(resolve, 3))
        running--
        const active = token.startsWith('good') && !revoked.has(token) && exp > Date.now() / 1000
        return Response.json(
          active ? { active, aud: opaqueApi, client_id: 'robot', exp } : { active },
        )
      },
      ...rest,
    },
    settings,
  )
  const statusOf = async (token: string) => (await client.get('/', bearer(token))).status
  return { client, statusOf, asked, most: () => most, revoked }
}

const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

describe('remembered answers of the authorization server', () => {
  afterEach(() => void vi.useRealTimers())

  const at = (seconds: number) => vi.setSystemTime(start + seconds * 1000)
  const stopped = () => vi.useFakeTimers({ toFake: ['Date'], now: start })

  it('an active token is asked for once in a minute', async () => {
    stopped()
    const { statusOf, asked } = counted()
    for (const second of [0, 30, 59.9]) {
      at(second)
      expect(await statusOf('good')).toBe(200)
    }
    expect(asked).toHaveLength(1)
    at(60)
    expect(await statusOf('good')).toBe(200)
    expect(asked).toHaveLength(2)
  })

  it('a handler cannot change what is remembered of a token for the next request', async () => {
    const seen: unknown[] = []
    const { status } = await oneIntrospectedView({
      endpoint,
      fetch: async () =>
        Response.json({ active: true, aud: opaqueApi, token_type: 'Bearer', groups: ['readers'] }),
      userOf(claims) {
        seen.push(claims.groups)
        return robotOf(claims)
      },
    }).get('/', bearer('good'))

    expect(status).toBe(200)
    expect(() => (seen[0] as string[]).push('admins')).toThrow(TypeError)
  })

  it('an answer is remembered no longer than the token lives', async () => {
    stopped()
    const { statusOf, asked } = counted({ lifetime: 20, clockTolerance: 30 })
    expect(await statusOf('good')).toBe(200)
    at(19.9)
    expect(await statusOf('good')).toBe(200)
    expect(asked).toHaveLength(1)
    at(20)
    expect(await statusOf('good')).toBe(401)
    expect(asked).toHaveLength(2)
  })

  it('a token that was revoked is refused after cacheSeconds', async () => {
    stopped()
    const { statusOf, revoked } = counted({ cacheSeconds: 5 })
    expect(await statusOf('good')).toBe(200)
    revoked.add('good')
    expect(await statusOf('good')).toBe(200)
    at(5)
    expect(await statusOf('good')).toBe(401)
  })

  it('every request asks when cacheSeconds is 0', async () => {
    const { statusOf, asked, revoked } = counted({ cacheSeconds: 0 })
    expect(await statusOf('good')).toBe(200)
    revoked.add('good')
    expect(await statusOf('good')).toBe(401)
    expect(await statusOf('bad')).toBe(401)
    expect(await statusOf('bad')).toBe(401)
    expect(asked).toHaveLength(4)
  })

  it('an inactive token is asked for once in ten seconds', async () => {
    stopped()
    const { statusOf, asked } = counted()
    for (const second of [0, 5, 9.9]) {
      at(second)
      expect(await statusOf('bad')).toBe(401)
    }
    expect(asked).toHaveLength(1)
    at(10)
    expect(await statusOf('bad')).toBe(401)
    expect(asked).toHaveLength(2)
  })

  it('simultaneous requests with one token share one question', async () => {
    const { statusOf, asked } = counted({ cacheSeconds: 0 })
    const statuses = await Promise.all(many(50, '').map(() => statusOf('good')))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(asked).toHaveLength(1)
  })

  it('made-up tokens evict no good ones', async () => {
    const { statusOf, asked } = counted({ cacheSize: 10 })
    await statusOf('good')
    for (const token of many(100, 'bad')) await statusOf(token)
    asked.length = 0
    expect(await statusOf('good')).toBe(200)
    expect(asked).toEqual([])
  })

  it('no more than cacheSize tokens are remembered', async () => {
    const { statusOf, asked } = counted({ cacheSize: 10 })
    for (const token of many(20, 'good')) await statusOf(token)
    asked.length = 0
    await statusOf('good19')
    expect(asked).toHaveLength(0)
    await statusOf('good0')
    expect(asked).toHaveLength(1)
  })

  it('the user of a remembered token is looked up with each request', async () => {
    let isActive = true
    const userOf = () => ({ name: 'x', isAuthenticated: true as const, isActive })
    const { statusOf } = counted({ userOf })
    expect(await statusOf('good')).toBe(200)
    isActive = false
    expect(await statusOf('good')).toBe(401)
  })
})

describe('the load of the authorization server', () => {
  const unlimited = { FAILED_CREDENTIALS_RATES: { address: null, username: null } }

  it('no more than maxRequests reach the authorization server at a time', async () => {
    const { statusOf, most } = counted({ maxRequests: 4 })
    const statuses = await Promise.all(many(60, 'good').map(statusOf))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(most()).toBe(4)
  })

  it('requests for which there is no room in the line get 503', async () => {
    const { statusOf } = counted({ maxRequests: 1 })
    const statuses = await Promise.all(many(60, 'good').map(statusOf))
    expect(statuses.filter((status) => status === 200)).toHaveLength(21)
    expect(statuses.filter((status) => status === 503)).toHaveLength(39)
  })

  it('somebody who makes tokens up has one request at a time at the authorization server', async () => {
    const { statusOf, most } = counted({}, unlimited)
    for (const token of many(20, 'first')) await statusOf(token)
    expect(most()).toBe(1)
    const statuses = await Promise.all(many(100, 'bad').map(statusOf))
    expect(most()).toBe(1)
    expect(new Set(statuses)).toEqual(new Set([401, 503]))
    // A good token from there waits, and is accepted.
    expect(await statusOf('good')).toBe(200)
  })

  it('made-up tokens are counted as wrong credentials, and a good one is never denied', async () => {
    const { statusOf } = counted(
      {},
      { FAILED_CREDENTIALS_RATES: { address: '3/min', username: null } },
    )
    const statuses: number[] = []
    for (const token of many(5, 'bad')) statuses.push(await statusOf(token))
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect(await statusOf('good')).toBe(200)
  })

  it('a token that was active here is not counted as wrong when it has ended', async () => {
    const settings = { FAILED_CREDENTIALS_RATES: { address: '1/min', username: null } }
    const { statusOf, revoked } = counted({ cacheSeconds: 1 }, settings)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    expect(await statusOf('good')).toBe(200)
    revoked.add('good')
    vi.setSystemTime(Date.now() + 2000)
    for (let time = 0; time < 5; time++) expect(await statusOf('good')).toBe(401)
    vi.useRealTimers()
  })

  it('a token of absurd length is refused without asking', async () => {
    const { statusOf, asked } = counted()
    expect(await statusOf(`good${'a'.repeat(9000)}`)).toBe(401)
    expect(asked).toEqual([])
  })
})
