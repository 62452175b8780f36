import { z } from 'zod'
import type { Token, TokenStore } from '../accounts/token-store.ts'
import type { User } from '../accounts/user.ts'
import type { UserStore } from '../accounts/user-store.ts'
import { ServiceUnavailable } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import { formParser } from '../parsing/form.ts'
import { jsonParser } from '../parsing/json.ts'
import { multipartParser } from '../parsing/multipart.ts'
import { jsonRenderer } from '../rendering/json.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { credentialsSchema, signIn } from '../views/credentials.ts'
import type { View, ViewOptions } from '../views/view.ts'

export interface ObtainTokenOptions<U extends User> {
  /** Who checks the passwords. */
  users: Pick<UserStore<U>, 'verify'>
  /** Where tokens are found and made. */
  tokens: Pick<TokenStore<U>, 'getOrCreate'>
  /** Further fields of the answer: `({ user }) => ({ user_id: user.pk, email: user.email })`. */
  extraFields?: (token: Token<U>, request: ApiRequest) => Record<string, unknown>
  /** Throttles. Default none. */
  throttles?: readonly Throttle[]
  /** The scope that scoped rates count. Default null. */
  throttleScope?: string | null
}

const tokenSchema = z.looseObject({ token: z.string().describe('The key of the token.') })

export const obtainTokenOptions = knownOptions<ObtainTokenOptions<User>>(
  'obtainToken()',
  {
    users: 'required',
    tokens: 'required',
    extraFields: 'optional',
    throttles: 'optional',
    throttleScope: 'optional',
  },
  { isOpen: true },
)

/**
 * The token-issuing view: POST `username` and `password`, as JSON or a form, answers `{ "token":
 * key }`.
 *
 * The user's token is created when missing. It is always JSON, without permissions, whatever the
 * settings say; the settings' schemes apply, so a failing Authorization header fails the request.
 */
export function obtainToken<U extends User>(options: ObtainTokenOptions<U>): ViewOptions {
  obtainTokenOptions.require(options)
  const { users, tokens, extraFields, throttles = [], throttleScope = null } = options
  return {
    name: 'Obtain token',
    description: 'Answers the token of the user whose username and password are sent.',
    permissions: [],
    throttles,
    throttleScope,
    renderers: [jsonRenderer()],
    parsers: [jsonParser(), formParser(), multipartParser()],

    operations: {
      post: {
        accepts: credentialsSchema,
        answers: tokenSchema,
        raises: [new ServiceUnavailable()],
        countsFailures: true,
      },
    },

    async post(request: ApiRequest, view: View) {
      const sent = await request.data(credentialsSchema)
      const token = await signIn(sent, users, request, view, (verified) =>
        tokens.getOrCreate(verified.user, verified),
      )
      const body = { token: token.key, ...extraFields?.(token, request) }
      return new ApiResponse(body, 200, { 'Cache-Control': 'no-store' })
    },
  }
}
