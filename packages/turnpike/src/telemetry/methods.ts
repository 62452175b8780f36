/** The methods of RFC 9110 §9.3 and RFC 5789. Anything else is `_OTHER`, as in OpenTelemetry. */
const known: ReadonlySet<string> = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'TRACE',
])

/** The method, or `_OTHER` for one that a client has made up: there would be ever new ones. */
export const knownMethod = (method: string): string => (known.has(method) ? method : '_OTHER')
