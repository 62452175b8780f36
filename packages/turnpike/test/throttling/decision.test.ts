import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  anonRateThrottle,
  createApi,
  routes,
  type ThrottleDecision,
  type ThrottleStore,
  usageView,
} from '../../src/index.ts'
import { credentialBudget } from '../../src/throttling/credential-budget.ts'

/** A store whose decisions are these, whatever it is asked. */
function deciding(decision: unknown): ThrottleStore {
  const decide = async () => decision as ThrottleDecision
  return { take: decide, peek: decide, giveBack() {} }
}

/** An app that such a store throttles, and what it logs. */
function serve(decision: unknown, isShown: boolean) {
  const logged: { err?: Error }[] = []
  const throttles = [anonRateThrottle({ rate: '5/min' })]
  const api = createApi({
    RATE_LIMIT_HEADERS: isShown,
    THROTTLE_STORE: deciding(decision),
    LOGGER: { ...silentLogger, error: (fields: object) => logged.push(fields) },
  })
  const client = testClient(
    routes(api, {
      '/': api.view({ throttles, get: () => new ApiResponse('fine') }),
      '/usage/': api.view({ ...usageView({ throttles }), permissions: [] }),
    }),
  )
  return { client, logged }
}

const malformed = [
  undefined,
  null,
  true,
  {},
  { allowed: 'false' },
  { allowed: 1 },
  { allowed: false },
  { allowed: false, wait: Number.NaN },
  { allowed: false, wait: Number.POSITIVE_INFINITY },
  { allowed: false, wait: -5 },
  { allowed: false, wait: '7' },
  { allowed: true, remaining: Number.NaN },
  { allowed: true, remaining: -3 },
  { allowed: true, remaining: Number.POSITIVE_INFINITY },
  { allowed: true, remaining: null },
  { allowed: true, remaining: 1, reset: Number.NaN },
].map((decision) => [decision])

describe('the decision of a throttle store of your own', () => {
  it.each(malformed)(
    'a malformed decision is a 500 with the method of the store in the log, and never no limit: %o',
    async (decision) => {
      for (const isShown of [false, true]) {
        const { client, logged } = serve(decision, isShown)
        expect((await client.get('/')).status).toBe(500)
        expect(logged[0]?.err?.message).toMatch(
          /^What take\(\) of the throttle store returns must be { allowed: true }, or /,
        )
      }
    },
  )

  it.each(malformed)('a malformed decision is no usage: %o', async (decision) => {
    const { client, logged } = serve(decision, false)
    expect((await client.get('/usage/')).status).toBe(500)
    expect(logged[0]?.err?.message).toMatch(/^What peek\(\) of the throttle store returns must be /)
  })

  it.each(malformed)('a malformed decision lets no credentials through: %o', async (decision) => {
    const rates = { address: '2/min', username: null }
    const budget = credentialBudget(rates, deciding(decision))
    const client = { address: '192.0.2.1', scheme: 'http', host: 'a' } as const
    for (const _ of ['first', 'second', 'third']) {
      const attempt = budget.attempt(client, 'ann', async () => 'checked')
      await expect(attempt).rejects.toThrow('What take() of the throttle store returns must be')
    }
  })

  it.each([
    [{ allowed: true }, 200, null],
    [{ allowed: true, remaining: 2, reset: -0.5 }, 200, null],
    [{ allowed: false, wait: 0 }, 429, null],
    [{ allowed: false, wait: null }, 429, null],
    [{ allowed: false, wait: 1.5 }, 429, '2'],
  ])('a decision of a store is taken as it is: %j', async (decision, status, retryAfter) => {
    for (const isShown of [false, true]) {
      const answer = await serve(decision, isShown).client.get('/')
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([status, retryAfter])
    }
  })
})
