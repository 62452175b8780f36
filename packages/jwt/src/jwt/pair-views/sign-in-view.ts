import {
  type ApiRequest,
  NonFieldError,
  requireCsrf,
  type User,
  type View,
  type ViewOptions,
} from 'turnpike'
import { credentialsSchema, csrfAnswer, csrfOperation, signIn, signInOperation } from 'turnpike/kit'
import * as z from 'zod'
import { InvalidScope } from '../pairs/failures.ts'
import {
  answerOf,
  answerSchema,
  common,
  scopeField,
  scopesOf,
  type ViewContext,
} from './view-context.ts'

/** POST with `username` and `password` returns a pair. With a cookie, GET sets the CSRF cookie. */
export function signInView<U extends User>(context: ViewContext<U>): ViewOptions {
  const { pairs, names, cookie } = context
  const operation = signInOperation()
  const schema = credentialsSchema().extend({
    scope: scopeField(),
    grant_type: z.literal('password').optional(),
  })
  return {
    ...common(context),
    name: 'Sign in for a token pair',
    description: 'Returns an access token and a refresh token for a username and password.',

    ...(cookie !== null && { get: csrfAnswer }),
    operations: {
      ...(cookie !== null && { get: csrfOperation() }),
      post: {
        ...operation,
        summary: 'Sign in',
        accepts: schema,
        answers: answerSchema(context),
        raises: [...operation.raises, new InvalidScope()],
        needsCsrfToken: cookie !== null,
      },
    },

    async post(request: ApiRequest, view: View) {
      if (cookie !== null) await requireCsrf(request, view)
      const sent = await request.data(schema)
      const scopes = scopesOf(sent.scope)
      const signingIn = signIn(sent, pairs.users, request, view, ({ user, passwordStamp }) =>
        pairs.issue(user, { scopes, passwordStamp }),
      )
      const pair = await signingIn.catch((error) => {
        throw error instanceof NonFieldError ? (names.refusedSignIn?.() ?? error) : error
      })
      return answerOf(pair, context, request, view)
    },
  }
}
