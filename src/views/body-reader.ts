import { mark } from '../caching/mark.ts'
import type { BodyReader } from '../http/http-request.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { ApiRequest } from '../http/request.ts'
import { type Schema, type ValidateOptions, validateOptions } from '../http/schema.ts'
import { ObservedPromise } from '../parsing/observed-promise.ts'
import { type ParsedBody, readBody } from '../parsing/read-body.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { validate } from '../validation/validate.ts'
import type { Handler, View } from './view.ts'

/** Reads the body on demand, and only once. */
export function bodyReader(incoming: IncomingRequest, { parsers, settings }: View): BodyReader {
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
    validate(schema, options = {}) {
      validateOptions.require(options)
      return observed(validated(schema, options))
    },
    get isAwaited() {
      return promises.every(({ isAwaited }) => isAwaited)
    },
  }
}

const validationSettings = (settings: ResolvedSettings) => ({
  nonFieldErrorsKey: settings.NON_FIELD_ERRORS_KEY,
  listErrorsAsDict: settings.LIST_SERIALIZER_ERRORS_AS_DICT,
})

const forgetful = mark<Handler>()

/**
 * The sent data were lost, and the client did not even learn whether they were valid. Logged once
 * per handler.
 */
export function logUnawaited(
  handler: Handler,
  request: ApiRequest,
  { name, settings }: View,
): void {
  if (request.isBodyAwaited || forgetful.get(handler)) return
  forgetful.set(handler, true)
  const { method, path } = request
  settings.LOGGER.error(
    { method, path, view: name },
    `The body of ${method} ${path} was never awaited: write await before request.data() or request.validate() in the view ${name}.`,
  )
}
