import { ApiException } from '../../errors/api-exception.ts'
import { inLanguage, isTranslated } from '../../errors/in-language.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { ApiResponse } from '../../http/response.ts'

/** The error with its texts in the language of the request, if it is an exception with texts. */
export const inLanguageOf = <Thrown>(request: ApiRequest, error: Thrown): Thrown =>
  error instanceof ApiException ? inLanguage(error, request.translator) : error

/** Names the language of the texts, unless they are as in the code, or a handler has named one. */
export function nameLanguage(
  response: ApiResponse,
  exception: ApiException,
  request: ApiRequest,
): void {
  if (request.translator === null || !isTranslated(exception)) return
  const { headers } = response
  if (!headers.has('Content-Language')) headers.set('Content-Language', request.language)
}
