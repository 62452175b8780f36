import { ApiException } from '../errors/api-exception.ts'
import { type AuthenticationFailed, SuspiciousRequest } from '../errors/exceptions.ts'
import type { HttpRequest } from '../http/http-request.ts'
import type { AuthenticatedView, Identity, Scheme } from './scheme.ts'

/** An identity, and the scheme that established it. */
export interface Authenticated {
  readonly identity: Identity
  readonly scheme: Scheme
}

/**
 * The identity from the first scheme of the view that succeeds; null when none is attempted.
 *
 * @throws ApiException when a scheme fails the request; no further scheme is tried.
 * @throws SchemeError when a scheme has a defect, which must never look like "anonymous" (spec,
 *   Custom schemes).
 */
export async function authenticate(
  request: HttpRequest,
  view: AuthenticatedView,
): Promise<Authenticated | null> {
  for (const scheme of view.authentication) {
    let identity: unknown
    try {
      identity = scheme.authenticate(request, view)
      // Most return null at once, and waiting would cost time.
      if (identity !== null) identity = await identity
    } catch (error) {
      if (error instanceof ApiException || error instanceof SuspiciousRequest) throw error
      throw new SchemeError('An authentication scheme failed.', { cause: error })
    }
    if (identity === null) continue
    if (isIdentity(identity)) return { identity, scheme }
    throw new SchemeError(
      'An authentication scheme must return { user, auth }, or null when it is not attempted.',
    )
  }
  return null
}

/**
 * The challenge of a view: that of its first scheme, or null. An empty challenge counts as none.
 *
 * @param failure the exception of a scheme; undefined when none was raised.
 */
export const challengeOf = (
  view: AuthenticatedView,
  request: HttpRequest,
  failure?: AuthenticationFailed,
): string | null => view.authentication[0]?.challenge?.(request, failure, view) || null

/** The scheme's name in logs and documentation. */
export const nameOf = ({ name = 'unnamed' }: Scheme): string => name

/** A defect inside a scheme: a 500 with its cause, whatever the class of the cause. */
export class SchemeError extends Error {
  override readonly name = 'SchemeError'
}

const isIdentity = (value: unknown): value is Identity =>
  typeof value === 'object' && value !== null && 'user' in value && 'auth' in value
