import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { stylesheet } from './stylesheet.ts'

const sha256Base64 = (text: string): string =>
  btoa(String.fromCharCode(...sha256(utf8ToBytes(text))))

/**
 * Allows nothing but the page's one stylesheet, by its hash (CSP Level 3 §2.3.1): no scripts, no
 * frames, no foreign assets. If data were ever to become markup, the browser would run none of it.
 */
const contentSecurityPolicy = (style: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${sha256Base64(style)}'`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Header fields of a page with this stylesheet. */
export const pageHeadersFor = (style: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(style),
  'X-Content-Type-Options': 'nosniff',
  // For browsers without `frame-ancestors`.
  'X-Frame-Options': 'DENY',
  // Links in the data lead to other sites, which must not see the API's URLs.
  'Referrer-Policy': 'same-origin',
})

/** Header fields of every page. */
export const pageHeaders = pageHeadersFor(stylesheet)
