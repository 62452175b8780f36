import { AuthenticationFailed } from '../errors/exceptions.ts'
import type { RequestHeaders } from '../http/incoming-request.ts'
import { TranslatableMessage } from '../languages/message.ts'

/**
 * The part after `keyword` and a single space in `Authorization: <keyword> <credentials>`: empty
 * when there is none, null when the header is absent or names another scheme. The keyword is
 * case-insensitive (RFC 9110 §11.1).
 */
export function readCredentials(headers: RequestHeaders, keyword: string): string | null {
  const header = headers.get('Authorization')
  if (header === null) return null

  const space = header.indexOf(' ')
  const scheme = space < 0 ? header : header.slice(0, space)
  if (scheme !== keyword && scheme.toLowerCase() !== keyword.toLowerCase()) return null
  return space < 0 ? '' : header.slice(space + 1)
}

/**
 * The part after `keyword` in `Authorization: <keyword> <credentials>`, or null when the header is
 * absent or names another scheme. The keyword is case-insensitive (RFC 9110 §11.1) and followed by
 * a single space.
 *
 * @param kind the kind of credentials, for the messages: `basic`, `token`.
 * @throws AuthenticationFailed when the credentials are missing or contain a space.
 */
export function readAuthorization(
  headers: RequestHeaders,
  keyword: string,
  kind: 'basic' | 'token',
): string | null {
  const credentials = readCredentials(headers, keyword)
  if (credentials === null) return null

  if (credentials === '') {
    throw new AuthenticationFailed(
      new TranslatableMessage('Invalid {kind} header. No credentials provided.', { kind }),
    )
  }
  if (credentials.includes(' ')) {
    throw new AuthenticationFailed(
      kind === 'basic'
        ? 'Invalid basic header. Credentials string should not contain spaces.'
        : 'Invalid token header. Token string should not contain spaces.',
    )
  }
  return credentials
}

/** Decodes header bytes as UTF-8; null when they are not. Headers have one character per byte. */
export function decodeUtf8(bytes: string): string | null {
  if (isAscii.test(bytes)) return bytes
  try {
    return utf8.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return null
  }
}

const isAscii = /^[\0-\x7f]*$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
