import type { View } from 'turnpike'
import { isInMemory } from 'turnpike/internal/caching/memory-stores'
import { credentialsSchema, isMemoryThrottleStore, policyName } from 'turnpike/kit'
import type { Check } from './finding.ts'
import { named, pathsWhere } from './paths.ts'

/** `throttling.credentials` */
export const guessesAreBounded: Check = {
  isForDeploy: true,
  find({ views }) {
    const paths = pathsWhere(
      views,
      (view) =>
        takesPasswords(view) &&
        view.throttles.length === 0 &&
        view.settings.FAILED_CREDENTIALS_RATES.address === null,
    )
    if (paths.length === 0) return []
    return [
      {
        id: 'throttling.credentials',
        severity: 'error',
        message: `Passwords can be guessed without a limit per address at ${named(paths)}.`,
        remedy:
          'Set the address rate of FAILED_CREDENTIALS_RATES, such as 100/15m, or set throttles on the view.',
      },
    ]
  },
}

/** `throttling.memory` */
export const countsAreShared: Check = {
  isForDeploy: true,
  find({ views, config: { workers } }) {
    if (workers === null || workers < 2) return []
    const paths = pathsWhere(views, ({ settings }) =>
      isMemoryThrottleStore(settings.THROTTLE_STORE),
    )
    if (paths.length === 0) return []
    return [
      {
        id: 'throttling.memory',
        severity: 'error',
        message: `Each of the ${workers} workers counts separately, so the limits at ${named(paths)} allow ${workers} times as many requests.`,
        remedy: 'Set THROTTLE_STORE_URL=database, or to the URL of a Redis.',
      },
    ]
  },
}

/** `replays.memory` */
export const replaysAreShared: Check = {
  isForDeploy: true,
  find({ views, config: { workers } }) {
    if (workers === null || workers < 2) return []
    const paths = pathsWhere(views, ({ authentication }) =>
      authentication.some(({ replays }) => replays !== undefined && isInMemory(replays)),
    )
    if (paths.length === 0) return []
    return [
      {
        id: 'replays.memory',
        severity: 'error',
        message: `Each of the ${workers} workers remembers used messages separately, so at ${named(paths)} they can be replayed to the others.`,
        remedy: 'Set replays of the scheme to kyselyReplayStore(db) or redisReplayStore(redis).',
      },
    ]
  },
}

/** `throttling.scope` */
export const scopesAreCounted: Check = {
  isForDeploy: false,
  find: ({ views }) =>
    [...(views ?? [])]
      .filter(([, { throttleScope, throttles }]) => {
        const isRead = throttles.some((throttle) => !ignoresScope.has(policyName(throttle)))
        return throttleScope !== null && !isRead
      })
      .map(([path, { name, throttleScope }]) => ({
        id: 'throttling.scope',
        severity: 'warning',
        message: `${name} at ${path}: no throttle of the view reads its throttleScope ${throttleScope}, so it limits nothing.`,
        remedy:
          'Add scopedRateThrottle() to throttles of the view, or, if the view has none of its own, to DEFAULT_THROTTLE_CLASSES. Or remove throttleScope.',
      })),
}

/** Throttles with a scope of their own. Those of the application may read that of the view. */
const ignoresScope: ReadonlySet<string> = new Set([
  'anonRateThrottle',
  'userRateThrottle',
  'keyRateThrottle',
])

/** `idempotency.memory` */
export const keysAreShared: Check = {
  isForDeploy: true,
  find({ views, config: { workers } }) {
    if (workers === null || workers < 2) return []
    const paths = pathsWhere(
      views,
      ({ idempotency }) => idempotency !== null && isInMemory(idempotency.store),
    )
    if (paths.length === 0) return []
    return [
      {
        id: 'idempotency.memory',
        severity: 'error',
        message: `Each of the ${workers} workers keeps idempotency keys separately, so at ${named(paths)} a repeat that reaches another one is carried out again.`,
        remedy:
          'Remove IDEMPOTENCY_STORE from the settings of the application, so that the database keeps the keys, or set it to redisIdempotencyStore(redis).',
      },
    ]
  },
}

/** The token endpoint and the login view accept passwords in the body. */
const takesPasswords = ({ operations }: View) =>
  operations.get('POST')?.accepts === credentialsSchema()
