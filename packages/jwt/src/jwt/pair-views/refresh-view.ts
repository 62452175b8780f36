import {
  type ApiException,
  type ApiRequest,
  requireCsrf,
  type User,
  type View,
  type ViewOptions,
} from 'turnpike'
import { logSecurityEvent } from 'turnpike/kit'
import * as z from 'zod'
import { InvalidGrant, InvalidScope, RefreshTokenReused } from '../pairs/failures.ts'
import type { TokenPair } from '../pairs/token-pair.ts'
import { tokenField } from './names.ts'
import {
  answerOf,
  answerSchema,
  common,
  scopeField,
  scopesOf,
  type ViewContext,
} from './view-context.ts'

/** POST with a refresh token, in the body or in the cookie, returns the next pair. */
export function refreshView<U extends User>(context: ViewContext<U>): ViewOptions {
  const { names, cookie } = context
  const schema = z.object({
    ...(cookie === null && { [names.refreshField]: tokenField() }),
    scope: scopeField(),
    grant_type: z.literal('refresh_token').optional(),
  })
  return {
    ...common(context),
    name: 'Refresh a token pair',
    description: 'Returns a new access token and replaces the refresh token.',

    operations: {
      post: {
        summary: 'Refresh',
        accepts: schema,
        answers: answerSchema(context),
        raises: [names.refusedToken({}), new InvalidScope()],
        countsFailures: true,
        needsCsrfToken: cookie !== null,
      },
    },

    async post(request: ApiRequest, view: View) {
      if (cookie !== null) await requireCsrf(request, view)
      const sent: Readonly<Record<string, unknown>> = await request.data(schema)
      const token = cookie === null ? sent[names.refreshField] : cookie.read(request)
      const pair =
        typeof token === 'string'
          ? await refreshed(token, scopesOf(sent.scope), context, request, view)
          : null
      if (pair === null) throw refusal(context, request)
      return answerOf(pair, context, request, view)
    },
  }
}

/** The next pair; null when the token is refused, which is logged if it was used twice. */
async function refreshed<U extends User>(
  token: string,
  scopes: readonly string[] | null,
  { pairs }: ViewContext<U>,
  request: ApiRequest,
  { settings }: View,
): Promise<TokenPair<U> | null> {
  try {
    return await pairs.refresh(token, scopes)
  } catch (error) {
    if (error instanceof InvalidGrant) await request.countWrongCredentials()
    else if (error instanceof RefreshTokenReused) {
      const { signInId, pk } = error
      logSecurityEvent(settings.LOGGER, 'refresh.reused', {
        refresh: 'reused',
        signIn: signInId,
        user: pk,
        clientAddress: request.client.address,
      })
    } else throw error
    return null
  }
}

/** Deletes a cookie that is refused. */
const refusal = <U extends User>(
  { names, cookie }: ViewContext<U>,
  request: ApiRequest,
): ApiException =>
  names.refusedToken(cookie === null ? {} : { 'Set-Cookie': cookie.clear(request) })
