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
import { TranslatableMessage } from '../../languages/message.ts'
import type { Permission } from '../../permissions/permission.ts'
import type { Handler, View } from '../../views/view.ts'
import { loadPageTexts } from '../translate.ts'
import { auditRefused } from './audit.ts'
import type { Admin, Visit } from './visit.ts'

/**
 * Accepts only sessions, because browsers send other credentials without being asked. Denials are
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

/** Says that staff only get in. `forStaff` asks for them, because it redirects the others. */
export const askedByHandlers: Permission = {
  name: 'askedByHandlers',
  hasPermission: () => true,
  audience: () => 'some-users',
}

/**
 * Restricts a handler to staff. Clients that are not signed in are redirected to the login page and
 * back; users who are not staff are denied.
 */
export function forStaff<U extends User>(
  admin: Admin<U>,
  loginUrl: string,
  handle: (visit: Visit<U>) => ReturnType<Handler>,
): Handler {
  return async (request, view) => {
    if (!request.isIdentified) throw new SignInFirst(loginUrl, request)

    // The view's only scheme is that of these users' sessions.
    const actor = request.user as U
    if (!actor.isStaff) {
      auditRefused({ request, view, actor }, 'admin.enter', 'not staff')
      throw new PermissionDenied(
        new TranslatableMessage(
          'You are signed in as {username}, who is not staff. Sign out, then sign in as a staff user.',
          { username: actor.username },
        ),
      )
    }
    await loadPageTexts(view.languages)
    return handle({ admin, request, view, actor })
  }
}

/** 302 to the login page. */
class SignInFirst extends ApiException {
  static override readonly status = 302
  static override readonly detail = 'Sign in first.'
  static override readonly code = 'not_authenticated'

  constructor(loginUrl: string, { url, baseUrl }: ApiRequest) {
    const next = encodeURIComponent(url.slice(baseUrl.length))
    super(undefined, undefined, { headers: { Location: `${loginUrl}?next=${next}` } })
  }
}
