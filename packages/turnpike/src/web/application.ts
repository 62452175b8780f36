import { mark } from '../caching/mark.ts'
import { stamp } from '../caching/stamp.ts'
import type { Answer } from '../http/answer.ts'
import type { Connection } from '../http/client.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { ApiRequest } from '../http/request.ts'
import type { RequestWatch } from '../telemetry/request-watch.ts'
import { WebRequest } from './web-request.ts'
import { answerOf, toResponse } from './web-response.ts'

/** The environment that the server passes to `app.fetch(request, environment)`. */
export interface Environment {
  /** The facts that only the server knows of the request. Absent if unknown. */
  connection?: Connection
  /**
   * The identifier of the request, for `request.id`. Absent: the client's `X-Request-Id`, or a
   * UUID.
   */
  requestId?: string
  /**
   * Path below which the host serves the app, without a slash at the end: `/api`. Routes match what
   * comes after it, other paths have no view, and links keep it. Absent means the root.
   */
  prefix?: string
  /**
   * Called with the request of a view before anything else. Once there is an answer, the request
   * knows its sender: for server logs. Middleware has `context.get('request')`.
   */
  onRequest?: (request: ApiRequest) => void
  /** Follows the request through its view: for traces and metrics. Default nothing. */
  watch?: RequestWatch
}

/** Anything that answers web requests: the result of `routes()`, a service, an object literal. */
export interface WebApp<E = Environment> {
  fetch(request: Request, environment: E): Response | Promise<Response>
}

/** Answers requests from any server. */
export type Answering<E = Environment> = (
  request: IncomingRequest,
  environment: E,
) => Answer | Promise<Answer>

const answerings = mark<object, Answering<never>>()

/** Makes `answeringOf` return this for the app. A wrapper around the app is another app. */
export function setAnswering<E>(app: WebApp<E>, answering: Answering<E>): void {
  answerings.set(app, answering)
}

/**
 * How the app answers: without web objects if possible, otherwise through its `fetch`. Middleware,
 * wrappers and apps of other frameworks only have `fetch`.
 */
export const answeringOf = <E>(app: WebApp<E>): Answering<E> =>
  // `setAnswering` got both with the same environment.
  (answerings.get(app) as Answering<E> | undefined) ?? answeringByFetch(app)

/** Answers through the app's `fetch`. */
export const answeringByFetch =
  <E>(app: WebApp<E>): Answering<E> =>
  async (request, environment) => {
    const webRequest = request.toRequest()
    takenApart.set(webRequest, true)
    return answerOf(await app.fetch(webRequest, environment))
  }

const takenApart = stamp<Request, true>()

/** Whether `answerOf` gets the response to this request, for `toResponse`. */
export const isTakenApart = (request: Request): boolean => takenApart.get(request) === true

/** An app for both kinds of servers. */
export function webApp<E>(answering: Answering<E>): WebApp<E> {
  const app: WebApp<E> = {
    async fetch(request, environment) {
      return toResponse(await answering(new WebRequest(request), environment), request.method)
    },
  }
  setAnswering(app, answering)
  return app
}
