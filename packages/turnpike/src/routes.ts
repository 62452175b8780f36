import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Api } from './api.ts'
import { mark } from './caching/mark.ts'
import { ConfigurationError } from './errors/configuration-error.ts'
import { knownOptions } from './errors/known-options.ts'
import { unknownConnection } from './http/client.ts'
import { targetBelow } from './http/incoming-request.ts'
import type { ApiRequest } from './http/request.ts'
import { languagesOf } from './languages/languages-of.ts'
import { onRequestOf, remember } from './routing/caller.ts'
import { corsMiddleware, withCors } from './routing/cors.ts'
import { type Dispatch, dispatchOf } from './routing/explaining.ts'
import { type ErrorViews, type OutsideViews, outsideViews } from './routing/outside-views.ts'
import { requirePath } from './routing/require-path.ts'
import { decodedPath, ViewRouter } from './routing/view-router.ts'
import type { Settings } from './settings/settings.ts'
import type { Carries } from './views/carried.ts'
import { requireRelated } from './views/relations.ts'
import type { View, ViewOptions } from './views/view.ts'
import type { DispatchContext } from './views/view-request.ts'
import {
  type Answering,
  answeringByFetch,
  type Environment,
  isTakenApart,
  setAnswering,
} from './web/application.ts'
import { WebRequest } from './web/web-request.ts'
import { toResponse } from './web/web-response.ts'

/** The variables in the context of a middleware: `context.get('request')`. */
export interface Variables {
  /** The request as the view sees it, with `user` and `auth`. Undefined before a view has it. */
  request: ApiRequest | undefined
}

