import { crc32 } from './crc32.ts'

/**
 * A new token key: 20 random bytes as 40 lower-case hex digits. With a prefix, by which scanners
 * find leaked keys: the prefix, 30 random letters and digits, and a checksum of 6 more.
 */
export function generateTokenKey(prefix = ''): string {
  if (prefix === '') return hexDigits(20)
  const body = prefix + randomDigits(30)
  return body + checksumOf(body)
}

/**
 * Whether the text has the form of a token key; stores need not look up any other. With the prefix
 * it must have the checksum. Without the prefix it may be a key from before there was one.
 */
export function isTokenKey(text: string, prefix = ''): boolean {
  if (!/^[\x21-\x7e]{1,200}$/.test(text)) return false
  if (prefix === '' || !text.startsWith(prefix)) return true

  const body = text.slice(0, -checksumLength)
  return text.length === prefix.length + 30 + checksumLength && text === body + checksumOf(body)
}

/**
 * Whether the text has the form of an API key, whatever its prefix, and the right checksum. Stores
 * need not look up any other.
 */
export const isApiKeyText = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9]{0,18}_[0-9A-Za-z]{36}$/.test(text) &&
  text.endsWith(checksumOf(text.slice(0, -checksumLength)))

const hexDigits = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** All 62 digits are equally likely: bytes that would favour the first ones are skipped. */
function randomDigits(count: number): string {
  let text = ''
  while (text.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(count - text.length))) {
      if (byte < 248) text += digits.charAt(byte % 62)
    }
  }
  return text
}

const checksumLength = 6

/** The CRC-32 in base 62, six digits long. */
function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < checksumLength; place++) {
    text = digits.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
