import * as z from 'zod'
import type { SessionStore } from '../accounts/session-store.ts'
import type { User } from '../accounts/user.ts'
import type { UserStore } from '../accounts/user-store.ts'
import { requireCsrf } from '../authentication/csrf/csrf.ts'
import { formField, isForm } from '../authentication/csrf/form-field.ts'
import { ValidationError } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import { formParser } from '../parsing/form.ts'
import { jsonParser } from '../parsing/json.ts'
import { multipartParser } from '../parsing/multipart.ts'
import { allowAny } from '../permissions/built-in.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { credentialsSchema, signIn, signInOperation } from '../views/credentials.ts'
import type { View, ViewOptions } from '../views/view.ts'
import { csrfAnswer, csrfOperation } from './csrf-answer.ts'
import { nextPath } from './next-path.ts'
import { startSession } from './session.ts'

export interface LoginViewOptions<U extends User> {
  /** Verifies the passwords. */
  users: Pick<UserStore<U>, 'verify'>
  /** The store of the sessions. */
  sessions: Pick<SessionStore<U>, 'create' | 'end'>
  /** Default: those of the settings. */
  renderers?: readonly Renderer[]
  /** Throttles. Default none. */
  throttles?: readonly Throttle[]
  /** The scope for scoped rates. Default null. */
  throttleScope?: string | null
}

export const loginViewOptions = knownOptions<LoginViewOptions<User>>(
  'loginView()',
  {
    users: 'required',
    sessions: 'required',
    renderers: 'optional',
    throttles: 'optional',
    throttleScope: 'optional',
  },
  { isOpen: true },
)

/**
 * The sign-in view: GET sets the CSRF cookie; POST with `username` and `password` starts a session.
 *
 * A form gets a redirect to the path in `next` or to `LOGIN_REDIRECT_URL`, or a 200 with the errors
 * when it is invalid. JSON gets a 200 with `{ "username": ... }`, or a 400. Every POST needs the
 * CSRF token. No scheme is tried: nobody needs to be authenticated here.
 */
export function loginView<U extends User>(options: LoginViewOptions<U>): ViewOptions {
  loginViewOptions.require(options)
  const { users, sessions, renderers, throttles = [], throttleScope = null } = options
  return {
    name: 'Login',
    description: 'Starts a session for the user whose username and password are sent.',
    page: 'login',
    authentication: [],
    permissions: [allowAny],
    throttles,
    throttleScope,
    ...(renderers !== undefined && { renderers }),
    parsers: [jsonParser(), formParser(), multipartParser()],
    atomic: false,

    operations: {
      get: csrfOperation(),
      post: {
        ...signInOperation(),
        summary: 'Sign in',
        answers: signedInSchema(),
        redirects: 'After a form has signed in: to `next`, or to the path in the settings.',
        needsCsrfToken: true,
      },
    },

    get: csrfAnswer,

    async post(request: ApiRequest, view: View) {
      await requireCsrf(request, view)
      const started = await orRefusal(async () =>
        signIn(await request.data(credentialsSchema()), users, request, view, async (verified) => ({
          username: verified.user.username,
          headers: await startSession(verified.user, sessions, request, view, verified),
        })),
      )
      if (started instanceof ValidationError) return refuse(started, request)

      const { username, headers } = started
      if (!isForm(request)) return new ApiResponse({ username }, 200, headers)

      headers.set('Location', await targetOf(request, view))
      return new ApiResponse(undefined, 302, headers)
    },
  }
}

/** An invalid form is answered with 200, too. */
const signedInSchema = () =>
  z.union([
    z.object({ username: z.string() }),
    z.record(z.string(), z.array(z.string())).meta({ description: 'The errors in a form.' }),
  ])

/** The started session, or the error in the credentials. */
async function orRefusal<Started>(
  start: () => Promise<Started>,
): Promise<Started | ValidationError> {
  try {
    return await start()
  } catch (error) {
    if (error instanceof ValidationError) return error
    throw error
  }
}

/** A browser shows the form again, so the response is an ordinary page. */
function refuse(error: ValidationError, request: ApiRequest): ApiResponse {
  if (!isForm(request)) throw error
  return new ApiResponse(error.detail, 200, { 'Cache-Control': 'no-store' })
}

async function targetOf(request: ApiRequest, { settings }: View): Promise<string> {
  const next = (await formField(request, 'next')) ?? request.queryValue('next')
  return nextPath(next) ?? settings.LOGIN_REDIRECT_URL
}
