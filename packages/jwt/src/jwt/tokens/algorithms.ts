import { ConfigurationError } from 'turnpike'
import { asWritten } from 'turnpike/kit'

/** Signatures with a private key, which everyone can verify. */
export const keyPairAlgorithms = [
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
] as const

/** Tokens may have those of ML-DSA, too; this service signs with none, and proofs have none. */
const asymmetric = [...keyPairAlgorithms, 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'] as const

const symmetric = ['HS256', 'HS384', 'HS512'] as const

/** An algorithm of signatures (RFC 7518 §3.1, RFC 8037, RFC 9864). Never `none`. */
export type JwtAlgorithm = (typeof asymmetric)[number] | (typeof symmetric)[number]

/**
 * The algorithms that are accepted: never those of public keys and those of a secret together.
 * Otherwise a public key could be used as the secret of a forged token (RFC 8725 §2.1).
 *
 * @param algorithms as configured; undefined means all that fit public keys, or HS256 for a secret.
 * @throws ConfigurationError when one is unknown or does not fit the keys.
 */
export function acceptedAlgorithms(
  algorithms: readonly JwtAlgorithm[] | undefined,
  isSecret: boolean,
): readonly string[] {
  const possible: readonly string[] = isSecret ? symmetric : asymmetric
  if (algorithms === undefined) return isSecret ? ['HS256'] : asymmetric

  const isList = Array.isArray(algorithms) && algorithms.length > 0
  const wrong = isList ? algorithms.find((name) => !possible.includes(name)) : algorithms
  if (isList && wrong === undefined) return [...algorithms]
  throw new ConfigurationError(
    `algorithms of jwtAuthentication() must be a list of ${possible.join(', ')}, ` +
      `not ${asWritten(wrong)}. ${isSecret ? '' : 'HS256 needs keys: { secret }.'}`.trimEnd(),
  )
}
