import type { RequestHeaders } from '../incoming-request.ts'

/** Methods that change nothing (RFC 9110 §9.2.1). */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** The safe methods that views answer: all but TRACE. */
export const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether it asks for the resource itself: HEAD is answered as GET, without the body. */
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Whether the request asks for a WebSocket (RFC 6455 §4.1). Browsers send it from pages of any
 * site, with cookies, and no CORS rule applies to it.
 */
export const asksForWebSocket = (headers: Pick<RequestHeaders, 'get'>): boolean =>
  (headers.get('Upgrade') ?? '')
    .split(',')
    .some((protocol) => protocol.trim().toLowerCase() === 'websocket')
