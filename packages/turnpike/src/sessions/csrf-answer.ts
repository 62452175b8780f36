import * as z from 'zod'
import { csrfTokenOf, csrfTokensOf } from '../authentication/csrf/csrf.ts'
import { csrfCookie, sessionIdOf } from '../authentication/session-cookies.ts'
import type { Operation } from '../http/operation.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import type { View } from '../views/view.ts'

/** Shows the CSRF token, and where to send it, to clients that cannot read the cookie. */
export function csrfAnswer(request: ApiRequest, view: View): ApiResponse {
  const { SECRET_KEYS, CSRF_HEADER_NAME, CSRF_FIELD_NAME } = view.settings
  const tokens = csrfTokensOf(view)
  const token = csrfTokenOf(request, view) ?? tokens.create(SECRET_KEYS, sessionIdOf(request, view))
  const body = {
    csrf_token: tokens.mask(token),
    csrf_header: CSRF_HEADER_NAME,
    csrf_field: CSRF_FIELD_NAME,
  }
  return new ApiResponse(body, 200, {
    'Set-Cookie': csrfCookie(token, request, view),
    'Cache-Control': 'no-store',
  })
}

/** Its documentation. */
export const csrfOperation = () =>
  ({
    summary: 'Ask for the CSRF token',
    answers: z.object({
      csrf_token: z.string(),
      csrf_header: z.string(),
      csrf_field: z.string(),
    }),
  }) satisfies Operation
