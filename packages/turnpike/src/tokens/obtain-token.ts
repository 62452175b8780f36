import * as z from 'zod'
import type { Token, TokenStore } from '../accounts/token-store.ts'
import type { User } from '../accounts/user.ts'
import type { UserStore } from '../accounts/user-store.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import { formParser } from '../parsing/form.ts'
import { jsonParser } from '../parsing/json.ts'
import { multipartParser } from '../parsing/multipart.ts'
import { allowAny } from '../permissions/built-in.ts'
import { jsonRenderer } from '../rendering/json.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { credentialsSchema, signIn, signInOperation } from '../views/credentials.ts'
import type { View, ViewOptions } from '../views/view.ts'

export interface ObtainTokenOptions<U extends User> {
  /** Verifies the passwords. */
  users: Pick<UserStore<U>, 'verify'>
  /** Finds and creates tokens. */
  tokens: Pick<TokenStore<U>, 'getOrCreate'>
  /** Further fields of the response: `({ user }) => ({ user_id: user.pk, email: user.email })`. */
  extraFields?: (token: Token<U>, request: ApiRequest) => Record<string, unknown>
  /** Throttles. Default none. */
  throttles?: readonly Throttle[]
  /** The scope for scoped rates. Default null. */
  throttleScope?: string | null
}

/**
 * For clients with the types of the service. A condition that is always true, like those of
 * views/carried.ts, because its name is not public.
 */
type TokenMethods<U> = [U] extends [unknown]
  ? {
      post: {
        input: { username: string; password: string }
        /** With the `extraFields`. */
        output: { token: string; [field: string]: unknown }
      }
    }
  : never

const tokenSchema = () => z.looseObject({ token: z.string().describe('The key of the token.') })

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
 * The token-issuing view: POST with `username` and `password`, as JSON or a form, returns
 * `{ "token": key }`.
 *
 * The user's token is created if missing. The view always uses JSON and has no permissions,
 * whatever the settings say. The settings' schemes apply, so an invalid Authorization header fails
 * the request.
 */
export function obtainToken<U extends User>(
  options: ObtainTokenOptions<U>,
): ViewOptions & { readonly carried?: TokenMethods<U> } {
  obtainTokenOptions.require(options)
  const { users, tokens, extraFields, throttles = [], throttleScope = null } = options
  return {
    name: 'Obtain token',
    description: 'Returns the token of the user whose username and password are sent.',
    permissions: [allowAny],
    throttles,
    throttleScope,
    renderers: [jsonRenderer()],
    parsers: [jsonParser(), formParser(), multipartParser()],
    atomic: false,

    operations: {
      post: { ...signInOperation(), answers: tokenSchema() },
    },

    async post(request: ApiRequest, view: View) {
      const sent = await request.data(credentialsSchema())
      const token = await signIn(sent, users, request, view, (verified) =>
        tokens.getOrCreate(verified.user, verified),
      )
      const body = { token: token.key, ...extraFields?.(token, request) }
      return new ApiResponse(body, 200, { 'Cache-Control': 'no-store' })
    },
  }
}
