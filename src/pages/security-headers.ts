import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { stylesheet } from './stylesheet.ts'

const sha256Base64 = (text: string): string =>
  btoa(String.fromCharCode(...sha256(utf8ToBytes(text))))

/**
 * Nothing but the page's one stylesheet is allowed, by its hash (CSP Level 3 §2.3.1): no script, no
 * frame, no asset of anybody else. Should a text ever come out as markup, the browser runs none of
 * it.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256Base64(stylesheet)}'`,
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Header fields of every page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  // Browsers that do not know `frame-ancestors`.
  'X-Frame-Options': 'DENY',
  // Links in the data lead elsewhere; URLs of the API may hold what nobody else should see.
  'Referrer-Policy': 'same-origin',
}
