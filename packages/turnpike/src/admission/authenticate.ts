import type { Api } from '../api.ts'
import type { Scheme } from '../authentication/scheme.ts'
import type { Answer } from '../http/answer.ts'
import { unknownConnection } from '../http/client.ts'
import type { ApiRequest } from '../http/request.ts'
import { languagesOf } from '../languages/languages-of.ts'
import type { Permission } from '../permissions/permission.ts'
import { onRequestOf } from '../routing/caller.ts'
import { explaining } from '../routing/explaining.ts'
import { outsideViews } from '../routing/outside-views.ts'
import type { ResolvedSettings, Settings } from '../settings/settings.ts'
import type { View } from '../views/view.ts'
import type { DispatchContext } from '../views/view-request.ts'
import type {
  DefaultPermissions,
  DefaultSchemes,
  PolicyTypes,
  RequestOf,
} from '../views/view-types.ts'
import type { WebRequest } from '../web/web-request.ts'
import { toResponse } from '../web/web-response.ts'
import { acceptableRequest } from './acceptable-request.ts'
import type { Admission, AdmissionPolicies, Arrival } from './admission.ts'
import { isAdmitted, viewsFor } from './admission-view.ts'
import { isStillAllowed } from './still-allowed.ts'

/**
 * Lets a request in, or refuses it, where there is no view: before the upgrade to a WebSocket, for
 * an event stream, in a server component.
 *
 * ```ts
 * const admission = await authenticate(api, upgrade, { permissions: [isAuthenticated] })
 * if (!admission.allowed) return admission.response
 * ```
 *
 * The request takes the steps of a view with these policies, so that everything is the same: the
 * schemes, permissions and throttles, the budget of wrong credentials, status, header fields and
 * body of a refusal. Only the Accept header does not refuse it: what is sent is up to the caller.
 *
 * @param source the request alone has no address, which throttles and the budget count by.
 * @param policies an object that is made once, not for each request: its view is kept.
 * @throws ConfigurationError when a policy is unknown or cannot work.
 */
export async function authenticate<
  S extends Settings,
  const Schemes extends readonly Scheme[] = DefaultSchemes<S>,
  const Permissions extends readonly Permission[] = DefaultPermissions<S>,
>(
  api: Api<S>,
  source: Request | Arrival,
  policies: AdmissionPolicies<PolicyTypes<Schemes, Permissions, S>> = defaultPolicies,
): Promise<Admission<RequestOf<PolicyTypes<Schemes, Permissions, S>>>> {
  // A request of another realm, or of a library, is no instance of `Request`.
  const arrival: Arrival = 'request' in source ? source : { request: source }
  const view = viewsFor(api.settings, policies)(arrival.request.method)
  const incoming = acceptableRequest(arrival.request, view.renderers)
  let request: ApiRequest | undefined
  const context: DispatchContext = {
    params: {},
    connection: arrival.connection ?? unknownConnection,
    requestId: arrival.requestId,
    watch: arrival.watch,
    onRequest(seen) {
      request = seen
      onRequestOf(incoming, arrival)?.(seen)
    },
  }
  const answer = await dispatchSafely(view, incoming, context)
  if (request === undefined || !isAdmitted(request) || answer.status >= 400) {
    return { allowed: false, response: toResponse(answer, incoming.method) }
  }
  const admitted = request as RequestOf<PolicyTypes<Schemes, Permissions, S>>
  return {
    allowed: true,
    request: admitted,
    user: admitted.user,
    auth: admitted.auth,
    headers: headersFor(answer),
    isStillAllowed: () => isStillAllowed(view, incoming, context.connection, admitted),
  }
}

const defaultPolicies = {}

/** The 400 or 500 of an app for what leaves a view, with its line in the log. */
async function dispatchSafely(
  view: View,
  incoming: WebRequest,
  context: DispatchContext,
): Promise<Answer> {
  try {
    return await dispatch(view, incoming, context)
  } catch (error) {
    return outsideOf(view.settings).uncaught(error, incoming)
  }
}

/** There is no path at which an explanation could say that the client signs in. */
const dispatch = explaining(null)

const outsideOf = (settings: ResolvedSettings) =>
  outsideViews({}, settings.LOGGER, languagesOf(settings))

/** `Allow` is about the methods of a view. */
function headersFor({ fields }: Answer): Headers {
  const headers = new Headers()
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? ''
    if (name !== 'allow') headers.append(name, fields[index + 1] ?? '')
  }
  return headers
}
