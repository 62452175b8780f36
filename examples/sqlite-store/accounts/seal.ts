/** Keys of tokens, encrypted in the database. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, requireValid, secretList, TokenUnreadable } from 'turnpike/kit'

export interface Seal {
  seal(text: string, owner: number): string
  /** @throws TokenUnreadable when it was sealed with another secret or for another owner. */
  open(sealed: string, owner: number): string
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a nonce of 12 bytes and a tag of 16. The owner is
 * authenticated, so that a sealed key cannot be moved to another user.
 *
 * @param secrets of at least 32 characters. The first seals, all of them open.
 */
export function createSeal(secrets: readonly string[]): Seal {
  requireValid('secrets', secretList, secrets)
  const keys = secrets.map((secret) => deriveKey(secret, 'sqlite-store tokens'))

  function opened(bytes: Buffer, key: Uint8Array, owner: number): string | null {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
      authTagLength: 16,
    })
    decipher.setAAD(Buffer.from(`${owner}`)).setAuthTag(bytes.subarray(-16))
    try {
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return null
    }
  }

  return {
    seal(text, owner) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys[0] as Uint8Array, nonce)
      cipher.setAAD(Buffer.from(`${owner}`))
      const sealed = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url')
    },

    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      const found = keys.map((key) => opened(bytes, key, owner)).find((text) => text !== null)
      if (found !== undefined) return found
      throw new TokenUnreadable(`The token of the user ${owner} is sealed with another secret.`)
    },
  }
}
