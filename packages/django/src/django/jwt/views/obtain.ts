import {
  type ApiRequest,
  charField,
  NonFieldError,
  type User,
  type View,
  type ViewOptions,
} from 'turnpike'
import { signIn, signInOperation } from 'turnpike/kit'
import * as z from 'zod'
import { noAccount } from '../failures.ts'
import { answer, common, type JwtContext } from './context.ts'

/** POST with a username and a password returns a pair, as `TokenObtainPairView`. */
export function obtainView<U extends User>(context: JwtContext<U>): ViewOptions {
  const { usernameField: field, users, issue, options } = context
  // simplejwt trims the password, too.
  const schema = z.object({
    [field]: charField(),
    password: charField().meta({ format: 'password' }),
  })
  const operation = signInOperation()
  return {
    ...common(context),
    name: 'Token Obtain Pair',
    description: 'Returns an access token and a refresh token for a username and a password.',

    operations: {
      post: {
        ...operation,
        summary: 'Sign in',
        accepts: schema,
        answers: z.looseObject({ refresh: z.string(), access: z.string() }),
        raises: [...operation.raises, noAccount()],
      },
    },

    async post(request: ApiRequest, view: View) {
      const sent: Readonly<Record<string, string | undefined>> = await request.data(schema)
      const credentials = { username: sent[field] ?? '', password: sent.password ?? '' }
      const signingIn = signIn(credentials, users, request, view, async ({ user }) => ({
        user,
        ...(await issue(user)),
      }))
      const { user, refresh, access } = await signingIn.catch((error) => {
        throw error instanceof NonFieldError ? noAccount() : error
      })
      return answer({ refresh, access, ...options.extraFields?.(user, request) })
    },
  }
}
