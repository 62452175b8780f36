import { ConfigurationError } from 'turnpike'
import {
  isSignatureAlgorithm,
  keyParametersOf,
  type SignatureAlgorithm,
  signatureAlgorithms,
} from './signature-algorithm.ts'

/** Bits. Shorter keys are refused. */
const leastBits = { hmac: 256, rsa: 2048 }

/**
 * A key for one algorithm: to verify with the public key, to sign with the private one, and both
 * with the secret of an HMAC. It cannot be exported, and works with no other algorithm.
 *
 * @param material a JWK; a PEM text (`BEGIN PUBLIC KEY`, `BEGIN PRIVATE KEY`); or, for
 *   `hmac-sha256`, the bytes of the secret.
 * @throws ConfigurationError when it is not a key of the algorithm, or a short one: RSA needs 2048
 *   bits, the secret of an HMAC 32 bytes.
 */
export async function importSignatureKey(
  algorithm: SignatureAlgorithm,
  material: string | JsonWebKey | Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> {
  if (!isSignatureAlgorithm(algorithm)) {
    throw new ConfigurationError(
      `importSignatureKey() needs an algorithm: one of ${signatureAlgorithms.join(', ')}.`,
    )
  }
  const key = await imported(algorithm, material)
  requireLength(algorithm, key)
  return key
}

async function imported(
  algorithm: SignatureAlgorithm,
  material: string | JsonWebKey | Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> {
  const parameters = keyParametersOf(algorithm)
  const isSecret = algorithm === 'hmac-sha256'
  try {
    if (material instanceof Uint8Array) {
      if (!isSecret) throw new TypeError('Bytes are the secret of an HMAC.')
      return await crypto.subtle.importKey('raw', material, parameters, false, ['sign', 'verify'])
    }
    if (typeof material === 'string') {
      // The text of a public key is known to all: it must never become the secret of an HMAC.
      if (isSecret) throw new TypeError('The secret of an HMAC is given as bytes.')
      const { format, bytes } = readPem(material)
      const usages: KeyUsage[] = [format === 'spki' ? 'verify' : 'sign']
      return await crypto.subtle.importKey(format, bytes, parameters, false, usages)
    }
    return await crypto.subtle.importKey('jwk', material, parameters, false, usagesOf(material))
  } catch (cause) {
    throw new ConfigurationError(
      `importSignatureKey() cannot read a key for ${algorithm}. Give it a JWK of that algorithm, ` +
        (isSecret
          ? 'or the bytes of the secret.'
          : 'or a PEM text with BEGIN PUBLIC KEY or BEGIN PRIVATE KEY (openssl pkey converts others).'),
      { cause },
    )
  }
}

const usagesOf = ({ kty, d }: JsonWebKey): KeyUsage[] => {
  if (kty === 'oct') return ['sign', 'verify']
  return d === undefined ? ['verify'] : ['sign']
}

function readPem(text: string): { format: 'spki' | 'pkcs8'; bytes: Uint8Array<ArrayBuffer> } {
  const [, kind, content = ''] =
    /-----BEGIN (PUBLIC|PRIVATE) KEY-----([\sA-Za-z\d+/=]+)-----END \1 KEY-----/.exec(text) ?? []
  if (kind === undefined) throw new TypeError('The text is not the PEM form of a key.')
  const binary = atob(content.replace(/\s/g, ''))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return { format: kind === 'PUBLIC' ? 'spki' : 'pkcs8', bytes }
}

function requireLength(algorithm: SignatureAlgorithm, key: CryptoKey): void {
  const { length, modulusLength }: Partial<HmacKeyAlgorithm & RsaKeyAlgorithm> = key.algorithm
  const isShort =
    algorithm === 'hmac-sha256'
      ? (length ?? 0) < leastBits.hmac
      : modulusLength !== undefined && modulusLength < leastBits.rsa
  if (!isShort) return
  throw new ConfigurationError(
    `importSignatureKey() got a key for ${algorithm} that is too short: an RSA key needs 2048 bits, ` +
      'the secret of an HMAC 32 bytes.',
  )
}
