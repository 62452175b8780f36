import { badRequestAnswer, notFoundAnswer, serverErrorAnswer } from '../errors/error-views.ts'
import { SuspiciousRequest } from '../errors/exceptions.ts'
import type { Answer } from '../http/answer.ts'
import { type IncomingRequest, pathOf } from '../http/incoming-request.ts'
import type { Logger } from '../http/logger.ts'
import { answerOf } from '../web/web-response.ts'

/** Answers a request outside any view. */
export type ErrorView = (request: Request) => Response | Promise<Response>

export interface ErrorViews {
  /** Answers errors that no exception handler handles. Default `serverError`, a 500. */
  serverError?: ErrorView
  /** Answers requests that no honest client sends. Default `badRequest`, a 400. */
  badRequest?: ErrorView
  /** Answers URLs without a view. Default `notFound`, a 404. */
  notFound?: ErrorView
}

/** The answers outside views. */
export interface OutsideViews {
  /** To a URL without a view. */
  notFound(request: IncomingRequest): Answer | Promise<Answer>
  /** To a request whose error has left its view. The error is logged and not shown. */
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

/** Only custom views get a web request. */
const answering =
  (view: ErrorView | undefined, usual: Answer) =>
  (request: IncomingRequest): Answer | Promise<Answer> =>
    view === undefined ? usual : answeredBy(view, request)

const answeredBy = async (view: ErrorView, request: IncomingRequest): Promise<Answer> =>
  answerOf(await view(request.toRequest()))
