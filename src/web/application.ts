import { mark } from '../caching/mark.ts'
import { type Answer, withoutBody } from '../http/answer.ts'
import type { Connection } from '../http/client.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { ApiRequest } from '../http/request.ts'
import { WebRequest } from './web-request.ts'
import { answerOf, toResponse } from './web-response.ts'

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

/** Anything that answers web requests: what `routes()` returns, a service, an object literal. */
export interface WebApp<E = Environment> {
  fetch(request: Request, environment: E): Response | Promise<Response>
}

/** Answers requests, whatever server they come from. */
export type Answering<E = Environment> = (
  request: IncomingRequest,
  environment: E,
) => Answer | Promise<Answer>

const answerings = mark<object, Answering<never>>()

/** Makes `answeringOf` give this for the app. Whatever is around the app is not the app. */
export function setAnswering<E>(app: WebApp<E>, answering: Answering<E>): void {
  answerings.set(app, answering)
}

/**
 * How the app answers: without web objects, where it can, else through its `fetch`. Middleware, an
 * app around it and apps of other frameworks know `fetch` alone.
 */
export const answeringOf = <E>(app: WebApp<E>): Answering<E> =>
  // `setAnswering` has taken both with the same environment.
  (answerings.get(app) as Answering<E> | undefined) ?? answeringByFetch(app)

/** Through its `fetch`, whatever it is. */
export const answeringByFetch =
  <E>(app: WebApp<E>): Answering<E> =>
  async (request, environment) =>
    answerOf(await app.fetch(request.toRequest(), environment))

/** An app for servers of either kind. */
export function webApp<E>(answering: Answering<E>): WebApp<E> {
  const app: WebApp<E> = {
    async fetch(request, environment) {
      const answer = await answering(new WebRequest(request), environment)
      return toResponse(request.method === 'HEAD' ? withoutBody(answer) : answer)
    },
  }
  setAnswering(app, answering)
  return app
}
