import { deflateSync, inflateSync } from 'node:zlib'
import type { DjangoKeys } from './keys.ts'
import { allKeys, areSame, saltedHmac } from './salted-hmac.ts'

/** A few signed bytes may not become gigabytes. */
export const maxBytes = 4_194_304

/**
 * Bytes as Django's `signing.dumps` writes them: `<base64url>:<time in base 62>:<signature>`. A
 * point in front says that they are compressed, which is done when it makes them shorter.
 */
export function signBytes(keys: DjangoKeys, salt: string, bytes: Uint8Array, now: Date): string {
  const deflated = deflateSync(bytes)
  const isShorter = deflated.length < bytes.length - 1
  const payload = Buffer.from(isShorter ? deflated : bytes).toString('base64url')
  const value = `${isShorter ? '.' : ''}${payload}:${base62(Math.floor(now.getTime() / 1000))}`
  return `${value}:${signatureOf(keys.secretKey, salt, value, 'sha256').toString('base64url')}`
}

/**
 * The bytes that Django's `signing.dumps` signed with this salt, whatever their age. Signatures
 * by SHA-1, of Django before 3.1, are accepted as Django 3.2 does.
 *
 * @returns null when no key has signed the text, or it holds more than 4 MiB.
 */
export function openBytes(keys: DjangoKeys, salt: string, text: string): Uint8Array | null {
  const end = text.lastIndexOf(':')
  const value = text.slice(0, Math.max(end, 0))
  const payload = value.slice(0, Math.max(value.lastIndexOf(':'), 0))
  if (payload === '' || !isSigned(keys, salt, value, text.slice(end + 1))) return null

  const isCompressed = payload.startsWith('.')
  const bytes = Buffer.from(isCompressed ? payload.slice(1) : payload, 'base64url')
  if (!isCompressed) return bytes.length > maxBytes ? null : bytes
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes })
  } catch {
    return null
  }
}

function isSigned(keys: DjangoKeys, salt: string, value: string, signature: string): boolean {
  const sent = Buffer.from(signature, 'base64url')
  const algorithm = sent.length === 20 ? 'sha1' : 'sha256'
  return allKeys(keys).some((key) => areSame(signatureOf(key, salt, value, algorithm), sent))
}

const signatureOf = (secret: string, salt: string, value: string, algorithm: 'sha1' | 'sha256') =>
  saltedHmac(secret, `${salt}signer`, value, algorithm)

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(number: number): string {
  const rest = Math.floor(number / 62)
  return (rest === 0 ? '' : base62(rest)) + digits.charAt(number % 62)
}
