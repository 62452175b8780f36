import { randomBytes } from '@noble/hashes/utils.js'
import { areEqual, createSigner } from '../../http/signing.ts'
import { fromBase64Url, toBase64Url } from '../../http/syntax/base64url.ts'
import type { CsrfComparison, CsrfTokens } from './csrf-tokens.ts'

/** Tokens that are signed for a session. */
export const signedCsrfTokens: CsrfTokens = {
  create: (secrets, sessionId) => newCsrfToken(secrets, sessionId),
  isValid: (token, secrets, sessionId) => isCsrfToken(token, secrets, sessionId),
  mask: (token) => maskCsrfToken(token),
  compare: (sent, token) => compareCsrfToken(sent, token),
}

/**
 * A new CSRF token, 43 characters: 16 random bytes, signed for this session. A token planted in the
 * browser by another site, or left over from another session, does not have this signature.
 *
 * @param sessionId null for a browser without a session.
 */
export const newCsrfToken = (secrets: readonly string[], sessionId: string | null): string =>
  signerOf(secrets, sessionId).sign(randomBytes(16))

/** Whether the token belongs to this session. */
export const isCsrfToken = (
  token: string,
  secrets: readonly string[],
  sessionId: string | null,
): boolean => signerOf(secrets, sessionId).open(token) !== null

function maskCsrfToken(token: string): string {
  const bytes = fromBase64Url(token) ?? new Uint8Array()
  const mask = randomBytes(bytes.length)
  return toBase64Url(Uint8Array.of(...mask, ...xor(bytes, mask)))
}

function compareCsrfToken(sent: string, token: string): CsrfComparison {
  if (sent.length !== plainLength && sent.length !== maskedLength) return 'has incorrect length'
  const bytes = fromBase64Url(sent)
  if (bytes === null) return 'has invalid characters'

  const half = bytes.length / 2
  const unmasked =
    sent.length === plainLength ? bytes : xor(bytes.subarray(0, half), bytes.subarray(half))
  return areEqual(unmasked, fromBase64Url(token) ?? new Uint8Array()) ? 'equal' : 'incorrect'
}

/** A signature and a nonce of 16 bytes each, in base64url; masked, twice as many bytes. */
const plainLength = 43
const maskedLength = 86

const signerOf = (secrets: readonly string[], sessionId: string | null) =>
  createSigner(secrets, sessionId === null ? 'csrf' : `csrf of ${sessionId}`)

const xor = (bytes: Uint8Array, mask: Uint8Array): Uint8Array =>
  bytes.map((byte, index) => byte ^ (mask[index] ?? 0))
