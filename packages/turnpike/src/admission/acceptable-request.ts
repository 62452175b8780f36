import { NotAcceptable } from '../errors/exceptions.ts'
import type { RequestHeaders } from '../http/incoming-request.ts'
import { negotiate } from '../rendering/negotiate.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { WebRequest } from '../web/web-request.ts'

/**
 * The request for a view with these renderers, without an Accept header that none of them meets. An
 * `EventSource` accepts `text/event-stream` alone, which is what it will get: refusals are then
 * those of the first renderer.
 */
export function acceptableRequest(request: Request, renderers: readonly Renderer[]): WebRequest {
  const incoming = new WebRequest(request)
  return isAcceptable(incoming, renderers) ? incoming : new RequestForAny(request)
}

function isAcceptable({ headers }: WebRequest, renderers: readonly Renderer[]): boolean {
  try {
    negotiate({ headers, queryValue: () => null }, renderers, null)
    return true
  } catch (error) {
    if (error instanceof NotAcceptable) return false
    throw error
  }
}

/** A request that accepts anything. */
class RequestForAny extends WebRequest {
  override readonly headers: RequestHeaders

  constructor(request: Request) {
    super(request)
    const headers = new Headers(request.headers)
    headers.delete('Accept')
    this.headers = headers
  }
}
