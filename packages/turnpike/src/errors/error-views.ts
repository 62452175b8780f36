import { type Answer, jsonAnswer } from '../http/answer.ts'
import { toResponse } from '../web/web-response.ts'

/** An answer that no view makes. */
export interface OutsideAnswer {
  readonly answer: Answer
  /** The same answer in another language. Null means English. */
  in(translate: ((text: string) => string) | null, fields: readonly string[]): Answer
}

const nosniff = ['x-content-type-options', 'nosniff']

/* @__NO_SIDE_EFFECTS__ */ function outsideAnswer(
  status: number,
  key: 'error' | 'detail',
  text: string,
): OutsideAnswer {
  return {
    answer: jsonAnswer(status, { [key]: text }, nosniff),
    in: (translate, fields) =>
      jsonAnswer(status, { [key]: translate?.(text) ?? text }, [...nosniff, ...fields]),
  }
}

/** 500 when no exception handler has handled the error. Nothing of the error is shown. */
export const serverErrorOutside = outsideAnswer(500, 'error', 'Server Error (500)')

/** 400 to a request that no honest client sends. The reason is not shown. */
export const badRequestOutside = outsideAnswer(400, 'error', 'Bad Request (400)')

/** 404 to a URL without a view. */
export const notFoundOutside = outsideAnswer(404, 'detail', 'Not found.')

/** 500 when no exception handler has handled the error. Nothing of the error is shown. */
export const serverErrorAnswer = serverErrorOutside.answer

const always =
  /* @__NO_SIDE_EFFECTS__ */
    ({ answer }: OutsideAnswer) =>
    (): Response =>
      toResponse(answer)

/** Answers 500 when no exception handler has handled the error. Nothing of the error is shown. */
export const serverError = always(serverErrorOutside)

/** Answers 400 to a request that no honest client sends. The reason is not shown. */
export const badRequest = always(badRequestOutside)

/** Answers 404 to a URL without a view. */
export const notFound = always(notFoundOutside)
