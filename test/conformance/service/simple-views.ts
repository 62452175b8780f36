import { ApiResponse, type RequestHeaders, type ViewOptions } from 'turnpike'
import type { AnyMethodView, AnyView } from './view.ts'

/** Answers with who sent the request. Does not read the body. */
export interface IdentityView extends AnyMethodView {
  kind: 'identity'
}

/** Answers with the parsed body. */
export interface EchoView extends AnyMethodView {
  kind: 'echo'
}

/** One of the two generic error views, mounted directly. */
export interface ErrorView extends AnyView {
  kind: 'server_error' | 'bad_request'
}

/** Starts or ends a session. */
export interface SessionView extends AnyView {
  kind: 'login' | 'logout'
}

type AnyHandler = NonNullable<ViewOptions['get']>

export const identity: AnyHandler = ({ user, auth }) => {
  const { username = null, isAuthenticated = false } = (user ?? {}) as {
    username?: string
    isAuthenticated?: boolean
  }
  return new ApiResponse({ user: username, authenticated: isAuthenticated, auth: keyOf(auth) })
}

export const echo: AnyHandler = async (request) => {
  const data = await request.data()
  return new ApiResponse({ data: isForm(request.headers) ? lastValues(data) : data })
}

/** The handler under the methods that a view names. */
export function handlersFor(methods: readonly string[], handler: AnyHandler): ViewOptions {
  const own = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  const further = methods.filter((method) => !own.includes(method))
  return {
    ...Object.fromEntries(
      methods
        .filter((method) => own.includes(method))
        .map((method) => [method.toLowerCase(), handler]),
    ),
    methods: Object.fromEntries(further.map((method) => [method, handler])),
  }
}

/** The key of a token record, any other auth value itself. */
const keyOf = (auth: unknown): unknown =>
  typeof auth === 'object' && auth !== null && 'key' in auth ? auth.key : auth

const isForm = (headers: RequestHeaders): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
    headers.get('Content-Type') ?? '',
  )

/** Of a form field that is sent several times, the last value. */
const lastValues = (fields: unknown): unknown =>
  Object.fromEntries(
    Object.entries(fields as object).map(([name, value]) => [name, [value].flat().at(-1)]),
  )
