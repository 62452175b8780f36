import { exportJWK, importSPKI, importX509, type JSONWebKeySet, type JWK } from 'jose'
import { ConfigurationError } from 'turnpike'
import { isObject } from 'turnpike/kit'
import { fixedKeys, type KeySource, publicKeySet } from './key-set.ts'

/**
 * Keys of the application: a set of public keys (RFC 7517 §5), public keys or certificates as PEM,
 * or a secret for HS256, HS384 and HS512. Of several secrets any one may have signed.
 */
export type GivenKeys = JSONWebKeySet | string | readonly string[] | GivenSecret

/** A secret is named as such, so that a public key can never be mistaken for one. */
export interface GivenSecret {
  /** At least 32 bytes; a string stands for its bytes in UTF-8. */
  readonly secret: string | Uint8Array | readonly (string | Uint8Array)[]
}

/** Whether the keys are a secret. */
export const isSecret = (keys: GivenKeys | undefined): keys is GivenSecret =>
  isObject(keys) && 'secret' in keys

/** @throws ConfigurationError when they cannot be used, or are private. */
export function givenKeys(keys: GivenKeys): KeySource {
  if (isSecret(keys)) return secretKeys(keys)

  if (typeof keys === 'string' || isListOfTexts(keys)) {
    const pems = [keys].flat()
    for (const pem of pems) requirePem(pem)
    return fixedKeys(async () => publicKeySet({ keys: await Promise.all(pems.map(jwkOf)) }))
  }

  requirePublicKeys(keys)
  return fixedKeys(() => publicKeySet(keys))
}

function secretKeys({ secret }: GivenSecret): KeySource {
  const encoder = new TextEncoder()
  const secrets = [secret]
    .flat()
    .map((one) => (typeof one === 'string' ? encoder.encode(one) : one))
  const isValid = (one: unknown) => one instanceof Uint8Array && one.length >= 32
  if (secrets.length === 0 || !secrets.every(isValid)) {
    throw new ConfigurationError(
      'secret of keys of jwtAuthentication() must have at least 32 bytes (RFC 7518 §3.2). ' +
        'Make one with: openssl rand -base64 32',
    )
  }
  // A key must be as long as the hash, or it is easier to guess than the signature.
  const set = {
    find: async ({ alg }: { alg: string }) =>
      secrets.filter(({ length }) => length >= Number(alg.slice(2)) / 8),
  }
  return fixedKeys(() => set)
}

const isListOfTexts = (keys: unknown): keys is readonly string[] =>
  Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'string')

function requirePem(pem: string): void {
  if (pemLabel(pem) !== null) return
  const isPrivate = /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)
  throw new ConfigurationError(
    isPrivate
      ? 'keys of jwtAuthentication() has a private key. Give it the public one: ' +
          'openssl pkey -in private.pem -pubout'
      : 'keys of jwtAuthentication() has a string that is not a PEM: it must begin with ' +
          '-----BEGIN PUBLIC KEY----- or -----BEGIN CERTIFICATE-----. ' +
          'A secret is given as { secret }.',
  )
}

const pemLabel = (pem: string) =>
  /^\s*-----BEGIN (PUBLIC KEY|CERTIFICATE)-----/.exec(pem)?.[1] ?? null

/** One algorithm for each kind of key. The key of a set may be used for any that fits it. */
const algorithmByKind = ['RS256', 'ES256', 'ES384', 'ES512', 'EdDSA']

async function jwkOf(pem: string): Promise<JWK> {
  const read = pemLabel(pem) === 'CERTIFICATE' ? importX509 : importSPKI
  for (const algorithm of algorithmByKind) {
    try {
      return await exportJWK(await read(pem.trim(), algorithm, { extractable: true }))
    } catch {
      // The key is of another kind.
    }
  }
  throw new ConfigurationError(
    'keys of jwtAuthentication() has a PEM that is damaged or of an unknown kind: RSA, P-256, ' +
      'P-384, P-521 and Ed25519 are known.',
  )
}

function requirePublicKeys(keys: unknown): asserts keys is JSONWebKeySet {
  const list = isObject(keys) ? keys.keys : undefined
  if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) {
    throw new ConfigurationError(
      'keys of jwtAuthentication() must be a set of keys { keys: [...] }, public keys as PEM, or ' +
        '{ secret }.',
    )
  }
  if (list.some((key) => key.kty === 'oct' || 'd' in key || 'priv' in key)) {
    throw new ConfigurationError(
      'keys of jwtAuthentication() has a private key or a secret in its set. Give it the public ' +
        'keys alone; a secret is given as { secret }.',
    )
  }
}
