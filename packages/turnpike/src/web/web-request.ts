import { ContentTooLarge } from '../errors/exceptions.ts'
import { BodyCollector, BodyUsed, endedEarly } from '../http/body.ts'
import type { IncomingRequest, RequestHeaders } from '../http/incoming-request.ts'

/** A web `Request` for the views. */
export class WebRequest implements IncomingRequest {
  readonly #request: Request
  #body: Promise<Uint8Array<ArrayBuffer>> | undefined
  readonly method: string
  readonly scheme: string
  readonly host: string
  readonly target: string
  readonly headers: RequestHeaders

  constructor(request: Request) {
    const { method, url, headers } = request
    const hostStart = url.indexOf('://') + 3
    const pathStart = url.indexOf('/', hostStart)
    this.#request = request
    this.method = method
    this.scheme = url.slice(0, hostStart - 3)
    this.host = url.slice(hostStart, pathStart)
    this.target = withoutFragment(url.slice(pathStart))
    this.headers = headers
  }

  /** The request that it was made of. */
  get original(): Request {
    return this.#request
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  get isAborted(): boolean {
    return this.#request.signal.aborted
  }

  readBody(maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#body ??= this.#readBody(maxBytes)
    return this.#body
  }

  toRequest(): Request {
    return this.#request
  }

  async #readBody(maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    const { body, bodyUsed } = this.#request
    if (bodyUsed || body?.locked) throw new BodyUsed()

    // Also with a declared length: a middleware may have unpacked the body behind it.
    return readChunks(body, new BodyCollector(this.headers, maxBytes))
  }
}

/** `new Request('http://a/#b')` keeps the fragment in its URL. */
function withoutFragment(target: string): string {
  const start = target.indexOf('#')
  return start < 0 ? target : target.slice(0, start)
}

/** Counts a body as it arrives. */
async function readChunks(
  body: ReadableStream<Uint8Array> | null,
  collector: BodyCollector,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch((error) => {
      throw endedEarly(error)
    })
    if (done) break
    try {
      collector.add(value)
    } catch (error) {
      if (error instanceof ContentTooLarge) await reader.cancel().catch(() => {})
      throw error
    }
  }
  return collector.join()
}
