import { recordOf } from '../rules/list.ts'
import { objectWith } from '../rules/object.ts'
import { policies } from '../rules/policy.ts'
import { orNull, type TextRule } from '../rules/rule.ts'
import { trueOrFalse } from '../rules/text.ts'
import type { CredentialRates } from '../throttling/credential-budget.ts'
import { memoryThrottleStore } from '../throttling/memory-store.ts'
import { rate, throttleRate } from '../throttling/rate.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { ThrottleStore } from '../throttling/throttle-store.ts'
import { setting } from './setting.ts'

const credentialRates: TextRule<CredentialRates> = recordOf(orNull(rate), {
  of: 'rates by address and by username',
  example: { address: '100/15m', username: '10/15m' },
  names: ['address', 'username'],
})

/** How often clients may ask, and how often they may be wrong. */
export const throttlingSettings = {
  /**
   * Throttles of views without their own. Default none.
   *
   * @see docs/throttling.md
   */
  DEFAULT_THROTTLE_CLASSES: setting(policies<Throttle>('throttles'), () => []),

  /**
   * Rates by scope; null means no limit. Default `{ anon: null, user: null }`.
   *
   * @see docs/throttling.md#rates
   */
  DEFAULT_THROTTLE_RATES: setting(
    recordOf(orNull(throttleRate), {
      of: 'rates by scope',
      example: { anon: '100/day', user: null },
    }),
    () => ({ anon: null, user: null }),
  ),

  /**
   * How many wrong credentials are accepted from an address, and for a username from an address, by
   * Basic, Token, the token endpoint and login; beyond that, the answer is a 429. Null for one of
   * them: it has no limit; `{ address: null, username: null }`: there is none at all.
   * Default `{ address: '100/15m', username: '10/15m' }`.
   *
   * @see docs/throttling.md#wrong-credentials
   */
  FAILED_CREDENTIALS_RATES: setting(credentialRates, () => ({
    address: '100/15m',
    username: '10/15m',
  })),

  /**
   * Whether the answers of throttled views have `RateLimit-Policy`, the rates of the view, and
   * `RateLimit`, what remains of them. Default false.
   *
   * @see docs/throttling.md#what-remains
   */
  RATE_LIMIT_HEADERS: setting(trueOrFalse, () => false),

  /**
   * Store of throttles without their own; the service sets it from `THROTTLE_STORE_URL`. Default
   * `memoryThrottleStore()`.
   *
   * @see docs/throttling.md#one-count-for-several-processes
   */
  THROTTLE_STORE: setting(
    objectWith<ThrottleStore>('a throttle store', ['take', 'peek', 'giveBack']),
    memoryThrottleStore,
  ),
}
