import { onRevocation, type RevocationSubject } from '../accounts/revocations/report.ts'
import { digestOf } from '../accounts/session-record.ts'
import { fieldOf, type User } from '../accounts/user.ts'
import type { Api } from '../api.ts'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { Logger } from '../http/logger.ts'
import type { ApiRequest } from '../http/request.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import type { Admittance } from './admission.ts'
import { recheckTimer } from './recheck-timer.ts'

export interface WatchIdentityOptions {
  /** Seconds from one check to the next, 1 to 86,400. Default 30. */
  intervalSeconds?: number
}

const watchIdentityOptions = knownOptions<WatchIdentityOptions>('watchIdentity()', {
  intervalSeconds: wholeNumber({ least: 1, most: 86_400, of: 'seconds' }),
})

/** A watch over the sender of an open connection. */
export interface IdentityWatch {
  /** Aborted, with an `IdentityEnded` as its reason, when the connection must be closed. */
  readonly signal: AbortSignal
  /** Ends the watch: call it when the connection is closed. */
  stop(): void
}

/** The sender of an open connection would be refused now. */
export class IdentityEnded extends Error {
  override readonly name = 'IdentityEnded'

  constructor() {
    super('The credentials of the connection have ended, or no longer allow it.')
  }
}

/**
 * Watches who was let in, for as long as the connection is open:
 *
 * ```ts
 * const watch = watchIdentity(api, admission)
 * watch.signal.addEventListener('abort', () => socket.close(4401, 'Sign in again.'))
 * socket.once('close', () => watch.stop())
 * ```
 *
 * The schemes look the same credentials up again, and the permissions are checked: at an interval,
 * when the credentials expire, and at once when a store in this process ends the token, the session
 * or the API key, or changes the user. Revocations by other processes are found at the interval.
 *
 * While it cannot be known, because a database is away, the connection stays open: an outage must
 * not close all of them. It is logged, and checked again at the interval.
 *
 * @throws ConfigurationError when an option is invalid.
 */
export function watchIdentity(
  api: Pick<Api, 'settings'>,
  { request, isStillAllowed }: Admittance,
  options: WatchIdentityOptions = {},
): IdentityWatch {
  watchIdentityOptions.require(options)
  const { intervalSeconds = 30 } = options
  const controller = new AbortController()
  const logOutage = outageLogOf(api.settings.LOGGER)
  const timer = recheckTimer({
    interval: intervalSeconds * 1000,
    expires: expiryOf(request),
    check: isStillAllowed,
    onUnknown: logOutage,
    onEnd() {
      stopListening()
      controller.abort(new IdentityEnded())
    },
  })
  const stopListening = onRevocation(subjectsOf(request), timer.checkSoon)
  return {
    signal: controller.signal,
    stop() {
      stopListening()
      timer.stop()
    },
  }
}

/** What a revocation may be about, if it concerns the sender of the request. */
function subjectsOf({ user, auth, cookies, credential }: ApiRequest): RevocationSubject[] {
  const pk = fieldOf(user, 'pk') as User['pk'] | undefined
  return [
    ...(pk === undefined ? [] : [{ user: { pk } }]),
    ...(credential === null ? [] : [{ apiKey: { id: credential } }]),
    // One of them may be the id of a session.
    ...(auth === null ? [...cookies.values()].map(digestOf) : []).map((sessionDigest) => ({
      sessionDigest,
    })),
  ]
}

/** `expires` of the credentials, as JWTs and API keys have it; null if they have none. */
function expiryOf({ auth }: ApiRequest): Date | null {
  const expires = typeof auth === 'object' && auth !== null && 'expires' in auth && auth.expires
  return expires instanceof Date ? expires : null
}

/** Milliseconds from one line to the next: an outage concerns thousands of connections. */
const logInterval = 60_000

const outageLogOf = memoizeByIdentity((logger: Logger) => {
  let logged = -Infinity
  return (error: unknown): void => {
    if (performance.now() < logged + logInterval) return
    logged = performance.now()
    logger.error(
      { err: error },
      'The identities of open connections cannot be checked: they stay open until it is possible.',
    )
  }
})
