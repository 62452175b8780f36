import { exportJWK, importPKCS8, type JWK } from 'jose'
import { ConfigurationError } from 'turnpike'
import { once } from 'turnpike/kit'
import { keyPairAlgorithms } from '../tokens/algorithms.ts'
import type { KeyRing } from './key-ring.ts'
import { importSigningKey, type SigningKey } from './signing-key.ts'

/**
 * A private key of your own: a JWK with `alg`, or PKCS #8 in PEM (`-----BEGIN PRIVATE KEY-----`)
 * with its algorithm: `ES256`, `ES384`, `Ed25519`, `PS256`, `RS256`.
 */
export type OwnKey = JWK | PemKey

interface PemKey {
  readonly pem: string
  readonly algorithm: string
}

/**
 * Keys that the configuration names: the first one signs and all of them verify. To rotate, append
 * the new one, restart every process, then put it in front.
 *
 * @throws ConfigurationError on first use, when one of them is not a private key.
 */
export function ownKeys(given: readonly OwnKey[]): KeyRing {
  // Imported once, on first use: importing is asynchronous.
  const all = once(() => importAll(given))

  return {
    async signing() {
      return (await all())[0]
    },
    find: async (id) => (await all()).find((key) => key.id === id) ?? null,
    published: async () => (await all()).map(({ publicJwk }) => publicJwk),
  }
}

async function importAll(
  given: readonly OwnKey[],
): Promise<readonly [SigningKey, ...SigningKey[]]> {
  const [first, ...others] = await Promise.all(given.map(importOwn))
  if (first === undefined) throw new ConfigurationError('keys of tokenPairs() has no key.')
  return [first, ...others]
}

async function importOwn(given: OwnKey, place: number): Promise<SigningKey> {
  try {
    if (isJwk(given)) return await importSigningKey(given, requireAlgorithm(given.alg))
    const algorithm = requireAlgorithm(given.algorithm)
    const key = await importPKCS8(given.pem, algorithm, { extractable: true })
    return await importSigningKey(await exportJWK(key), algorithm)
  } catch (cause) {
    throw new ConfigurationError(
      `Key ${place + 1} in keys of tokenPairs() cannot sign: ${(cause as Error).message} Give it a ` +
        "private JWK with alg, or { pem, algorithm: 'ES256' } with a PKCS #8 key.",
      { cause },
    )
  }
}

const isJwk = (given: OwnKey): given is JWK => !('pem' in given)

function requireAlgorithm(algorithm: string | undefined): string {
  // Symmetric algorithms cannot have a public key.
  const algorithms: readonly string[] = keyPairAlgorithms
  if (algorithm !== undefined && algorithms.includes(algorithm)) return algorithm
  throw new TypeError(
    `Its algorithm is ${algorithm ?? 'missing'}, not one of ${algorithms.join(', ')}.`,
  )
}
