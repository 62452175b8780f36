import { createSigner, memoizeByIdentity } from 'turnpike/kit'

/**
 * A nonce for proofs that are made from now on (RFC 9449 §9): the present second, signed. It is not
 * stored, so every process with the same `SECRET_KEYS` knows it.
 *
 * @param now in seconds since 1970.
 */
export function newNonce(secrets: readonly string[], now: number): string {
  const payload = new Uint8Array(8)
  new DataView(payload.buffer).setFloat64(0, Math.floor(now))
  return signerOf(secrets).sign(payload)
}

/** When the nonce was made, in seconds since 1970; null when it is none of this service. */
export function nonceMoment(secrets: readonly string[], nonce: unknown): number | null {
  if (typeof nonce !== 'string' || nonce.length > 64) return null
  const payload = signerOf(secrets).open(nonce)
  if (payload?.length !== 8) return null
  return new DataView(payload.buffer, payload.byteOffset).getFloat64(0)
}

const signerOf = memoizeByIdentity((secrets: readonly string[]) =>
  createSigner(secrets, 'nonce of DPoP'),
)
