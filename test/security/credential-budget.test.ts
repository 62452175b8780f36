import { testClient } from '@turnpike/testing'
import {
  ApiResponse,
  basicAuthentication,
  createApi,
  isAuthenticated,
  memoryAccounts,
  memoryThrottleStore,
  obtainToken,
  pbkdf2,
  routes,
  ServiceUnavailable,
  type Settings,
  type ThrottleStore,
  tokenAuthentication,
} from 'turnpike'
import { describe, expect, it } from 'vitest'

const basic = (username: string, password: string) => ({
  Authorization: `Basic ${btoa(`${username}:${password}`)}`,
})

function open(settings: Pick<Settings, 'FAILED_CREDENTIALS_RATES' | 'THROTTLE_STORE'> = {}) {
  let now = 0
  let hashes = 0
  const cheap = pbkdf2({ iterations: 1 })
  const passwords = {
    ...cheap,
    verify: (password: string, hash: string) => {
      hashes++
      return cheap.verify(password, hash)
    },
  }
  const { users, tokens } = memoryAccounts({
    passwords,
    createTokens: true,
    users: [
      { username: 'ann', password: 'right' },
      { username: 'ben', password: 'right' },
    ],
  })
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [
      tokenAuthentication({ tokens }),
      basicAuthentication({ users }),
    ],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    FAILED_CREDENTIALS_RATES: { address: '5/15m', username: '2/15m' },
    THROTTLE_STORE: memoryThrottleStore({ now: () => now }),
    ...settings,
  })
  const app = routes(api, {
    '/me/': api.view({ get: ({ user }) => new ApiResponse(user.username) }),
    '/token/': obtainToken({ users, tokens }),
  })
  return {
    users,
    tokens,
    from: (address: string) => testClient(app, { connection: { address } }),
    pass: (seconds: number) => {
      now += seconds
    },
    hashes: () => hashes,
  }
}

