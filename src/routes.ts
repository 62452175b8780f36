import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Api } from './api.ts'
import { badRequest, notFound, serverError } from './errors/error-views.ts'
import { SuspiciousRequest } from './errors/exceptions.ts'
import { knownOptions } from './errors/known-options.ts'
import type { Connection } from './http/client.ts'
import type { ApiRequest } from './http/request.ts'
import type { Settings } from './settings/settings.ts'
import { cors } from './views/cors.ts'
import { dispatch } from './views/dispatch.ts'
import type { View, ViewOptions } from './views/view.ts'
import type { DispatchContext } from './views/view-request.ts'
import type { PolicyTypes } from './views/view-types.ts'
import { WebRequest } from './web/web-request.ts'
import { toResponse } from './web/web-response.ts'

/** What the server gives to `app.fetch(request, environment)`. */
export interface Environment {
  /** What only the server knows of the request. Absent: nothing is known. */
  connection?: Connection
  /**
   * Called with the request of a view before anything is done with it. When the answer is there,
   * the request knows who sent it: for logs of a server. Middleware has `context.get('request')`.
   */
  onRequest?: (request: ApiRequest) => void
}

/** What the context of a middleware has: `context.get('request')`. */
export interface Variables {
  /**
   * The request as the view sees it, with `user` and `auth`. Undefined until a view has the
   * request.
   */
  request: ApiRequest | undefined
}

/** Answers a request outside of any view. */
export type ErrorView = (request: Request) => Response | Promise<Response>

export interface RoutesOptions {
  /** Answers what no exception handler takes. Default `serverError`, a 500. */
  serverError?: ErrorView
  /** Answers requests that no honest client makes. Default `badRequest`, a 400. */
  badRequest?: ErrorView
  /** Answers URLs that lead to no view. Default `notFound`, a 404. */
  notFound?: ErrorView
  /** Middleware of Hono around all views, the first one outermost. Default none. */
  middleware?: readonly Middleware[]
}

export const routesOptions = knownOptions<RoutesOptions>('routes()', {
  serverError: 'optional',
  badRequest: 'optional',
  notFound: 'optional',
  middleware: 'optional',
})

interface AppTypes {
  Bindings: Environment
  Variables: Variables
}

/** A Hono app made of views. */
export type App = Hono<AppTypes>

/**
 * Middleware of Hono. Behind `next()` it knows who sent the request:
 *
 * ```ts
 * const audit: Middleware = async (context, next) => {
 *   await next()
 *   const request = context.get('request')
 *   if (request?.isIdentified) note(request.user, request.method, context.res.status)
 * }
 * ```
 */
export type Middleware = MiddlewareHandler<AppTypes>

/**
 * A Hono app that answers each path with its view, whatever the method. Paths are Hono's:
 * `/notes/:id/` has the parameter `id`. Serve it, or mount it in another app by `other.route('/',
 * app)`.
 */
export function routes<S extends Settings>(
  api: Api<S>,
  views: Readonly<Record<string, View | ViewOptions>>,
  options: RoutesOptions = {},
): App {
  routesOptions.require(options)
  const app: App = new Hono({ strict: true })
  if (api.settings.CORS_ALLOWED_ORIGINS.length > 0) app.use(cors(api.settings))
  for (const middleware of options.middleware ?? []) app.use(middleware)
  const resolvedViews = new Map<string, View>()
  viewsByApp.set(app, resolvedViews)
  for (const [path, view] of Object.entries(views)) {
    const resolved =
      'handlers' in view ? view : api.view(view as ViewOptions<PolicyTypes<[], [], S>>)
    resolvedViews.set(path, resolved)
    app.all(path, (context) =>
      dispatch(resolved, new WebRequest(context.req.raw), contextOf(context)).then(
        toResponse,
        raise,
      ),
    )
  }

  const answer404 = options.notFound ?? notFound
  app.notFound((context) => answer404(context.req.raw))
  app.onError((error, context) => answerUncaught(error, context, api, options))
  return app
}

const viewsByApp = new WeakMap<object, ReadonlyMap<string, View>>()

/** The views of an app that `routes` has made, by path; null for any other app. */
export const viewsOf = (app: object): ReadonlyMap<string, View> | null =>
  viewsByApp.get(app) ?? null

/** Hono hands only errors to `onError`, and a handler may throw anything. */
function raise(error: unknown): never {
  throw error instanceof Error ? error : new Error('Not an error was thrown.', { cause: error })
}

const unknownConnection: Connection = Object.freeze({ address: null, remoteUser: null })

const contextOf = (context: Context<AppTypes>): DispatchContext => ({
  params: context.req.param() as Record<string, string>,
  connection: context.env?.connection ?? unknownConnection,
  onRequest(request) {
    context.set('request', request)
    context.env?.onRequest?.(request)
  },
})

/** What is told stays in the log; the answer says nothing of the error. */
function answerUncaught(
  error: Error,
  { req }: Context,
  { settings }: Api<Settings>,
  { serverError: answer500 = serverError, badRequest: answer400 = badRequest }: RoutesOptions,
): Response | Promise<Response> {
  const where = { method: req.method, path: req.path }
  if (error instanceof SuspiciousRequest) {
    settings.LOGGER.warn({ ...where, reason: error.message }, 'Refused a suspicious request.')
    return answer400(req.raw)
  }
  settings.LOGGER.error({ ...where, err: error }, 'A request failed.')
  return answer500(req.raw)
}
