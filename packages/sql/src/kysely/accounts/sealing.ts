import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/** Lengths in bytes (NIST SP 800-38D §5.2.1). */
const nonceLength = 12
const tagLength = 16

/**
 * Encrypts a text with AES-256-GCM, as base64url.
 *
 * @param owner whose text it is. It is authenticated, so that writing to the database cannot give
 *   the text to another one.
 */
export function seal(text: string, key: KeyObject, owner: string): string {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const sealed = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url')
}

/** The text. @throws Error when it was sealed with another key or for another owner, or changed. */
export function unseal(sealed: string, key: KeyObject, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, nonceLength)
  const text = bytes.subarray(nonceLength, -tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagLength))
  return decipher.update(text, undefined, 'utf8') + decipher.final('utf8')
}
