import type { DetailInput } from './error-detail.ts'
import { PermissionDenied } from './exceptions.ts'

/*
 * How a denial becomes a 401 or a 403:
 *
 * 1. A denial is raised. By a scheme that finds wrong credentials: AuthenticationFailed, 401. By a
 *    permission (permissions/check.ts): NotAuthenticated, 401, if no scheme authenticated the
 *    request and the view has schemes; otherwise PermissionDenied, 403.
 * 2. `settleChallenge`, below, leaves a 403 alone. A 401 keeps its status if the view's first
 *    scheme has a challenge (`Scheme.challenge`), and becomes a 403 if it has none.
 *
 * The one exception is `CHALLENGE_PROFILE: 'oauth'`, off by default. If credentials are valid and
 * allow too little, views/steps/insufficient-credentials.ts asks the scheme that has authenticated
 * the request for a challenge: a 403 with it for a missing scope (RFC 6750 §3.1), a 401 with it for
 * a sign-in that is too weak or too old (RFC 9470 §3).
 *
 * errors/exception-handler.ts calls it for exceptions, views/answers/answer.ts for every response.
 */

/** Whether a response asks its client to authenticate, and how. */
export interface Settled {
  readonly status: number
  /** The value of `WWW-Authenticate`; null for a response without it. */
  readonly challenge: string | null
}

/**
 * Decides between 401 and 403. Every 401 carries a challenge and no 403 does: a 401 without a
 * challenge is sent as 403 (spec, Resolution rules 7 and 9).
 *
 * @param own the response's own challenge, or null.
 * @param challengeOfView the challenge of the view's first scheme, or null. Called for a 401
 *   without its own.
 * @param keepsOn403 whether a 403 keeps its own challenge, with `CHALLENGE_PROFILE: 'oauth'`.
 */
export function settleChallenge(
  status: number,
  own: string | null,
  challengeOfView: () => string | null,
  keepsOn403 = false,
): Settled {
  if (status === 403) return { status, challenge: keepsOn403 ? own : null }
  if (status !== 401) return { status, challenge: own }

  const challenge = own ?? challengeOfView()
  return challenge === null ? { status: 403, challenge } : { status, challenge }
}

/**
 * With `CHALLENGE_PROFILE: 'oauth'`, the denial of a request whose credentials are valid and allow
 * too little. 403, or 401 when the user has to sign in again (RFC 9470 §3).
 */
export class InsufficientCredentials extends PermissionDenied {
  override readonly status: 401 | 403
  /** The value of `WWW-Authenticate`, which says how to get better ones. */
  readonly challenge: string

  constructor(
    status: 401 | 403,
    challenge: string,
    detail: DetailInput | undefined,
    code: string | undefined,
  ) {
    super(detail, code)
    this.status = status
    this.challenge = challenge
  }
}
