import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { ConfigurationError } from 'turnpike'
import type { DjangoKeys } from '../signing/keys.ts'
import type { DjangoJwtOptions } from './options.ts'

/** The keys that sign and verify tokens. */
export interface JwtKeys {
  readonly algorithm: string
  /** With null, tokens can only be verified. */
  readonly signing: KeyObject | Uint8Array | null
  readonly verifying: KeyObject | Uint8Array
}

type Given = Pick<DjangoJwtOptions, 'algorithm' | 'signingKey' | 'verifyingKey'>

/** @throws ConfigurationError when a key is missing or does not fit the algorithm. */
export function jwtKeys(
  { algorithm = 'HS256', signingKey, verifyingKey }: Given,
  keys: DjangoKeys | null,
): JwtKeys {
  if (algorithm.startsWith('HS')) {
    const secret = secretOf(algorithm, signingKey ?? keys?.secretKey, verifyingKey)
    return { algorithm, signing: secret, verifying: secret }
  }
  if (verifyingKey === undefined) {
    throw new ConfigurationError(
      `django.jwt() with ${algorithm} needs verifyingKey, the VERIFYING_KEY of SIMPLE_JWT: the ` +
        'public key as PEM.',
    )
  }
  return {
    algorithm,
    signing: signingKey === undefined ? null : privateKey(algorithm, signingKey),
    verifying: publicKey(algorithm, verifyingKey),
  }
}

function secretOf(
  algorithm: string,
  secret: string | undefined,
  verifyingKey: string | undefined,
): Uint8Array {
  if (secret === undefined) {
    throw new ConfigurationError(
      'django.jwt() needs a key: secretKey of djangoAccounts(), or signingKey if SIMPLE_JWT has a ' +
        'SIGNING_KEY.',
    )
  }
  // Anyone has a public key, and could sign with it as the secret (RFC 8725 §2.1).
  if (isPem(secret) || verifyingKey !== undefined) {
    throw new ConfigurationError(
      `django.jwt() has a public or private key, but ${algorithm} signs with a secret: set ` +
        "algorithm to the ALGORITHM of SIMPLE_JWT, such as 'RS256'.",
    )
  }
  return new TextEncoder().encode(secret)
}

const isPem = (key: string): boolean => /-----BEGIN |^ssh-|^ecdsa-/.test(key)

const privateKey = (algorithm: string, pem: string) =>
  keyOf('signingKey', algorithm, () => createPrivateKey(pem), 'a private key')

function publicKey(algorithm: string, pem: string): KeyObject {
  if (/PRIVATE KEY-----/.test(pem)) {
    throw new ConfigurationError(
      'verifyingKey of django.jwt() is a private key: give the public one, and the private one as ' +
        'signingKey.',
    )
  }
  return keyOf('verifyingKey', algorithm, () => createPublicKey(pem), 'a public key')
}

function keyOf(option: string, algorithm: string, read: () => KeyObject, kind: string): KeyObject {
  let key: KeyObject
  try {
    key = read()
  } catch (error) {
    throw new ConfigurationError(
      `${option} of django.jwt() must be ${kind} as PEM, without a passphrase: ` +
        '-----BEGIN … KEY-----.',
      { cause: error },
    )
  }
  const isRsa = algorithm.startsWith('RS')
  const curve = key.asymmetricKeyDetails?.namedCurve
  const fits = isRsa
    ? key.asymmetricKeyType === 'rsa'
    : key.asymmetricKeyType === 'ec' && curve === curves[algorithm]
  if (fits) return key
  throw new ConfigurationError(
    `${option} of django.jwt() does not fit ${algorithm}, which needs a key of ` +
      `${isRsa ? 'RSA' : curves[algorithm]}.`,
  )
}

/** RFC 7518 §3.4. */
const curves: Readonly<Record<string, string>> = {
  ES256: 'prime256v1',
  ES384: 'secp384r1',
  ES512: 'secp521r1',
}
