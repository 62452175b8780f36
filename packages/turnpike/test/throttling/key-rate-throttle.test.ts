import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  apiKeyAuthentication,
  basicAuthentication,
  createApi,
  keyRateThrottle,
  memoryAccounts,
  memoryThrottleStore,
  pbkdf2,
  routes,
  type Scheme,
  type ThrottleStore,
  tokenAuthentication,
} from '../../src/index.ts'

const { users, tokens, keys } = memoryAccounts({
  passwords: pbkdf2({ iterations: 1 }),
  users: [{ username: 'ann', password: 'secret' }],
})

/** `X-Partner: 3` has credentials without an id, and users without a pk. */
const partners: Scheme = {
  name: 'partner',
  authenticate({ headers }) {
    const partner = headers.get('X-Partner')
    return partner === null ? null : { user: { partner }, auth: { partner } }
  },
}

async function serve(rate = '1/min') {
  const counts = memoryThrottleStore({ now: () => 0 })
  const seen: string[] = []
  const store: ThrottleStore = {
    ...counts,
    take(key, ...more) {
      // The budget of wrong credentials uses the store, too.
      if (key.startsWith('key:')) seen.push(key)
      return counts.take(key, ...more)
    },
  }
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [
      partners,
      apiKeyAuthentication({ keys }),
      tokenAuthentication({ tokens }),
      basicAuthentication({ users }),
    ],
    DEFAULT_THROTTLE_CLASSES: [keyRateThrottle({ rate })],
    THROTTLE_STORE: store,
  })
  const client = testClient(routes(api, { '/': { get: () => new ApiResponse('fine') } }))
  const get = async (headers: Record<string, string> = {}) =>
    (await client.get('/', { headers })).status
  return { get, seen }
}

const ann = await users.find('ann')
if (ann === null) throw new Error('There is no ann.')
const keyOf = async (name: string) => keys.create(ann, { name, scopes: [] })

describe('keyRateThrottle', () => {
  it('limits each API key of a user by itself, and not by its secret', async () => {
    const { get, seen } = await serve()
    const [one, other] = [await keyOf('one'), await keyOf('other')]

    expect(await get({ Authorization: `Api-Key ${one.key}` })).toBe(200)
    expect(await get({ Authorization: `Api-Key ${one.key}` })).toBe(429)
    expect(await get({ Authorization: `Api-Key ${other.key}` })).toBe(200)
    expect(seen[0]).toBe(`key:credential:api-key:${one.apiKey.id}`)
    expect(seen.join()).not.toContain(one.key)
  })

  it('limits tokens by their user, so that a new one has no new count', async () => {
    const { get, seen } = await serve()
    const { key } = await tokens.regenerate(ann)
    expect(await get({ Authorization: `Token ${key}` })).toBe(200)
    const { key: next } = await tokens.regenerate(ann)
    expect(await get({ Authorization: `Token ${next}` })).toBe(429)
    expect(seen).toEqual([`key:user:${ann.pk}`, `key:user:${ann.pk}`])
  })

  it('limits credentials of users without a pk by address', async () => {
    const { get } = await serve()
    expect(await get({ 'X-Partner': '1' })).toBe(200)
    expect(await get({ 'X-Partner': '2' })).toBe(429)
  })

  it('keyRateThrottle does not limit anonymous clients and schemes without a record of credentials', async () => {
    const { get, seen } = await serve('0/min')
    const basic = `Basic ${btoa('ann:secret')}`
    expect([await get(), await get({ Authorization: basic })]).toEqual([200, 200])
    expect(seen).toEqual([])
  })
})
