import type { User } from '../../accounts/user.ts'
import type { Scheme } from '../../authentication/scheme.ts'
import {
  type SessionAuthenticationOptions,
  sessionAuthentication,
} from '../../authentication/session.ts'
import { sessionIdOf } from '../../authentication/session-cookies.ts'
import { ApiException } from '../../errors/api-exception.ts'
import { PermissionDenied } from '../../errors/exceptions.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Handler, View } from '../../views/view.ts'
import { auditRefused } from './audit.ts'
import type { Admin, Visit } from './visit.ts'

/**
 * Sessions alone, for a browser sends other credentials along without being asked. Refusals are
 * audited.
 */
export function auditedSessions<U extends User>(
  options: SessionAuthenticationOptions<U>,
): Scheme<U> {
  const scheme = sessionAuthentication(options)
  return {
    ...scheme,
    async authenticate(request, view) {
      try {
        return await scheme.authenticate(request, view)
      } catch (error) {
        if (error instanceof PermissionDenied) {
          const id = sessionIdOf(request, view)
          const actor = (id && (await options.sessions.find(id))?.user) || null
          const audited = { request: request as ApiRequest, view: view as View, actor }
          auditRefused(audited, 'admin.enter', error.message)
        }
        throw error
      }
    },
  }
}

/**
 * The handler for staff alone. Who is not signed in is sent to the login page, and from there back;
 * who is signed in and not staff is refused.
 */
export function forStaff<U extends User>(
  admin: Admin<U>,
  loginUrl: string,
  handle: (visit: Visit<U>) => ReturnType<Handler>,
): Handler {
  return (request, view) => {
    if (!request.isIdentified) throw new SignInFirst(loginUrl, request)

    // The one scheme of the view is that of the sessions of these users.
    const actor = request.user as U
    if (!actor.isStaff) {
      auditRefused({ request, view, actor }, 'admin.enter', 'not staff')
      throw new PermissionDenied(
        `You are signed in as ${actor.username}, who is not staff. Sign out and sign in as somebody who is.`,
      )
    }
    return handle({ admin, request, view, actor })
  }
}

/** 302: the way to a page leads over the login page. */
class SignInFirst extends ApiException {
  static override readonly status = 302
  static override readonly detail = 'Sign in first.'
  static override readonly code = 'not_authenticated'

  constructor(loginUrl: string, { url, baseUrl }: ApiRequest) {
    const next = encodeURIComponent(url.slice(baseUrl.length))
    super(undefined, undefined, { headers: { Location: `${loginUrl}?next=${next}` } })
  }
}
