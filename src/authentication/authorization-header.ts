import { AuthenticationFailed } from '../errors/exceptions.ts'

/**
 * The part after `keyword` in `Authorization: <keyword> <credentials>`, or null when the header is
 * absent or names another scheme. The keyword is compared without regard to case (RFC 9110 §11.1)
 * and separated by a single space.
 *
 * @param kind what the credentials are, for the texts: `basic`, `token`.
 * @throws AuthenticationFailed when the credentials are missing or contain a space.
 */
export function readAuthorization(
  headers: Headers,
  keyword: string,
  kind: 'basic' | 'token',
): string | null {
  const header = headers.get('Authorization')
  if (header === null) return null

  const [scheme = '', credentials, ...rest] = header.split(' ')
  if (scheme.toLowerCase() !== keyword.toLowerCase()) return null

  if (credentials === undefined) {
    throw new AuthenticationFailed(`Invalid ${kind} header. No credentials provided.`)
  }
  if (rest.length > 0) {
    const subject = kind === 'basic' ? 'Credentials' : 'Token'
    throw new AuthenticationFailed(
      `Invalid ${kind} header. ${subject} string should not contain spaces.`,
    )
  }
  return credentials
}

/**
 * The text that header bytes stand for: UTF-8, or null when they are not. Headers hold one
 * character a byte.
 */
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
