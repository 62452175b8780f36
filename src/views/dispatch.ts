import { authenticate, challengeOf, nameOf } from '../authentication/authenticate.ts'
import type { Identity } from '../authentication/scheme.ts'
import { ApiException } from '../errors/api-exception.ts'
import { type ExceptionContext, unavailableBehind } from '../errors/exception-handler.ts'
import {
  AuthenticationFailed,
  MethodNotAllowed,
  NotAuthenticated,
  type ServiceUnavailable,
  SuspiciousRequest,
} from '../errors/exceptions.ts'
import { NonFieldError } from '../errors/non-field-error.ts'
import { withoutStack } from '../errors/without-stack.ts'
import { checkHost } from '../http/allowed-hosts.ts'
import type { Answer } from '../http/answer.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import { asksToSignIn, denyingPermission, refusal } from '../permissions/check.ts'
import { type Negotiated, negotiate } from '../rendering/negotiate.ts'
import { checkThrottles } from '../throttling/check.ts'
import { answer, type Findings } from './answers/answer.ts'
import { constantRefusal } from './answers/constant-refusals.ts'
import { inLanguageOf, nameLanguage } from './answers/language.ts'
import { logUnawaited } from './body-reader.ts'
import { conditionalAnswer } from './conditional/answer.ts'
import { RefusedData, refusedItemOf } from './generic/valid-data.ts'
import { callHandler, callInTransaction, mayWrite } from './interceptor.ts'
import type { View } from './view.ts'
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
    headersOfIdentity: undefined,
    headersOfThrottles: undefined,
    cachedPage: undefined,
  }
  let response: ApiResponse | Response

  try {
    checkHost(request, view.settings.ALLOWED_HOSTS)
    if (view.languages?.isReady === false) await view.languages.load('errors')
    negotiated = negotiate(request, view.renderers, view.settings.URL_FORMAT_OVERRIDE)
    findings.negotiated = negotiated
    if (view.authentication.length > 0) {
      findings.headersOfIdentity = await identify(request, view)
    }
    const denying = denyingPermission(view, request)
    const permission = denying instanceof Promise ? await denying : denying
    if (permission !== null) {
      if (!asksToSignIn(view, request)) throw refusal(permission, view, request)
      return refuse('sign in', () => new NotAuthenticated(), request, view, findings)
    }
    if (view.throttles.length > 0) await checkThrottles(view, request, findings)
    const { method } = request
    const handler = view.handlers.get(method)
    if (handler === undefined) {
      return refuse(method, () => new MethodNotAllowed(method), request, view, findings)
    }
    const given =
      view.transactions !== null && mayWrite(method)
        ? callInTransaction(view.transactions, handler, request, view, findings)
        : callHandler(handler, request, view, findings)
    response = given instanceof ApiResponse ? given : await given
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

  return answer(response, request, view, findings)
}

/** Refuses with an exception that depends on the reason alone. */
const refuse = (
  reason: string,
  exception: () => ApiException,
  request: ApiRequest,
  view: View,
  findings: Findings,
): Promise<Answer> =>
  constantRefusal(reason, request, view, findings, async (challenge) => {
    const response = await answerException(withoutStack(exception), request, view, challenge)
    return answer(response, request, view, findings)
  })

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
  raised: unknown,
  request: ApiRequest,
  view: View,
  knownChallenge?: string | null,
): Promise<ApiResponse> {
  if (raised instanceof SuspiciousRequest) throw raised
  if (raised instanceof RefusedData) return raised.response

  const outage = unavailableBehind(raised)
  const error = outage ?? raised
  const thrown =
    error instanceof NonFieldError ? error.under(view.settings.NON_FIELD_ERRORS_KEY) : error
  const exception = inLanguageOf(request, thrown)
  // A challenge is for programs: its texts stay as they are.
  const failure = thrown instanceof AuthenticationFailed ? thrown : undefined
  const challenge =
    knownChallenge === undefined
      ? challengeOf(view.authentication, request, failure)
      : knownChallenge
  const context: ExceptionContext = { view, request, challenge }
  const response = await view.settings.EXCEPTION_HANDLER(exception, context)
  if (response === null) throw raised
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
