import { authenticate, challengeOf, nameOf } from '../authentication/authenticate.ts'
import type { Identity } from '../authentication/scheme.ts'
import type { ExceptionContext } from '../errors/exception-handler.ts'
import { ServiceUnavailable, SuspiciousRequest } from '../errors/exceptions.ts'
import { NonFieldError } from '../errors/non-field-error.ts'
import { checkHost } from '../http/allowed-hosts.ts'
import type { Answer } from '../http/answer.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import { checkPermissions } from '../permissions/check.ts'
import { type Negotiated, negotiate } from '../rendering/negotiate.ts'
import { checkThrottles } from '../throttling/check.ts'
import { answer, type Findings } from './answer.ts'
import { logUnawaited } from './body-reader.ts'
import { conditionalAnswer } from './conditional/answer.ts'
import { RefusedData, refusedItemOf } from './generic/valid-data.ts'
import { callHandler, callInTransaction, mayWrite } from './interceptor.ts'
import { handlerOf, type View } from './view.ts'
import { type DispatchContext, requestOf } from './view-request.ts'

/**
 * The way of a request through a view. Each step is one line, and each may end it with an
 * exception.
 *
 * @throws SuspiciousRequest, and errors for which the exception handler returns null.
 */
export async function dispatch(
  view: View,
  incoming: IncomingRequest,
  context: DispatchContext,
): Promise<Answer> {
  const request = requestOf(view, incoming, context)
  let negotiated: Negotiated = { renderer: view.renderers[0], parameters: {} }
  const findings: Findings = {
    negotiated,
    headersOfIdentity: {},
    headersOfThrottles: undefined,
    cachedPage: undefined,
  }
  let response: ApiResponse | Response

  try {
    checkHost(request, view.settings.ALLOWED_HOSTS)
    negotiated = negotiate(request, view.renderers, view.settings.URL_FORMAT_OVERRIDE)
    findings.negotiated = negotiated
    findings.headersOfIdentity = await identify(request, view)
    await checkPermissions(view, request)
    if (view.throttles.length > 0) await checkThrottles(view, request, findings)
    const handler = handlerOf(view, request.method)
    response =
      view.transactions !== null && mayWrite(request.method)
        ? await callInTransaction(view.transactions, handler, request, view, findings)
        : await callHandler(handler, request, view, findings)
    logUnawaited(handler, request, view)
    if (view.isConditional) {
      const unconditional = await answer(response, request, view, findings)
      return await conditionalAnswer(unconditional, response, request, findings)
    }
  } catch (error) {
    // An interceptor may have replaced the renderer, for its own response alone.
    findings.negotiated = negotiated
    response = await answerException(error, request, view)
  }

  return await answer(response, request, view, findings)
}

/** Until a scheme succeeds the request is anonymous (see `requestOf`). */
async function identify(request: ApiRequest, view: View): Promise<Identity['headers']> {
  const authenticated = await authenticate(request, view)
  if (authenticated === null) return undefined
  const { identity, scheme } = authenticated
  request.identify(identity, nameOf(scheme))
  return identity.headers
}

/** Suspicious requests, and errors for which the exception handler returns null, leave the view. */
async function answerException(
  error: unknown,
  request: ApiRequest,
  view: View,
): Promise<ApiResponse> {
  if (error instanceof SuspiciousRequest) throw error
  if (error instanceof RefusedData) return error.response

  const context: ExceptionContext = {
    view,
    request,
    challenge: challengeOf(view.authentication, request),
  }
  const exception =
    error instanceof NonFieldError ? error.under(view.settings.NON_FIELD_ERRORS_KEY) : error
  const response = await view.settings.EXCEPTION_HANDLER(exception, context)
  if (response === null) throw error
  const item = refusedItemOf(error)
  if (item !== undefined) response.item = item
  if (error instanceof ServiceUnavailable && error.cause !== undefined)
    logOutage(error, request, view)
  return response
}

/** The client learns that it should wait; the log has the reason. */
function logOutage({ cause }: ServiceUnavailable, { method, path }: ApiRequest, view: View): void {
  view.settings.LOGGER.error({ method, path, err: cause }, 'A part of the service is unavailable.')
}
