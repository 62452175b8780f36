import { randomBytes } from '@noble/hashes/utils.js'

const characters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A new key of `django_session`: 32 characters, 165 random bits. */
export function newSessionKey(): string {
  let key = ''
  while (key.length < 32) {
    // The rest of the bytes would make the first characters more likely than the others.
    const fair = randomBytes(32).filter((byte) => byte < 252)
    for (const byte of fair) key += characters.charAt(byte % characters.length)
  }
  return key.slice(0, 32)
}

/** Whether the text has the form of a key. Some databases would find `ABC` for `abc`. */
export const isSessionKey = (text: string): boolean => /^[a-z0-9]{32}$/.test(text)
