import { badRequestAnswer, notFoundAnswer, serverErrorAnswer } from '../errors/error-views.ts'
import { SuspiciousRequest } from '../errors/exceptions.ts'
import type { Answer } from '../http/answer.ts'
import { type IncomingRequest, pathOf } from '../http/incoming-request.ts'
import type { Logger } from '../http/logger.ts'
import { answerOf } from '../web/web-response.ts'

/** Answers a request outside of any view. */
export type ErrorView = (request: Request) => Response | Promise<Response>

export interface ErrorViews {
  /** Answers what no exception handler takes. Default `serverError`, a 500. */
  serverError?: ErrorView
  /** Answers requests that no honest client makes. Default `badRequest`, a 400. */
  badRequest?: ErrorView
  /** Answers URLs that lead to no view. Default `notFound`, a 404. */
  notFound?: ErrorView
}

/** The answers from outside of the views. */
export interface OutsideViews {
  /** To a URL that leads to no view. */
  notFound(request: IncomingRequest): Answer | Promise<Answer>
  /** To a request that has left its view by an error. The log has the error, the answer has not. */
  uncaught(error: unknown, request: IncomingRequest): Answer | Promise<Answer>
}

export function outsideViews(views: ErrorViews, logger: Logger): OutsideViews {
  const answer404 = answering(views.notFound, notFoundAnswer)
  const answer400 = answering(views.badRequest, badRequestAnswer)
  const answer500 = answering(views.serverError, serverErrorAnswer)

  return {
    notFound: answer404,

    uncaught(error, request) {
      const where = { method: request.method, path: pathOf(request.target) }
      if (error instanceof SuspiciousRequest) {
        logger.warn({ ...where, reason: error.message }, 'Refused a suspicious request.')
        return answer400(request)
      }
      logger.error({ ...where, err: error }, 'A request failed.')
      return answer500(request)
    },
  }
}

/** Only views of an application's own are given a web request. */
const answering =
  (view: ErrorView | undefined, usual: Answer) =>
  async (request: IncomingRequest): Promise<Answer> =>
    view === undefined ? usual : answerOf(await view(request.toRequest()))
