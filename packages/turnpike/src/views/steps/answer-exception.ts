import { ApiException } from '../../errors/api-exception.ts'
import { type ExceptionContext, unavailableBehind } from '../../errors/exception-handler.ts'
import type { ServiceUnavailable } from '../../errors/exceptions.ts'
import { NonFieldError } from '../../errors/non-field-error.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { ApiResponse } from '../../http/response.ts'
import { inLanguageOf, nameLanguage } from '../answers/language.ts'
import { refusedItemOf } from '../generic/valid-data.ts'
import type { View } from '../view.ts'
import { refusedUser } from './refused-user.ts'

/** @throws errors for which the exception handler returns null: they leave the view. */
export async function answerException(
  raised: unknown,
  request: ApiRequest,
  view: View,
  challenge: string | null,
): Promise<ApiResponse> {
  const outage = unavailableBehind(raised)
  const error = outage ?? refusedUser(raised)
  const thrown =
    error instanceof NonFieldError ? error.under(view.settings.NON_FIELD_ERRORS_KEY) : error
  const exception = inLanguageOf(request, thrown)
  const context: ExceptionContext = { view, request, challenge }
  const response = await view.settings.EXCEPTION_HANDLER(exception, context)
  // Undefined counts as null: a handler in JavaScript may return nothing.
  if (response == null) throw raised
  if (exception instanceof ApiException) nameLanguage(response, exception, request)
  const item = refusedItemOf(error)
  if (item !== undefined) response.item = item
  if (outage !== null && outage.cause !== undefined) logOutage(outage, request, view)
  return response
}

/** The client learns that it should wait; the log has the reason. */
function logOutage({ cause }: ServiceUnavailable, { method, path }: ApiRequest, view: View): void {
  view.settings.LOGGER.error({ method, path, err: cause }, 'A part of the service is unavailable.')
}
