import type { View } from 'turnpike'
import { isMemoryReplayStore } from 'turnpike/internal/http/replays/memory-store'
import { credentialsSchema, isMemoryThrottleStore } from 'turnpike/kit'
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
      authentication.some(({ replays }) => replays !== undefined && isMemoryReplayStore(replays)),
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

/** The token endpoint and the login view accept passwords in the body. */
const takesPasswords = ({ operations }: View) =>
  operations.get('POST')?.accepts === credentialsSchema()
