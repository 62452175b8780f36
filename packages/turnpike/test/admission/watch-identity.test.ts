import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type AdmissionPolicies,
  apiKeyAuthentication,
  authenticate,
  basicAuthentication,
  createApi,
  externalTokenAuthentication,
  IdentityEnded,
  isAdminUser,
  isAuthenticated,
  type Logger,
  memoryAccounts,
  memorySessions,
  type Scheme,
  ServiceUnavailable,
  sessionAuthentication,
  tokenAuthentication,
  userRateThrottle,
  type WatchIdentityOptions,
  watchIdentity,
} from '../../src/index.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function openAccounts() {
  const { users, tokens, keys } = memoryAccounts({ users: [{ username: 'ann', password: null }] })
  const sessions = memorySessions({ users })
  const ann = (await users.find('ann')) ?? expect.fail()
  const bob = await users.create({ username: 'bob', password: null })
  const { key: token } = await tokens.getOrCreate(ann)
  const { key, apiKey } = await keys.create(ann, { name: 'a program', scopes: [] })
  const session = await sessions.create(ann)
  return { users, tokens, keys, sessions, ann, bob, token, key, apiKey, session }
}
type Accounts = Awaited<ReturnType<typeof openAccounts>>

async function watching(
  policies: AdmissionPolicies,
  headers: Record<string, string>,
  { logger = silentLogger, ...options }: WatchIdentityOptions & { logger?: Logger } = {},
) {
  const api = createApi({ LOGGER: logger })
  const request = new Request('https://api.example.com/feed/', { headers })
  const admission = await authenticate(api, request, policies)
  if (!admission.allowed) expect.fail(await admission.response.text())
  const watch = watchIdentity(api, admission, options)
  return {
    ...watch,
    after: async (seconds: number) => {
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      return watch.signal.aborted
    },
  }
}

const schemesOf = ({ tokens, keys, sessions }: Accounts) => [
  tokenAuthentication({ tokens }),
  apiKeyAuthentication({ keys }),
  sessionAuthentication({ sessions }),
]
const headersOf = ({ token, key, session }: Accounts) => ({
  token: { Authorization: `Token ${token}` },
  apiKey: { Authorization: `Api-Key ${key}` },
  session: { Cookie: `__Host-sessionid=${session.id}` },
})

type Kind = keyof ReturnType<typeof headersOf>
const endings: [string, Kind, (accounts: Accounts) => Promise<unknown>][] = [
  ['its token is revoked', 'token', ({ tokens, ann }) => tokens.revoke(ann)],
  ['its token is replaced', 'token', ({ tokens, ann }) => tokens.regenerate(ann)],
  ['its API key is revoked', 'apiKey', ({ keys, apiKey }) => keys.revoke(apiKey)],
  ['all API keys of its user are', 'apiKey', ({ keys, ann }) => keys.revokeAll(ann)],
  ['its session ends', 'session', ({ sessions, session }) => sessions.end(session.id)],
  ['all sessions of its user end', 'session', ({ sessions, ann }) => sessions.endAll(ann)],
  [
    'its user gets another password',
    'session',
    ({ users, ann }) => users.setPassword(ann, 'a-new-phrase'),
  ],
  ['its user becomes inactive', 'token', ({ users, ann }) => users.setActive(ann, false)],
]

