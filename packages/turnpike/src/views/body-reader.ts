import { mark } from '../caching/mark.ts'
import { inLanguage } from '../errors/in-language.ts'
import type { BodyReader } from '../http/http-request.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { ApiRequest } from '../http/request.ts'
import {
  type Schema,
  type Validated,
  type ValidateOptions,
  validateOptions,
} from '../http/schema.ts'
import type { Translator } from '../languages/translator.ts'
import { ObservedPromise } from '../parsing/observed-promise.ts'
import { type ParsedBody, readBody } from '../parsing/read-body.ts'
import { validate } from '../validation/validate.ts'
import type { Handler, View } from './view.ts'

/** Reads the body on demand, and only once. */
export class ViewBody implements BodyReader {
  readonly #incoming: IncomingRequest
  readonly #view: View
  readonly #promises: ObservedPromise<unknown>[] = []
  #body: Promise<ParsedBody> | undefined

  constructor(incoming: IncomingRequest, view: View) {
    this.#incoming = incoming
    this.#view = view
  }

  get isAwaited(): boolean {
    return this.#promises.every(({ isAwaited }) => isAwaited)
  }

  async receive(): Promise<void> {
    await this.#parsed().catch(() => {})
  }

  data<Output>(schema?: Schema<Output>): Promise<Output> {
    // Without a schema the output is unknown.
    return this.#observed(
      schema ? this.#validData(schema) : this.#parsed().then(({ data }) => data as Output),
    )
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const { DATA_UPLOAD_MAX_MEMORY_SIZE } = this.#view.settings
    return this.#observed(this.#incoming.readBody(DATA_UPLOAD_MAX_MEMORY_SIZE))
  }

  validate<Output>(
    schema: Schema<Output>,
    options: ValidateOptions = {},
    translator: Translator | null = null,
  ): Promise<Validated<Output>> {
    validateOptions.require(options)
    return this.#observed(this.#validated(schema, options, translator))
  }

  #observed<Value>(promise: Promise<Value>): Promise<Value> {
    const made = ObservedPromise.of(promise)
    this.#promises.push(made)
    return made
  }

  #parsed(): Promise<ParsedBody> {
    const { parsers, settings } = this.#view
    this.#body ??= readBody(this.#incoming, parsers, {
      maxBytes: settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
      maxFields: settings.DATA_UPLOAD_MAX_NUMBER_FIELDS,
      maxItems: settings.DATA_UPLOAD_MAX_NUMBER_ITEMS,
    })
    return this.#body
  }

  async #validated<Output>(
    schema: Schema<Output>,
    { partial = false }: ValidateOptions,
    translator: Translator | null,
  ): Promise<Validated<Output>> {
    const { data, isForm } = await this.#parsed()
    const { NON_FIELD_ERRORS_KEY, LIST_SERIALIZER_ERRORS_AS_DICT } = this.#view.settings
    const validated = await validate(schema, data, {
      nonFieldErrorsKey: NON_FIELD_ERRORS_KEY,
      listErrorsAsDict: LIST_SERIALIZER_ERRORS_AS_DICT,
      isForm,
      partial,
    })
    return validated.valid || translator === null
      ? validated
      : { valid: false, error: inLanguage(validated.error, translator) }
  }

  async #validData<Output>(schema: Schema<Output>): Promise<Output> {
    const result = await this.#validated(schema, {}, null)
    if (!result.valid) throw result.error
    return result.data
  }
}

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
  // A function that the handler has just called awaits it in a microtask.
  queueMicrotask(() => {
    if (request.isBodyAwaited || forgetful.get(handler)) return
    forgetful.set(handler, true)
    const { method, path } = request
    settings.LOGGER.error(
      { method, path, view: name },
      `The body of ${method} ${path} was never awaited: write await before request.data(), request.bytes() or request.validate() in the view ${name}.`,
    )
  })
}
