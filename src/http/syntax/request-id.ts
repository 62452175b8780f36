import type { RequestHeaders } from '../incoming-request.ts'

/** The header field with the identifier of a request, in lower case. */
export const requestIdField = 'x-request-id'

/**
 * The identifier of a request: the client's own if it has 1 to 64 letters, digits, `_`, `.` or `-`,
 * so that it cannot forge a line of a log; otherwise a new UUID.
 */
export function requestIdOf(headers: RequestHeaders): string {
  const sent = headers.get(requestIdField)
  return sent !== null && /^[\w.-]{1,64}$/.test(sent) ? sent : crypto.randomUUID()
}