describe('the watch over an open connection', () => {
  for (const [name, kind, end] of endings) {
    it(`ends it at once when ${name} in this process`, async () => {
      const accounts = await openAccounts()
      const policies = { authentication: schemesOf(accounts), permissions: [isAuthenticated] }
      const { after, signal } = await watching(policies, headersOf(accounts)[kind])
      expect(await after(0)).toBe(false)
      await end(accounts)
      expect(await after(0)).toBe(true)
      expect(signal.reason).toBeInstanceOf(IdentityEnded)
    })
  }

  it('ends it at once when an admin ends the session by its digest', async () => {
    const accounts = await openAccounts()
    const { sessions, session, ann } = accounts
    const { after } = await watching(
      { authentication: schemesOf(accounts) },
      headersOf(accounts).session,
    )
    const [stored] = await sessions.search({ user: ann }).slice(0, 2)
    await sessions.endByDigest(stored?.digest ?? '')
    expect(await sessions.find(session.id)).toBeNull()
    expect(await after(0)).toBe(true)
  })

  it('ends it at once when a permission would deny its user now', async () => {
    const accounts = await openAccounts()
    await accounts.users.update(accounts.ann, { isStaff: true })
    const policies = { authentication: schemesOf(accounts), permissions: [isAdminUser] }
    const { after } = await watching(policies, headersOf(accounts).token)
    await accounts.users.update(accounts.ann, { isStaff: false })
    expect(await after(0)).toBe(true)
  })

  it('leaves it open when something of another user ends', async () => {
    const accounts = await openAccounts()
    const { tokens, users, bob } = accounts
    await tokens.getOrCreate(bob)
    const { after } = await watching(
      { authentication: schemesOf(accounts) },
      headersOf(accounts).token,
    )
    await tokens.revoke(bob)
    await users.setActive(bob, false)
    expect(await after(3600)).toBe(false)
  })

  it('finds at the interval what nobody has reported', async () => {
    let isValid = true
    const scheme: Scheme = {
      authenticate: () => (isValid ? { user: { pk: 1 }, auth: null } : null),
    }
    const { after } = await watching({ authentication: [scheme] }, {}, { intervalSeconds: 5 })
    isValid = false
    expect(await after(4.9)).toBe(false)
    expect(await after(0.1)).toBe(true)
  })

  it('ends it when the credentials belong to another user', async () => {
    let pk = 1
    const scheme: Scheme = { authenticate: () => ({ user: { pk }, auth: null }) }
    const { after } = await watching({ authentication: [scheme] }, {})
    expect(await after(60)).toBe(false)
    pk = 2
    expect(await after(30)).toBe(true)
  })

  it('ends it when the credentials expire, long before the interval', async () => {
    const accounts = await openAccounts()
    const expires = new Date(Date.now() + 60_000)
    const { key } = await accounts.keys.create(accounts.ann, { name: 'short', scopes: [], expires })
    const headers = { Authorization: `Api-Key ${key}` }
    const policies = { authentication: schemesOf(accounts) }
    const { after } = await watching(policies, headers, { intervalSeconds: 86_400 })
    expect(await after(59)).toBe(false)
    expect(await after(1.1)).toBe(true)
  })

  it('looks again a second after a report, which may precede its commit', async () => {
    const accounts = await openAccounts()
    let isCommitted = false
    const scheme: Scheme = {
      authenticate: () => (isCommitted ? null : { user: accounts.ann, auth: null }),
    }
    const { after } = await watching({ authentication: [scheme] }, {})
    await accounts.tokens.revoke(accounts.ann)
    expect(await after(0.5)).toBe(false)
    isCommitted = true
    expect(await after(0.5)).toBe(true)
  })

  it('throttles and the budget of wrong credentials do not count the checks', async () => {
    const accounts = await openAccounts()
    let attempts = 0
    const counting: Scheme = {
      async authenticate(request) {
        attempts++
        await request.countWrongCredentials()
        return { user: accounts.ann, auth: null }
      },
    }
    const policies = {
      authentication: [counting],
      throttles: [userRateThrottle({ rate: '1/day' })],
    }
    const { after } = await watching(policies, {}, { intervalSeconds: 1 })
    expect(await after(600)).toBe(false)
    expect(attempts).toBe(601)
  })

  it('leaves all open while the database is away, logs it, and ends them afterwards', async () => {
    let state: 'here' | 'away' | 'revoked' = 'here'
    const scheme: Scheme = {
      async authenticate() {
        if (state === 'away') throw new ServiceUnavailable()
        return state === 'here' ? { user: { pk: 1 }, auth: null } : null
      },
    }
    const lines: string[] = []
    const logger = { ...silentLogger, error: (_fields: object, text: string) => lines.push(text) }
    const policies = { authentication: [scheme] }
    const first = await watching(policies, {}, { logger, intervalSeconds: 10 })
    const second = await watching(policies, {}, { logger, intervalSeconds: 10 })
    state = 'away'
    expect(await first.after(59)).toBe(false)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('they stay open until it is possible')
    state = 'revoked'
    expect(await first.after(10)).toBe(true)
    expect(second.signal.aborted).toBe(true)
  })

  it('an external key that was checked too often leaves it open, until a check says more', async () => {
    const tooMany = Object.assign(new Error('Rate limit exceeded.'), { statusCode: 429 })
    const getSession = vi.fn().mockResolvedValue({ user: { id: '1' } })
    const scheme = externalTokenAuthentication({
      auth: { api: { getSession } },
      userOf: () => ({ pk: 1, username: 'ann', isAuthenticated: true, isActive: true }),
      header: 'X-Api-Key',
    })
    const policies = { authentication: [scheme], permissions: [isAuthenticated] }
    const { after } = await watching(policies, { 'X-Api-Key': 'valid' })
    getSession.mockRejectedValueOnce(tooMany)
    expect(await after(31)).toBe(false)
    getSession.mockResolvedValue(null)
    expect(await after(30)).toBe(true)
  })

  it('a defect of a scheme leaves it open as well', async () => {
    let isBroken = false
    const scheme: Scheme = {
      authenticate() {
        if (isBroken) throw new TypeError('a defect')
        return { user: { pk: 1 }, auth: null }
      },
    }
    const { after } = await watching({ authentication: [scheme] }, {})
    isBroken = true
    expect(await after(300)).toBe(false)
  })

  it('checks nothing any more after stop', async () => {
    const accounts = await openAccounts()
    const { after, stop } = await watching(
      { authentication: schemesOf(accounts) },
      headersOf(accounts).token,
    )
    const timers = vi.getTimerCount()
    stop()
    expect(vi.getTimerCount()).toBe(timers - 1)
    await accounts.tokens.revoke(accounts.ann)
    expect(await after(3600)).toBe(false)
  })

  it('two checks do not run at the same time', async () => {
    const accounts = await openAccounts()
    let running = 0
    let most = 0
    const slow: Scheme = {
      async authenticate() {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 3000))
        running--
        return { user: accounts.ann, auth: null }
      },
    }
    const opening = watching({ authentication: [slow] }, {}, { intervalSeconds: 1 })
    await vi.advanceTimersByTimeAsync(3000)
    const { after } = await opening
    for (let time = 0; time < 5; time++) {
      await accounts.tokens.revoke(accounts.ann)
      await after(0.7)
    }
    expect(await after(60)).toBe(false)
    expect(most).toBe(1)
  })

  it('refuses an interval of zero seconds, and an unknown option', async () => {
    const accounts = await openAccounts()
    const policies = { authentication: [basicAuthentication({ users: accounts.users })] }
    await expect(watching(policies, {}, { intervalSeconds: 0 })).rejects.toThrow('intervalSeconds')
    const wrong = { interval: 5 } as WatchIdentityOptions
    await expect(watching(policies, {}, wrong)).rejects.toThrow('Unknown option interval')
  })
})
