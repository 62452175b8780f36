import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Api } from './api.ts'
import type { Connection } from './client.ts'
import { cors } from './cors.ts'
import { dispatch } from './dispatch.ts'
import { badRequest, notFound, serverError } from './errors/error-views.ts'
import { SuspiciousRequest } from './errors/exceptions.ts'
import type { Settings } from './settings.ts'
import type { View, ViewOptions } from './view.ts'

/** What the server gives to `app.fetch(request, environment)`. */
export interface Environment {
  /** What only the server knows of the request. Absent: nothing is known. */
  connection?: Connection
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
  middleware?: readonly MiddlewareHandler[]
}

/** A Hono app made of views. */
export type App = Hono<{ Bindings: Environment }>

/**
 * A Hono app that answers each path with its view, whatever the method. Paths are Hono's:
 * `/notes/:id/` has the parameter `id`. Serve it, or mount it in another app by `other.route('/', app)`.
 */
export function routes<S extends Settings>(
  api: Api<S>,
  views: Readonly<Record<string, View | ViewOptions>>,
  options: RoutesOptions = {},
): App {
  const app: App = new Hono({ strict: true })
  if (api.settings.CORS_ALLOWED_ORIGINS.length > 0) app.use(cors(api.settings))
  for (const middleware of options.middleware ?? []) app.use(middleware)
  const resolvedViews = new Map<string, View>()
  viewsByApp.set(app, resolvedViews)
  for (const [path, view] of Object.entries(views)) {
    const resolved = 'handlers' in view ? view : api.view(view as ViewOptions<[], [], S>)
    resolvedViews.set(path, resolved)
    app.all(path, (context) => dispatch(resolved, context.req.raw, contextOf(context)).catch(raise))
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

const contextOf = (context: Context<{ Bindings: Environment }>) => ({
  params: context.req.param() as Record<string, string>,
  connection: context.env?.connection ?? unknownConnection,
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
