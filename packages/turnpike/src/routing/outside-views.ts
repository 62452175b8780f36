import {
  badRequestOutside,
  notFoundOutside,
  type OutsideAnswer,
  serverErrorOutside,
} from '../errors/error-views.ts'
import { SuspiciousRequest } from '../errors/exceptions.ts'
import type { Answer } from '../http/answer.ts'
import { type IncomingRequest, pathOf } from '../http/incoming-request.ts'
import type { Logger } from '../http/logger.ts'
import type { Languages } from '../languages/languages.ts'
import { answerOf, toResponse } from '../web/web-response.ts'

/** The second argument of an error view, beside the request. */
export interface ErrorViewContext {
  /** The language of the request, of those of the setting `LANGUAGES`. */
  readonly language: string
  /** The languages of the API. Null if its texts are those in the code. */
  readonly languages: Languages | null
  /** The answer without an error view, in that language. */
  usual(): Response
}

/** Answers a request outside any view. */
export type ErrorView = (
  request: Request,
  context: ErrorViewContext,
) => Response | Promise<Response>

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

export function outsideViews(
  views: ErrorViews,
  logger: Logger,
  languages: Languages | null,
): OutsideViews {
  const answer404 = answering(views.notFound, notFoundOutside, languages)
  const answer400 = answering(views.badRequest, badRequestOutside, languages)
  const answer500 = answering(views.serverError, serverErrorOutside, languages)

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
  (view: ErrorView | undefined, outside: OutsideAnswer, languages: Languages | null) =>
  (request: IncomingRequest): Answer | Promise<Answer> => {
    if (languages !== null) return answerIn(languages, view, outside, request)
    return view === undefined
      ? outside.answer
      : answeredBy(view, request, {
          language: 'en',
          languages: null,
          usual: () => toResponse(outside.answer),
        })
  }

async function answerIn(
  languages: Languages,
  view: ErrorView | undefined,
  outside: OutsideAnswer,
  request: IncomingRequest,
): Promise<Answer> {
  await languages.load('errors')
  const language = languages.of(request.headers.get('Accept-Language'))
  const translator = languages.translator(language)
  const vary = languages.isNegotiated ? ['vary', 'Accept-Language'] : []
  const named = translator === null ? vary : [...vary, 'content-language', language]
  const usual = outside.in(translator && ((text) => translator.translate(text)), named)
  return view === undefined
    ? usual
    : answeredBy(view, request, { language, languages, usual: () => toResponse(usual) })
}

const answeredBy = async (
  view: ErrorView,
  request: IncomingRequest,
  context: ErrorViewContext,
): Promise<Answer> => answerOf(await view(request.toRequest(), context))
