import { MethodNotAllowed, NotAuthenticated } from '../errors/exceptions.ts'
import { checkHost } from '../http/allowed-hosts.ts'
import type { Answer } from '../http/answer.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import { ApiResponse } from '../http/response.ts'
import { asksToSignIn, refusal } from '../permissions/check.ts'
import type { Negotiated } from '../rendering/negotiate.ts'
import type { Findings } from './answers/answer.ts'
import { requireAnswerable } from './answers/require-answerable.ts'
import { logUnawaited } from './body-reader.ts'
import { conditionalAnswer } from './conditional/answer.ts'
import { mayWrite } from './interceptor.ts'
import { plainSteps, watchedSteps } from './steps/steps.ts'
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
  const steps = context.watch === undefined ? plainSteps : watchedSteps(context.watch)
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
    negotiated = steps.negotiate(request, view.renderers, view.settings.URL_FORMAT_OVERRIDE)
    findings.negotiated = negotiated
    if (view.authentication.length > 0) {
      findings.headersOfIdentity = await steps.identify(request, view)
    }
    const denying = steps.denyingPermission(view, request)
    const permission = denying instanceof Promise ? await denying : denying
    if (permission !== null) {
      if (!asksToSignIn(view, request)) throw refusal(permission, view, request)
      return steps.refuse('sign in', () => new NotAuthenticated(), request, view, findings)
    }
    if (view.throttles.length > 0) await steps.checkThrottles(view, request, findings)
    const { method } = request
    const handler = view.handlers.get(method)
    if (handler === undefined) {
      return steps.refuse(method, () => new MethodNotAllowed(method), request, view, findings)
    }
    const given =
      view.transactions !== null && mayWrite(method)
        ? steps.callInTransaction(view.transactions, handler, request, view, findings)
        : steps.callHandler(handler, request, view, findings)
    response = given instanceof ApiResponse ? given : requireAnswerable(await given)
    logUnawaited(handler, request, view)
    if (view.isConditional) {
      const unconditional = await steps.answer(response, request, view, findings)
      return await conditionalAnswer(unconditional, response, request, findings)
    }
  } catch (error) {
    // An interceptor may have replaced the renderer, for its own response alone.
    findings.negotiated = negotiated
    response = await steps.answerException(error, request, view)
  }

  return steps.answer(response, request, view, findings)
}
