import { AuthenticationFailed } from '../errors/exceptions.ts'
import type { RequestHeaders } from '../http/incoming-request.ts'

/**
 * The key that is the whole value of a header field, or null when it is absent.
 *
 * @throws AuthenticationFailed when the key is missing, or is not one key.
 */
export function readKeyHeader(headers: RequestHeaders, header: string): string | null {
  const key = headers.get(header)
  if (key !== null) requireOneKey(key)
  return key
}

/** @throws AuthenticationFailed when the key is empty, or has a blank or a comma. */
export function requireOneKey(key: string): void {
  if (key === '') throw new AuthenticationFailed('Invalid API key header. No key provided.')
  // Two fields of one name arrive as a list: a proxy may have checked the other one.
  if (/[ ,]/.test(key)) {
    throw new AuthenticationFailed(
      'Invalid API key header. One key without spaces and commas is expected.',
    )
  }
}
