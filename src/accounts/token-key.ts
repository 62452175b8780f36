import { crc32 } from './crc32.ts'

/**
 * A new token key: 20 random bytes as 40 lower-case hex digits. With a prefix, which lets scanners
 * find keys that have leaked: the prefix, 30 random letters and digits, and a checksum of 6 more.
 */
export function generateTokenKey(prefix = ''): string {
  if (prefix === '') return hexDigits(20)
  const body = prefix + randomDigits(30)
  return body + checksumOf(body)
}

/**
 * Whether it can be a token key, so that a store need look for it. A text with the prefix must have
 * the checksum, too. One without it may be a key from before there was a prefix.
 */
export function isTokenKey(text: string, prefix = ''): boolean {
  if (!/^[\x21-\x7e]{1,200}$/.test(text)) return false
  if (prefix === '' || !text.startsWith(prefix)) return true

  const body = text.slice(0, -checksumLength)
  return text.length === prefix.length + 30 + checksumLength && text === body + checksumOf(body)
}

const hexDigits = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Each of the 62 digits is as likely: the bytes that would make the first ones likelier are left
 * out.
 */
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
