/** A registered algorithm of HTTP signatures (RFC 9421 §3.3, §6.2.2). */
export type SignatureAlgorithm = keyof typeof algorithms

interface Algorithm {
  /**
   * The algorithm of the key in Web Crypto, which fixes what a key can be used for on its import.
   */
  readonly key: RsaHashedImportParams | EcKeyImportParams | HmacImportParams | { name: 'Ed25519' }
  /** The algorithm of signing and verifying in Web Crypto. */
  readonly use: { name: string; hash?: string; saltLength?: number }
}

const algorithms = {
  'rsa-pss-sha512': {
    key: { name: 'RSA-PSS', hash: 'SHA-512' },
    use: { name: 'RSA-PSS', saltLength: 64 },
  },
  'rsa-v1_5-sha256': {
    key: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    use: { name: 'RSASSA-PKCS1-v1_5' },
  },
  'hmac-sha256': {
    key: { name: 'HMAC', hash: 'SHA-256' },
    use: { name: 'HMAC' },
  },
  'ecdsa-p256-sha256': {
    key: { name: 'ECDSA', namedCurve: 'P-256' },
    use: { name: 'ECDSA', hash: 'SHA-256' },
  },
  'ecdsa-p384-sha384': {
    key: { name: 'ECDSA', namedCurve: 'P-384' },
    use: { name: 'ECDSA', hash: 'SHA-384' },
  },
  ed25519: {
    key: { name: 'Ed25519' },
    use: { name: 'Ed25519' },
  },
} satisfies Record<string, Algorithm>

const table: Readonly<Record<SignatureAlgorithm, Algorithm>> = algorithms

// `Object.keys` gives strings.
export const signatureAlgorithms = Object.keys(algorithms) as SignatureAlgorithm[]

export const isSignatureAlgorithm = (name: unknown): name is SignatureAlgorithm =>
  typeof name === 'string' && Object.hasOwn(algorithms, name)

/** The name of the keys of the algorithm in Web Crypto. */
export const keyParametersOf = (algorithm: SignatureAlgorithm): Algorithm['key'] =>
  table[algorithm].key

/**
 * The algorithm of a key, or null when it has none of these. A key of Web Crypto belongs to one, so
 * a public key can never be taken for the secret of an HMAC.
 */
export function algorithmOf({ algorithm }: CryptoKey): SignatureAlgorithm | null {
  const { name, hash, namedCurve }: Partial<RsaHashedKeyAlgorithm & EcKeyAlgorithm> = algorithm
  const found = signatureAlgorithms.find((each) => {
    const key: Partial<RsaHashedImportParams & EcKeyImportParams> = table[each].key
    return key.name === name && key.namedCurve === namedCurve && key.hash === hash?.name
  })
  return found ?? null
}

/** Whether the signature is that of the base with the key. An HMAC takes constant time. */
export const verifyBase = (
  algorithm: SignatureAlgorithm,
  key: CryptoKey,
  signature: Uint8Array<ArrayBuffer>,
  base: string,
): Promise<boolean> =>
  crypto.subtle.verify(table[algorithm].use, key, signature, encoder.encode(base))

/** The signature of the base. */
export async function signBase(
  algorithm: SignatureAlgorithm,
  key: CryptoKey,
  base: string,
): Promise<ArrayBuffer> {
  return crypto.subtle.sign(table[algorithm].use, key, encoder.encode(base))
}

const encoder = new TextEncoder()
