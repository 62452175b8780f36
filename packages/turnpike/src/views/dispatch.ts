import { MethodNotAllowed } from '../errors/exceptions.ts'
import { checkHost } from '../http/allowed-hosts.ts'
import type { Answer } from '../http/answer.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { ApiRequest } from '../http/request.ts'
import { negotiate } from '../rendering/negotiate.ts'
import { unwatched } from '../telemetry/request-watch.ts'
import { checkThrottles } from '../throttling/check.ts'
import type { Findings } from './answers/answer.ts'
import { constantException } from './answers/constant-refusals.ts'
import { answerOnce } from './idempotency/answer-once.ts'
import { denyUnpermitted } from './steps/deny-unpermitted.ts'
import { identify } from './steps/identify.ts'
import { readingFrom } from './steps/reading-from.ts'
import { refuse } from './steps/refuse.ts'
import { respond } from './steps/respond.ts'
import type { Handler, View } from './view.ts'
import { type DispatchContext, requestOf } from './view-request.ts'

/**
 * The way of a request through a view. Each step is one line, and each may end it with an
 * exception. A watch follows the steps by name; without one they just run.
 *
 * @throws SuspiciousRequest, and errors for which the exception handler returns null.
 */
export async function dispatch(
  view: View,
  incoming: IncomingRequest,
  context: DispatchContext,
): Promise<Answer> {
  const watch = context.watch ?? unwatched
  const request = requestOf(view, incoming, context)
  const findings = noFindings(view)
  const refused = (error: unknown) => refuse(error, request, view, findings, watch)

  let handler: Handler
  try {
    checkHost(request, view.settings.ALLOWED_HOSTS)
    await view.languages?.load('errors')
    findings.negotiated = watch.step('negotiate', () => negotiated(request, view))
    if (view.authentication.length > 0) {
      findings.headersOfIdentity = await watch.step('authenticate', () => identify(request, view))
    }
    await denyUnpermitted(request, view, watch)
    if (view.throttles.length > 0) {
      await watch.step('throttles', () => checkThrottles(view, request, findings))
    }
    handler = handlerFor(request.method, view)
  } catch (error) {
    return refused(error)
  }

  const passed = { handler, request, view, findings, watch }
  return readingFrom(request, async () => {
    try {
      return await (view.idempotency === null
        ? respond(passed)
        : answerOnce(passed, view.idempotency))
    } catch (error) {
      // The handler may have written before, which the answer then says, too.
      return refused(error)
    }
  })
}

const negotiated = (request: ApiRequest, { renderers, settings }: View) =>
  negotiate(request, renderers, settings.URL_FORMAT_OVERRIDE)

/** The findings before the first step: an error is rendered by the view's first renderer. */
const noFindings = ({ renderers }: View): Findings => ({
  negotiated: { renderer: renderers[0], parameters: {} },
  headersOfIdentity: undefined,
  headersOfThrottles: undefined,
})

/** @throws MethodNotAllowed when the view has no handler for the method. */
function handlerFor(method: string, { handlers }: View): Handler {
  const handler = handlers.get(method)
  if (handler !== undefined) return handler
  throw constantException(method, () => new MethodNotAllowed(method))
}
