import type { HeaderFields } from '../../http/header-fields.ts'
import type { RenderContext } from '../../rendering/renderer.ts'

/**
 * What a renderer gets besides the data. Only pages use the header fields, so `Headers` are made on
 * first use. A copy of the context (`{ ...context }`) has them too.
 *
 * A class with one getter for all. V8 would put the accessors of an object literal into its old
 * generation, where they keep the whole request in memory until a full garbage collection.
 */
export class AnswerContext implements RenderContext {
  declare readonly headers: Headers
  readonly request: RenderContext['request']
  readonly response: RenderContext['response']
  readonly view: RenderContext['view']
  readonly parameters: RenderContext['parameters']
  readonly status: number
  readonly #fields: HeaderFields

  constructor(
    fields: HeaderFields,
    { request, response, view, parameters, status }: Omit<RenderContext, 'headers'>,
  ) {
    this.request = request
    this.response = response
    this.view = view
    this.parameters = parameters
    this.status = status
    this.#fields = fields
    Object.defineProperty(this, 'headers', AnswerContext.#headers)
  }

  static readonly #headers = {
    enumerable: true,
    get(this: AnswerContext): Headers {
      return this.#fields.shown()
    },
  }
}
