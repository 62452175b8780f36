import { type Answer, jsonAnswer } from '../http/answer.ts'
import { toResponse } from '../web/web-response.ts'

const nosniff = ['x-content-type-options', 'nosniff']

/** 500 when no exception handler has handled the error. Nothing of the error is shown. */
export const serverErrorAnswer = jsonAnswer(500, { error: 'Server Error (500)' }, nosniff)

/** 400 to a request that no honest client sends. The reason is not shown. */
export const badRequestAnswer = jsonAnswer(400, { error: 'Bad Request (400)' }, nosniff)

/** 404 to a URL without a view. */
export const notFoundAnswer = jsonAnswer(404, { detail: 'Not found.' }, nosniff)

const always = (answer: Answer) => (): Response => toResponse(answer)

/** Answers 500 when no exception handler has handled the error. Nothing of the error is shown. */
export const serverError = always(serverErrorAnswer)

/** Answers 400 to a request that no honest client sends. The reason is not shown. */
export const badRequest = always(badRequestAnswer)

/** Answers 404 to a URL without a view. */
export const notFound = always(notFoundAnswer)
