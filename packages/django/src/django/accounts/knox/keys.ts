import { createHash, randomBytes } from 'node:crypto'
import { isStorable } from '../users/rows.ts'
import type { KnoxSettings } from './options.ts'

/** A new key, and the two columns that knox finds it by. */
export function newKey({ version, prefix }: KnoxSettings) {
  const key = prefix + randomBytes(32).toString('hex')
  return {
    key,
    digest: version === 5 ? digestOfText(key) : digestOfBytes(key),
    // The first characters of the key, the prefix included.
    shown: key.slice(0, version === 4 ? 8 : 15),
  }
}

/** The digests that the key may have in the table; none when it can be no key. */
export function digestsOf(key: string): string[] {
  if (key.length > 255 || key.length < 8 || !isStorable(key)) return []
  // Other spellings of the digits are not the token.
  const isHex = /^(?:[0-9a-f]{2})+$/.test(key)
  return [digestOfText(key), ...(isHex ? [digestOfBytes(key)] : [])]
}

/** Knox 5 and later digest the text. */
const digestOfText = (key: string) => createHash('sha512').update(key).digest('hex')

/** Knox 4.2 digests the bytes that the hexadecimal digits stand for. */
const digestOfBytes = (key: string) =>
  createHash('sha512').update(Buffer.from(key, 'hex')).digest('hex')
