import type { PageControls } from './page-controls.ts'

/**
 * What a handler returns: data that the negotiated renderer turns into bytes.
 *
 * A handler may also return a web `Response`, which is sent as it is.
 */
export class ApiResponse<Data = unknown> {
  /** Anything that the view's renderers can render. Undefined: a response without a body. */
  readonly data: Data
  readonly status: number
  /**
   * What the data were made from, so that a page can ask whether the caller may change it. Default
   * undefined: the answer is about no item.
   */
  item: unknown = undefined
  #headers: Headers | undefined
  #controls: PageControls | null | (() => PageControls | null) = null

  /**
   * @param data default undefined, a response without a body.
   * @param status default 200.
   * @param headers default none; `Content-Type` is set by the renderer.
   */
  constructor(data?: Data, status = 200, headers?: HeadersInit) {
    this.data = data as Data
    this.status = status
    if (headers !== undefined) this.#headers = new Headers(headers)
  }

  /**
   * Controls for browsable pages, when the data are one page of a list. Default null. A function is called
   * when they are looked at: programs never do.
   */
  get controls(): PageControls | null {
    return typeof this.#controls === 'function' ? this.#controls() : this.#controls
  }

  set controls(controls: PageControls | null | (() => PageControls | null)) {
    this.#controls = controls
  }

  get headers(): Headers {
    this.#headers ??= new Headers()
    return this.#headers
  }

  /** Whether it was given header fields, or asked for them. */
  get hasHeaders(): boolean {
    return this.#headers !== undefined
  }
}