export interface RoutesOptions extends ErrorViews {
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

/**
 * A Hono app built from views. `serve` of `turnpike/node` calls its views directly, without web
 * objects, as long as nothing else has been added to the app.
 *
 * @typeParam Paths what its views take and give by path, for the types of `@turnpike/client`.
 */
export type App<Paths = unknown> = Hono<AppTypes> & {
  /** For the compiler alone: it has no value. */
  readonly carried?: Paths
}

/**
 * Hono middleware. After `next()` it knows who sent the request:
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

/** Views by path. The compiler finds out what they carry. */
export type Views<Paths> = {
  readonly [Path in keyof Paths]: (View | ViewOptions) & Carries<Paths[Path]>
}

/**
 * A Hono app that serves each path with its view, for all methods. Paths are Hono's: `/notes/:id/`
 * has the parameter `id`. Serve it, or mount it in another app with `other.route('/', app)`.
 *
 * @throws ConfigurationError for a path in the form of another framework, such as `/notes/{id}/`.
 */
export function routes<S extends Settings, Paths extends object = Record<never, never>>(
  api: Api<S>,
  views: Views<Paths>,
  options: RoutesOptions = {},
): App<Paths> {
  routesOptions.require(options)
  const { settings } = api
  const { middleware = [] } = options
  const hasCors = settings.CORS_ALLOWED_ORIGINS.length > 0
  const outside = outsideViews(options, settings.LOGGER, languagesOf(settings))
  const router = new ViewRouter()
  const resolvedViews = new Map<string, View>()

  const app: App = new Hono({ strict: true, getPath: pathBelowPrefix })
  if (hasCors) app.use(corsMiddleware(settings))
  for (const around of middleware) app.use(around)
  for (const [path, view] of Object.entries<View | ViewOptions>(views)) {
    requirePath(path)
    if (typeof view !== 'object' || view === null) {
      throw new ConfigurationError(
        `routes() has no view for ${path}: give it { get: (request) => new ApiResponse(…) }, or a view of the API.`,
      )
    }
    // The API knows the types of its policies, and `routes` does not.
    const resolved = 'handlers' in view ? view : api.view(view as never)
    resolvedViews.set(path, resolved)
    router.add(path, resolved)
  }
  requireRelated(resolvedViews)
  const dispatch = dispatchOf(resolvedViews, settings.LOGGER)
  for (const [path, view] of resolvedViews) {
    app.all(path, async (context) => {
      const request = new WebRequest(context.req.raw)
      context.env?.watch?.route(context.req.routePath)
      const answer = await dispatch(view, request, contextOf(context)).catch(raise)
      return toResponse(answer, request.method, isTakenApart(context.req.raw))
    })
  }
  app.notFound(async ({ req: { raw } }) =>
    toResponse(await outside.notFound(new WebRequest(raw)), 'GET', isTakenApart(raw)),
  )
  app.onError(async (error, { req: { raw } }) =>
    toResponse(await outside.uncaught(error, new WebRequest(raw)), 'GET', isTakenApart(raw)),
  )

  viewsOfApps.set(app, resolvedViews)
  const byViews = answeringByViews(router, outside, dispatch)
  const direct = hasCors ? withCors(settings, byViews) : byViews
  if (middleware.length === 0) setAnswering(app, asLongAsUnchanged(app, direct))
  return app as App<Paths>
}

const viewsOfApps = mark<object, ReadonlyMap<string, View>>()

/** The views of an app from `routes`, by path; null for any other app. */
export const viewsOf = (app: object): ReadonlyMap<string, View> | null =>
  viewsOfApps.get(app) ?? null

/** Answers requests with the views alone, without Hono. */
function answeringByViews(
  router: ViewRouter,
  outside: OutsideViews,
  dispatch: Dispatch,
): Answering {
  return (request, environment) => {
    const fail = (error: unknown) => outside.uncaught(asError(error), request)
    try {
      const { prefix = '' } = environment
      const target = prefix === '' ? request.target : targetBelow(prefix, request.target)
      const found = target === null ? null : router.find(target)
      if (found === null) {
        const answer = outside.notFound(request)
        return answer instanceof Promise ? answer.catch(fail) : answer
      }
      environment.watch?.route(found.path)
      return dispatch(found.view, request, {
        params: found.params,
        connection: environment.connection ?? unknownConnection,
        requestId: environment.requestId,
        onRequest: onRequestOf(request, environment),
        watch: environment.watch,
      }).catch(fail)
    } catch (error) {
      return fail(error)
    }
  }
}

/** The path that Hono matches. No route has the empty path. */
function pathBelowPrefix(request: Request, options?: { env?: Environment }): string {
  const prefix = options?.env?.prefix ?? ''
  if (prefix === '') return getPath(request)
  const target = targetBelow(prefix, new WebRequest(request).target)
  return target === null ? '' : decodedPath(target)
}

/** Uses Hono once routes, middleware or handlers have been added to the app. */
function asLongAsUnchanged(app: App, direct: Answering): Answering {
  const { fetch, onError, notFound, routes } = app
  const count = routes.length
  let hasHandlers = false
  app.onError = (handler) => {
    hasHandlers = true
    return onError(handler)
  }
  app.notFound = (handler) => {
    hasHandlers = true
    return notFound(handler)
  }
  const byFetch = answeringByFetch(app)
  return (request, environment) => {
    const isUnchanged = !hasHandlers && routes.length === count && app.fetch === fetch
    return (isUnchanged ? direct : byFetch)(request, environment)
  }
}

/** Hono passes only errors to `onError`, but a handler may throw anything. */
function raise(error: unknown): never {
  throw asError(error)
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error
    ? thrown
    : new Error(
        `A value was thrown that is not an Error, of the type ${thrown === null ? 'null' : typeof thrown}: ` +
          "throw an Error, such as new NotFound() or new Error('…').",
        { cause: thrown },
      )

const contextOf = (context: Context<AppTypes>): DispatchContext => ({
  params: context.req.param() as Record<string, string>,
  connection: context.env?.connection ?? unknownConnection,
  requestId: context.env?.requestId,
  watch: context.env?.watch,
  onRequest(request) {
    context.set('request', request)
    remember(context.req.raw, request)
    context.env?.onRequest?.(request)
  },
})
