import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { nativeHash } from '../../caching/native-hash.ts'
import { toBase64Url } from './base64url.ts'

/** SHA-256 of the bytes, or of the text in UTF-8, as 43 characters of base64url. */
export const sha256Base64Url = (content: string | Uint8Array): string =>
  nativeHash === null
    ? toBase64Url(sha256(typeof content === 'string' ? utf8ToBytes(content) : content))
    : nativeHash('sha256', content, 'base64url')
