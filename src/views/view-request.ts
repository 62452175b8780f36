import type { Connection } from '../http/client.ts'
import type { BodyReader, SentForm } from '../http/http-request.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import { ApiRequest } from '../http/request.ts'
import type { Schema, ValidateOptions } from '../http/schema.ts'
import { ObservedPromise } from '../parsing/observed-promise.ts'
import { type ParsedBody, readBody } from '../parsing/read-body.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { validate } from '../validation/validate.ts'
import type { View } from './view.ts'

/** What the router and the server know of a request. */
export interface DispatchContext {
  /** Values of the route's parameters, decoded. */
  params: Readonly<Record<string, string>>
  connection: Connection
  /**
   * Called with the request as soon as there is one; again when a form of a page stands for
   * another.
   */
  onRequest?(request: ApiRequest): void
}

/** The request as a view sees it, nobody's until a scheme has authenticated it. */
export function requestOf(
  view: View,
  incoming: IncomingRequest,
  { params, connection, onRequest }: DispatchContext,
  sentForm: SentForm | null = null,
): ApiRequest {
  const { UNAUTHENTICATED_USER: user, UNAUTHENTICATED_TOKEN: auth } = view.settings
  const options = {
    connection,
    params,
    body: bodyReader(incoming, view),
    baseUrl: view.settings.BASE_URL,
    isTrustedProxy: view.isTrustedProxy,
    credentialBudget: view.credentialBudget,
    maxQueryParameters: view.settings.DATA_UPLOAD_MAX_NUMBER_FIELDS,
    sentForm,
  }
  const request = new ApiRequest(incoming, options, { user, auth })
  onRequest?.(request)
  return request
}

/** The body is read when it is first asked for, and once. */
function bodyReader(incoming: IncomingRequest, { parsers, settings }: View): BodyReader {
  let body: Promise<ParsedBody> | undefined
  const parsed = () => {
    body ??= readBody(incoming, parsers, {
      maxBytes: settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
      maxFields: settings.DATA_UPLOAD_MAX_NUMBER_FIELDS,
      maxItems: settings.DATA_UPLOAD_MAX_NUMBER_ITEMS,
    })
    return body
  }

  const validated = async <Output>(
    schema: Schema<Output>,
    { partial = false }: ValidateOptions,
  ) => {
    const { data, isForm } = await parsed()
    return validate(schema, data, { ...validationSettings(settings), isForm, partial })
  }
  const validData = async <Output>(schema: Schema<Output>) => {
    const result = await validated(schema, {})
    if (!result.valid) throw result.error
    return result.data
  }

  const promises: ObservedPromise<unknown>[] = []
  const observed = <Value>(promise: Promise<Value>): Promise<Value> => {
    const made = ObservedPromise.of(promise)
    promises.push(made)
    return made
  }
  return {
    data: <Output>(schema?: Schema<Output>): Promise<Output> =>
      // Without a schema the output is unknown.
      observed(schema ? validData(schema) : parsed().then(({ data }) => data as Output)),
    validate: (schema, options = {}) => observed(validated(schema, options)),
    get isAwaited() {
      return promises.every(({ isAwaited }) => isAwaited)
    },
  }
}

const validationSettings = (settings: ResolvedSettings) => ({
  nonFieldErrorsKey: settings.NON_FIELD_ERRORS_KEY,
  listErrorsAsDict: settings.LIST_SERIALIZER_ERRORS_AS_DICT,
})
