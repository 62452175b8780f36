import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { nativeHash } from '../../caching/native-hash.ts'
import { toBase64Url } from './base64url.ts'

/** SHA-256 of the text in UTF-8, as 43 characters of base64url. */
export const sha256Base64Url = (text: string): string =>
  nativeHash === null
    ? toBase64Url(sha256(utf8ToBytes(text)))
    : nativeHash('sha256', text, 'base64url')
