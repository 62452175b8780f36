import type { ApiRequest } from '../http/request.ts'
import type { ApiResponse } from '../http/response.ts'
import type { FormReader } from './form-reader.ts'

/** The second argument of a renderer, beside the data. */
export interface RenderContext {
  readonly request: ApiRequest
  readonly response: ApiResponse
  /** The view that answers. */
  readonly view: {
    readonly name: string
    readonly description: string
    readonly renderers: readonly Renderer[]
    readonly settings: {
      readonly NON_FIELD_ERRORS_KEY: string
      readonly URL_FORMAT_OVERRIDE: string | null
    }
  }
  /** The status as sent: a 401 without a challenge is already a 403. */
  readonly status: number
  /** The header fields as sent, without the renderer's own. It may add to them. */
  readonly headers: Headers
  /** Parameters of the accepted media range in lower case: `indent=4` is `{ indent: '4' }`. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Turns the data of a response into bytes. */
export interface Renderer {
  /** The media type it produces, in lower case: `application/json`. */
  readonly mediaType: string
  /** The name that selects it in the query: `json` for `?format=json`. */
  readonly format: string
  /** The charset named in `Content-Type`; null for media types that have none, as JSON. */
  readonly charset: string | null
  /**
   * True: renders errors only, for clients that name its media type in their Accept header. Default
   * false.
   */
  readonly isForErrors?: boolean
  /** Parameters of a media range that it can satisfy: `indent`. Default none. */
  readonly parameters?: readonly string[]
  /**
   * True: responses without data are rendered as well. A 204 is then sent as 200, because browsers
   * show nothing for 204. Default false.
   */
  readonly rendersEmpty?: boolean
  /** Reads the forms in what it makes. Default none: a request is what it says of itself. */
  readonly forms?: FormReader
  /** Header fields of its documents, replacing the response's own by these names. Default none. */
  readonly headers?: Readonly<Record<string, string>>

  render(data: unknown, context: RenderContext): string | Uint8Array | Promise<string | Uint8Array>
}
