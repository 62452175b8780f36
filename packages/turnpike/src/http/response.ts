import type { PageControls } from './page-controls.ts'

/** The data; for a promise, the message of the compiler. */
export type NoPromise<Data> =
  Data extends PromiseLike<unknown>
    ? 'ApiResponse takes the data, not a promise of them: write await before it'
    : Data

/** Header fields by name: a value, or a list such as several `Set-Cookie`. */
export type FieldValues = Readonly<Record<string, string | readonly string[]>>

/**
 * The answer of a handler: data that the negotiated renderer turns into bytes.
 *
 * A handler may also return a web `Response`, which is sent unchanged.
 */
export class ApiResponse<Data = unknown> {
  /** Anything that the view's renderers can render. Undefined means no body. */
  readonly data: Data
  readonly status: number
  /**
   * The item that the data describe, so that a page can check whether the client may change it.
   * Default undefined: none.
   */
  item: unknown = undefined
  /**
   * The items that a list shows, in the order of the data and before they were converted, so that a
   * page can link to each. Default undefined: unknown.
   */
  items: readonly unknown[] | undefined = undefined
  #headers: Headers | undefined
  #controls: PageControls | null | (() => PageControls | null) = null

  constructor()
  /**
   * @param data undefined for a response without a body. A promise is rejected. In a function that
   *   is generic in their type write `new ApiResponse<unknown>(data)`.
   * @param status default 200.
   * @param headers default none; the `Content-Type` is the renderer's unless given here.
   * @throws TypeError when the data are a promise.
   */
  constructor(data: NoPromise<Data>, status?: number, headers?: HeadersInit | FieldValues)
  constructor(data?: unknown, status = 200, headers?: HeadersInit | FieldValues) {
    if (isPromise(data)) throw notAwaited(data)
    this.data = data as Data
    this.status = status
    if (headers !== undefined) this.#headers = headersOf(headers)
  }

  /**
   * Controls for browsable pages, when the data are one page of a list. Default null. A function is
   * called only when they are shown: programs do not need them.
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

  /** Whether it has header fields, or they were accessed. */
  get hasHeaders(): boolean {
    return this.#headers !== undefined
  }
}

function headersOf(given: HeadersInit | FieldValues): Headers {
  if (Symbol.iterator in given) return new Headers(given as HeadersInit)
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
  }
  return headers
}

/** Whether the value is a promise, of any class. */
export const isPromise = (data: unknown): data is PromiseLike<unknown> =>
  typeof data === 'object' && data !== null && 'then' in data && typeof data.then === 'function'

function notAwaited(promise: PromiseLike<unknown>): TypeError {
  // It may still be rejected, and Node ends the process for an unhandled rejection.
  if (promise instanceof Promise) promise.catch(() => {})
  return new TypeError(
    'ApiResponse was given a promise: await it first, as in new ApiResponse(await request.data(schema)).',
  )
}
