import type { SessionStore } from '../accounts/session-store.ts'
import { requireCsrf } from '../authentication/csrf/csrf.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import { parseMediaType } from '../http/syntax/media-type.ts'
import { formParser } from '../parsing/form.ts'
import { jsonParser } from '../parsing/json.ts'
import { multipartParser } from '../parsing/multipart.ts'
import { allowAny } from '../permissions/built-in.ts'
import type { View, ViewOptions } from '../views/view.ts'
import { endSession } from './session.ts'

export interface LogoutViewOptions {
  /** The store of the sessions. */
  sessions: Pick<SessionStore, 'end'>
}

export const logoutViewOptions = knownOptions<LogoutViewOptions>(
  'logoutView()',
  {
    sessions: 'required',
  },
  { isOpen: true },
)

/**
 * The sign-out view: POST ends the session and clears its cookie. It answers with a redirect to
 * `LOGOUT_REDIRECT_URL`, or with 204 if the request has `Content-Type: application/json`. Everyone
 * needs the CSRF token; otherwise any page could sign its visitors out.
 */
export function logoutView(options: LogoutViewOptions): ViewOptions {
  logoutViewOptions.require(options)
  const { sessions } = options
  return {
    name: 'Logout',
    description: 'Ends the session of the browser.',
    authentication: [],
    permissions: [allowAny],
    parsers: [jsonParser(), formParser(), multipartParser()],
    atomic: false,

    operations: {
      post: {
        summary: 'Sign out',
        status: 204,
        redirects: 'After a request without JSON: to the path in the settings.',
        needsCsrfToken: true,
      },
    },

    async post(request: ApiRequest, view: View) {
      await requireCsrf(request, view)
      const headers = await endSession(sessions, request, view)
      if (isJson(request)) return new ApiResponse(undefined, 204, headers)

      headers.set('Location', view.settings.LOGOUT_REDIRECT_URL)
      return new ApiResponse(undefined, 302, headers)
    },
  }
}

const isJson = ({ headers }: ApiRequest): boolean =>
  parseMediaType(headers.get('Content-Type') ?? '')?.essence === 'application/json'
