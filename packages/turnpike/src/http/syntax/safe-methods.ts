import type { RequestHeaders } from '../incoming-request.ts'

/** Methods that change nothing (RFC 9110 §9.2.1). */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/**
 * Whether the request asks for a WebSocket (RFC 6455 §4.1). Browsers send it from pages of any
 * site, with cookies, and no CORS rule applies to it.
 */
export const asksForWebSocket = (headers: Pick<RequestHeaders, 'get'>): boolean =>
  (headers.get('Upgrade') ?? '')
    .split(',')
    .some((protocol) => protocol.trim().toLowerCase() === 'websocket')
