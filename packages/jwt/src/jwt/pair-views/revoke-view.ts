import {
  type ApiRequest,
  ApiResponse,
  requireCsrf,
  type User,
  type View,
  type ViewOptions,
} from 'turnpike'
import * as z from 'zod'
import { tokenField } from './names.ts'
import { common, type ViewContext } from './view-context.ts'

/** POST with a refresh token, in the body or in the cookie, ends its sign-in (RFC 7009 §2). */
export function revokeView<U extends User>(context: ViewContext<U>): ViewOptions {
  const { pairs, names, cookie } = context
  const schema = z.object({
    ...(cookie === null && { [names.revokeField]: tokenField() }),
    token_type_hint: z.string().optional(),
  })
  return {
    ...common(context),
    name: 'Revoke a token pair',
    description: 'Ends the sign-in of a refresh token. An unknown token is not an error.',

    operations: {
      post: {
        summary: 'Sign out',
        accepts: schema,
        answers: z.object({}),
        needsCsrfToken: cookie !== null,
      },
    },

    async post(request: ApiRequest, view: View) {
      if (cookie !== null) await requireCsrf(request, view)
      const sent: Readonly<Record<string, unknown>> = await request.data(schema)
      const token = cookie === null ? sent[names.revokeField] : cookie.read(request)
      if (typeof token === 'string') await pairs.revoke(token)
      return new ApiResponse({}, 200, {
        'Cache-Control': 'no-store',
        ...(cookie !== null && { 'Set-Cookie': cookie.clear(request) }),
      })
    },
  }
}
