import { keyParametersOf, type SignatureAlgorithm } from './signature-algorithm.ts'

const keys = new Map<SignatureAlgorithm, Promise<CryptoKey>>()

/**
 * A key that nobody has signed with. Signatures with an unknown key are verified with it, so that
 * they take as long as those with a known one.
 */
export function standInKey(algorithm: SignatureAlgorithm): Promise<CryptoKey> {
  const known = keys.get(algorithm)
  if (known !== undefined) return known
  const key = generate(algorithm)
  keys.set(algorithm, key)
  return key
}

async function generate(algorithm: SignatureAlgorithm): Promise<CryptoKey> {
  const parameters = {
    ...keyParametersOf(algorithm),
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  const made: CryptoKey | CryptoKeyPair = await crypto.subtle.generateKey(parameters, false, [
    'sign',
    'verify',
  ])
  return made instanceof CryptoKey ? made : made.publicKey
}