describe('the budget of wrong credentials', () => {
  it('the budget refuses a password after the failures of its name, before hashing, with the wait', async () => {
    const { from, pass, hashes } = open()
    const client = from('10.0.0.1')
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await client.get('/me/', { headers: basic('ann', 'wrong') })).status).toBe(401)
      pass(60)
    }
    const before = hashes()

    const refused = await client.get('/me/', { headers: basic('ann', 'right') })

    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('780')
    expect(refused.headers.has('WWW-Authenticate')).toBe(false)
    expect(hashes()).toBe(before)

    pass(780)
    expect((await client.get('/me/', { headers: basic('ann', 'right') })).status).toBe(200)
  })

  it('the budget never counts right credentials', async () => {
    const { from } = open()
    for (let attempt = 0; attempt < 10; attempt++) {
      const response = await from('10.0.0.1').get('/me/', { headers: basic('ann', 'right') })
      expect(response.status).toBe(200)
    }
  })

  it('the budget cannot be used to lock out others: a name is counted for each address', async () => {
    const { from } = open()
    for (let attempt = 0; attempt < 3; attempt++) {
      await from('10.0.0.1').get('/me/', { headers: basic('ann', 'wrong') })
    }
    const response = await from('10.0.0.2').get('/me/', { headers: basic('ann', 'right') })
    expect(response.status).toBe(200)
  })

  it.each([
    ['that begin alike', 'admin1', 'admin2'],
    ['of 150 characters that differ in the last', `${'a'.repeat(149)}b`, `${'a'.repeat(149)}c`],
    ['of which one is the beginning of the other', 'ann', 'anna'],
  ])('counts names %s each for itself', async (_how, name, other) => {
    const { from } = open()
    const client = from('10.0.0.1')
    const statusFor = async (username: string) =>
      (await client.get('/me/', { headers: basic(username, 'wrong') })).status
    for (let attempt = 0; attempt < 2; attempt++) expect(await statusFor(name)).toBe(401)

    expect(await statusFor(name)).toBe(429)
    expect(await statusFor(other)).toBe(401)
  })

  it('costs a name nothing when the address is refused: it is given back', async () => {
    const { from, pass } = open({
      FAILED_CREDENTIALS_RATES: { address: '2/1m', username: '1/1h' },
    })
    const client = from('10.0.0.1')
    const statusFor = async (username: string, password: string) =>
      (await client.get('/me/', { headers: basic(username, password) })).status
    for (const name of ['a', 'b']) expect(await statusFor(name, 'wrong')).toBe(401)
    expect(await statusFor('ann', 'wrong')).toBe(429)

    pass(61)
    expect(await statusFor('ann', 'right')).toBe(200)
  })

  it('counts an address over all names', async () => {
    const { from } = open()
    const client = from('10.0.0.1')
    const statuses: number[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      statuses.push((await client.get('/me/', { headers: basic(name, 'wrong') })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('lets exactly the limit through when all come at once', async () => {
    const { from } = open()
    const client = from('10.0.0.1')
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => client.get('/me/', { headers: basic('ann', 'wrong') })),
    )
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(2)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(18)
  })

  it('lets any number of right ones through at once: those under way are no failures', async () => {
    const { from } = open()
    const client = from('10.0.0.1')
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => client.get('/me/', { headers: basic('ann', 'right') })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
  })

  it('lets right ones wait for wrong ones, and refuses them only when the failures are spent', async () => {
    const { from } = open()
    const client = from('10.0.0.1')
    const send = async (password: string) =>
      (await client.get('/me/', { headers: basic('ann', password) })).status

    const mixed = ['wrong', ...Array.from({ length: 9 }, () => 'right')]
    expect(await Promise.all(mixed.map(send))).toEqual([
      401,
      ...Array.from({ length: 9 }, () => 200),
    ])
    expect(await send('wrong')).toBe(401)
    expect(await send('right')).toBe(429)
  })

  it('costs nothing when the check itself breaks', async () => {
    const { from } = open()
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [
        basicAuthentication({
          users: {
            verify: async () => {
              throw new ServiceUnavailable()
            },
          },
        }),
      ],
      FAILED_CREDENTIALS_RATES: { address: '2/15m', username: '2/15m' },
    })
    const client = testClient(routes(api, { '/me/': api.view({ get: () => new ApiResponse() }) }))
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await client.get('/me/', { headers: basic('ann', 'x') })).status).toBe(503)
    }
    expect((await from('10.0.0.1').get('/me/', { headers: basic('ann', 'right') })).status).toBe(
      200,
    )
  })

  it('counts unknown keys, and never refuses a good one', async () => {
    const { from, users, tokens } = open()
    const client = from('10.0.0.1')
    const user = await users.find('ben')
    const { key } = await tokens.getOrCreate(user as NonNullable<typeof user>)
    const wrong = { headers: { Authorization: 'Token nonsense' } }
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await client.get('/me/', wrong)).status).toBe(401)
    }
    expect((await client.get('/me/', wrong)).status).toBe(429)

    const good = await client.get('/me/', { headers: { Authorization: `Token ${key}` } })
    expect(good.status).toBe(200)
  })

  it('holds for the token endpoint and shares its count with Basic', async () => {
    const { from } = open()
    const client = from('10.0.0.1')
    const login = (password: string) =>
      client.post('/token/', { json: { username: 'ann', password } })

    expect((await login('wrong')).status).toBe(400)
    expect((await client.get('/me/', { headers: basic('ann', 'wrong') })).status).toBe(401)
    expect((await login('right')).status).toBe(429)
  })

  it('counts the addresses of one IPv6 network together', async () => {
    const { from } = open()
    for (let host = 1; host <= 5; host++) {
      const client = from(`2001:db8::${host}`)
      expect((await client.get('/me/', { headers: basic(`u${host}`, 'x') })).status).toBe(401)
    }
    const next = await from('2001:db8::9').get('/me/', { headers: basic('u9', 'x') })
    const elsewhere = await from('2001:db8:0:1::9').get('/me/', { headers: basic('u9', 'x') })
    expect(next.status).toBe(429)
    expect(elsewhere.status).toBe(401)
  })

  it('the budget is switched off by null', async () => {
    const { from } = open({ FAILED_CREDENTIALS_RATES: { address: null, username: null } })
    for (let attempt = 0; attempt < 20; attempt++) {
      const response = await from('10.0.0.1').get('/me/', { headers: basic('ann', 'wrong') })
      expect(response.status).toBe(401)
    }
  })
})

describe('a store of counts that breaks', () => {
  /** Counts in memory; a test may let one of its methods fail. */
  function breakable() {
    const counts = memoryThrottleStore()
    const broken = { take: (_key: string) => false, giveBack: (_key: string) => false }
    const store: ThrottleStore = {
      async take(key, rate) {
        if (broken.take(key)) throw new ServiceUnavailable()
        return counts.take(key, rate)
      },
      peek: counts.peek,
      async giveBack(key) {
        if (broken.giveBack(key)) throw new ServiceUnavailable()
        return counts.giveBack(key)
      },
    }
    return { store, broken }
  }

  it.each([
    ['takes for the address, after it took for the name', { take: isOfAddress }],
    ['takes for the name', { take: isOfName }],
    ['gives back', { giveBack: () => true }],
  ])(
    'a store of counts that breaks when it %s makes a 503, and no check waits for one that has ended',
    async (_, faults) => {
      const { store, broken } = breakable()
      const client = open({ THROTTLE_STORE: store }).from('10.0.0.1')
      const sound = { ...broken }

      Object.assign(broken, faults)
      expect((await client.get('/me/', { headers: basic('ann', 'right') })).status).toBe(503)
      Object.assign(broken, sound)

      const statuses = []
      for (let attempt = 0; attempt < 6; attempt++) {
        const headers = basic(`user ${attempt}`, 'wrong')
        statuses.push((await client.get('/me/', { headers })).status)
      }
      expect(statuses.at(-1)).toBe(429)
    },
  )
})

function isOfAddress(key: string): boolean {
  return !isOfName(key)
}

/** `credentials:<address>:<name>`, and not `credentials:<address>`. */
function isOfName(key: string): boolean {
  return key.endsWith(':ann')
}
