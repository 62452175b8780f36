import type { Connection } from '../http/client.ts'
import type { SentForm } from '../http/http-request.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import { ApiRequest } from '../http/request.ts'
import type { RequestWatch } from '../telemetry/request-watch.ts'
import { ViewBody } from './body-reader.ts'
import type { View } from './view.ts'

/** What the router and the server know of a request. */
export interface DispatchContext {
  /** Values of the route's parameters, decoded. */
  params: Readonly<Record<string, string>>
  connection: Connection
  /** The identifier that the server gave the request. Default: that of `requestIdOf`. */
  requestId?: string | undefined
  /** Called with the request as soon as there is one. */
  onRequest?: ((request: ApiRequest) => void) | undefined
  /** Follows the request through the steps. Default nothing. */
  watch?: RequestWatch | undefined
  /** The form of a page that the request represents. Default null. */
  sentForm?: SentForm | null
  /** Whether the request was let in before, and its sender is checked again. Default false. */
  isCheckedAgain?: boolean
}

/** The request as a view sees it, anonymous until a scheme has authenticated it. */
export function requestOf(
  view: View,
  incoming: IncomingRequest,
  context: DispatchContext,
): ApiRequest {
  const { params, connection, requestId, onRequest, watch, sentForm = null } = context
  const { UNAUTHENTICATED_USER: user, UNAUTHENTICATED_TOKEN: auth } = view.settings
  const options = {
    connection,
    params,
    body: new ViewBody(incoming, view),
    baseUrl: view.settings.BASE_URL,
    isTrustedProxy: view.isTrustedProxy,
    credentialBudget: view.credentialBudget,
    readReplicas: view.settings.READ_REPLICAS,
    maxQueryParameters: view.settings.DATA_UPLOAD_MAX_NUMBER_FIELDS,
    sentForm,
    languages: view.languages,
    id: requestId,
    traceId: watch?.traceId,
    isCheckedAgain: context.isCheckedAgain === true,
  }
  const request = new ApiRequest(incoming, options, { user, auth })
  onRequest?.(request)
  return request
}
