import type { RequestHeaders } from '../incoming-request.ts'

/** The header field with the identifier of a request, in lower case. */
export const requestIdField = 'x-request-id'

/**
 * The identifier of a request: the client's own if it has 1 to 64 letters, digits, `_`, `.` or `-`,
 * so that it cannot forge a line of a log; otherwise a new UUID.
 *
 * @param newId makes the UUID. Default the method of the global `crypto`, which takes longer than
 *   that of `node:crypto`.
 */
export function requestIdOf(
  headers: RequestHeaders,
  newId: () => string = () => crypto.randomUUID(),
): string {
  const sent = headers.get(requestIdField)
  return sent !== null && /^[\w.-]{1,64}$/.test(sent) ? sent : newId()
}
