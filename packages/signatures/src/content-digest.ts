import { type Dictionary, parseDictionary, serializeDictionary } from 'structured-headers'
import type { TranslatableMessage } from 'turnpike'
import { areEqual } from 'turnpike/kit'
import { SignatureFailure } from './signature-failure.ts'

/** An algorithm of `Content-Digest` that resists forgery (RFC 9530 §5). */
export type DigestAlgorithm = keyof typeof digests

const digests = { 'sha-256': 'SHA-256', 'sha-512': 'SHA-512' }

// `Object.keys` gives strings.
export const digestAlgorithms = Object.keys(digests) as DigestAlgorithm[]

export const isDigestAlgorithm = (name: unknown): name is DigestAlgorithm =>
  typeof name === 'string' && Object.hasOwn(digests, name)

/**
 * The value of `Content-Digest` for a body:
 * `sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:`.
 */
export async function contentDigest(
  body: Uint8Array<ArrayBuffer>,
  algorithm: DigestAlgorithm = 'sha-256',
): Promise<string> {
  return serializeDictionary({ [algorithm]: await bodyDigest(body, algorithm) })
}

/**
 * Compares the digests of `Content-Digest` with the body as it was sent (RFC 9530 §2). Those of
 * unknown and broken algorithms are ignored; all others must match.
 *
 * @throws SignatureFailure when one does not match, or there is no `sha-256` and no `sha-512`.
 */
export async function verifyContentDigest(
  field: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  let known = 0
  for (const [algorithm, [value]] of readDigests(field)) {
    if (!isDigestAlgorithm(algorithm)) continue
    known++
    const digest = new Uint8Array(await bodyDigest(body, algorithm))
    if (!(value instanceof ArrayBuffer) || !areEqual(new Uint8Array(value), digest)) {
      throw invalidDigest('The body does not match its Content-Digest.')
    }
  }
  if (known === 0) throw invalidDigest('Content-Digest has neither sha-256 nor sha-512.')
}

const bodyDigest = (body: Uint8Array<ArrayBuffer>, algorithm: DigestAlgorithm) =>
  crypto.subtle.digest(digests[algorithm], body)

function readDigests(field: string): Dictionary {
  try {
    return parseDictionary(field)
  } catch {
    throw invalidDigest('Content-Digest is not a dictionary of structured fields.')
  }
}

/** The client learns which algorithms it can use (RFC 9530 §4). */
export const invalidDigest = (detail: string | TranslatableMessage): SignatureFailure =>
  new SignatureFailure('invalid_digest', detail, {
    headers: { 'Want-Content-Digest': 'sha-256=10, sha-512=10' },
  })
