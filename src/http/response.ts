import type { PageControls } from './page-controls.ts'

/** The data, unless they are a promise: then what the compiler says of them. */
export type NoPromise<Data> =
  Data extends PromiseLike<unknown>
    ? 'ApiResponse takes the data, not a promise of them: write await before it'
    : Data

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

  constructor()
  /**
   * @param data undefined for a response without a body. A promise of them is refused. In a
   *   function that is generic in their type say `new ApiResponse<unknown>(data)`.
   * @param status default 200.
   * @param headers default none; the `Content-Type` is the renderer's unless it is among them.
   * @throws TypeError when the data are a promise.
   */
  constructor(data: NoPromise<Data>, status?: number, headers?: HeadersInit)
  constructor(data?: unknown, status = 200, headers?: HeadersInit) {
    if (isPromise(data)) throw notAwaited(data)
    this.data = data as Data
    this.status = status
    if (headers !== undefined) this.#headers = new Headers(headers)
  }

  /**
   * Controls for browsable pages, when the data are one page of a list. Default null. A function is
   * called when they are looked at: programs never do.
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

const isPromise = (data: unknown): data is PromiseLike<unknown> =>
  typeof data === 'object' && data !== null && 'then' in data && typeof data.then === 'function'

function notAwaited(promise: PromiseLike<unknown>): TypeError {
  // It may be rejected yet, and Node ends the process for a rejection that nobody awaits.
  if (promise instanceof Promise) promise.catch(() => {})
  return new TypeError(
    'ApiResponse was given a promise: await it first, as in new ApiResponse(await request.data(schema)).',
  )
}
