import { stamp } from '../caching/stamp.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import { ApiRequest } from '../http/request.ts'
import type { Environment } from '../web/application.ts'
import { WebRequest } from '../web/web-request.ts'

/** Who sent a request, and how that is known. */
export interface Caller<CurrentUser = unknown, Credentials = unknown> {
  readonly user: CurrentUser
  /** The credentials, as the scheme describes them; null for schemes without a record of them. */
  readonly auth: Credentials
  /** The name of the scheme: `token`. */
  readonly scheme: string
  /** The id of the credentials, for logs. It is not a secret. Null if the scheme gives none. */
  readonly credential: string | null
}

/** The parts of a context of Hono that are needed, whatever the types of its app. */
export interface CallerContext {
  readonly req: { readonly raw: Request }
  get(name: 'request'): unknown
}

/**
 * Who sent the request, once the schemes of a view have authenticated it: for middleware, logs and
 * traces. Null before, for anonymous requests, and for requests that reached no view.
 *
 * @param source the web request that was passed to the app, or one of Hono's contexts, or the
 *   request of a view. Copies of a web request, such as `request.clone()`, are unknown: null.
 */
export function callerOf(source: Request | ApiRequest | CallerContext): Caller | null {
  const request = source instanceof ApiRequest ? source : seenAs(source)
  if (request === undefined) return null
  const { user, auth, scheme, credential } = request
  return scheme === null ? null : { user, auth, scheme, credential }
}

const requests = stamp<Request, ApiRequest>()

/** Remembers as which request a view sees a web request. */
export const remember = (raw: Request, request: ApiRequest): void => requests.set(raw, request)

/**
 * The listener that remembers a web request and passes it on to the environment's own. Other
 * requests have no object that could be asked about.
 */
export function onRequestOf(
  incoming: IncomingRequest,
  environment: Environment,
): Environment['onRequest'] {
  if (!(incoming instanceof WebRequest)) {
    return environment.onRequest && ((shown) => environment.onRequest?.(shown))
  }
  return (shown) => {
    remember(incoming.original, shown)
    environment.onRequest?.(shown)
  }
}

/** Middleware may have replaced the web request in the context, which has the view's own, too. */
function seenAs(source: Request | CallerContext): ApiRequest | undefined {
  if (!('req' in source)) return requests.get(source)
  const seen = source.get('request')
  return seen instanceof ApiRequest ? seen : requests.get(source.req.raw)
}
