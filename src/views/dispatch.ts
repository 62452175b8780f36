import { authenticate, challengeOf, nameOf } from '../authentication/authenticate.ts'
import { requireCsrf } from '../authentication/csrf/csrf.ts'
import type { Identity } from '../authentication/scheme.ts'
import type { ExceptionContext } from '../errors/exception-handler.ts'
import { ServiceUnavailable, SuspiciousRequest } from '../errors/exceptions.ts'
import { NonFieldError } from '../errors/non-field-error.ts'
import type { Answer } from '../http/answer.ts'
import { hostnameOf } from '../http/client.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import { checkPermissions } from '../permissions/check.ts'
import { negotiate } from '../rendering/negotiate.ts'
import { checkThrottles } from '../throttling/check.ts'
import { answer, type Findings } from './answer.ts'
import { interceptors } from './interceptor.ts'
import { mayBePageForm, readPageForm } from './page-form.ts'
import { type Handler, handlerOf, type View } from './view.ts'
import { type DispatchContext, requestOf } from './view-request.ts'

/**
 * The way of a request through a view. Each step is one line; each may end it by an exception.
 *
 * @throws SuspiciousRequest, and whatever the exception handler returns null for.
 */
export async function dispatch(
  view: View,
  incoming: IncomingRequest,
  context: DispatchContext,
): Promise<Answer> {
  let request = requestOf(view, incoming, context)
  const findings: Findings = {
    negotiated: { renderer: view.renderers[0], parameters: {} },
    headersOfIdentity: {},
  }
  let response: ApiResponse | Response

  try {
    checkHost(request, view.settings.ALLOWED_HOSTS)
    findings.negotiated = negotiate(request, view.renderers, view.settings.URL_FORMAT_OVERRIDE)
    if (mayBePageForm(incoming, findings.negotiated.renderer)) {
      const { request: meant, sentForm } = await readPageForm(incoming, view)
      request = requestOf(view, meant, context, sentForm)
    }
    findings.headersOfIdentity = await identify(request, view)
    if (request.sentForm !== null) await requireCsrf(request, view)
    await checkPermissions(view, request)
    if (view.throttles.length > 0) await checkThrottles(view, request)
    const handler = handlerOf(view, request.method)
    const intercept = interceptors.get(handler)
    response = await (intercept ? intercept(request, view, findings) : handler(request, view))
    if (!request.isBodyAwaited) logUnawaited(handler, request, view)
  } catch (error) {
    response = await answerException(error, request, view)
  }

  return await answer(response, request, view, findings)
}

/** Until a scheme has authenticated it, the request is nobody's (see `requestOf`). */
async function identify(request: ApiRequest, view: View): Promise<Identity['headers']> {
  const authenticated = await authenticate(request, view)
  if (authenticated === null) return undefined
  const { identity, scheme } = authenticated
  request.identify(identity, nameOf(scheme))
  return identity.headers
}

/**
 * A request that no honest client makes, and what the handler returns null for, go past the view.
 */
async function answerException(
  error: unknown,
  request: ApiRequest,
  view: View,
): Promise<ApiResponse> {
  if (error instanceof SuspiciousRequest) throw error

  const context: ExceptionContext = {
    view,
    request,
    challenge: challengeOf(view.authentication, request),
  }
  const exception =
    error instanceof NonFieldError ? error.under(view.settings.NON_FIELD_ERRORS_KEY) : error
  const response = await view.settings.EXCEPTION_HANDLER(exception, context)
  if (response === null) throw error
  if (error instanceof ServiceUnavailable && error.cause !== undefined)
    logOutage(error, request, view)
  return response
}

/** The client is told to wait; those who run the service are told why. */
function logOutage({ cause }: ServiceUnavailable, { method, path }: ApiRequest, view: View): void {
  view.settings.LOGGER.error({ method, path, err: cause }, 'A part of the service is unavailable.')
}

const forgetful = new WeakSet<Handler>()

/**
 * What the client has sent was lost, and it was not even told whether it was valid. Once for each
 * handler.
 */
function logUnawaited(
  handler: Handler,
  { method, path }: ApiRequest,
  { name, settings }: View,
): void {
  if (forgetful.has(handler)) return
  forgetful.add(handler)
  settings.LOGGER.error(
    { method, path, view: name },
    `The body of ${method} ${path} was never awaited: write await before request.data() or request.validate() in the view ${name}.`,
  )
}

/** The host must be one that the API answers for: links are built from it. */
function checkHost(request: ApiRequest, allowed: readonly string[] | null): void {
  if (allowed === null) return
  const hostname = hostnameOf(request.client.host)
  const isAllowed = allowed.some(
    (host) =>
      host === '*' ||
      host === hostname ||
      (host.startsWith('.') && (hostname === host.slice(1) || hostname.endsWith(host))),
  )
  if (!isAllowed) throw new SuspiciousRequest(`The host ${hostname} is not in ALLOWED_HOSTS.`)
}
