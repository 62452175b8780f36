import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose'

export const issuer = 'https://issuer.example.com/'
export const audience = 'https://api.example.com/'

/** Keys of a test, which sign tokens of the issuer above. */
export interface Signer {
  readonly kid: string
  readonly jwk: JWK
  /** As an issuer publishes it. */
  readonly jwks: { keys: JWK[] }
  readonly privateKey: CryptoKey
  /** A token that is valid for ten minutes, with these claims and header fields changed. */
  token(claims?: Record<string, unknown>, header?: Partial<JWTHeaderParameters>): Promise<string>
}

export async function signer(alg = 'ES256', kid = `${alg}-1`): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  return {
    kid,
    jwk,
    jwks: { keys: [jwk] },
    privateKey,
    token: (claims, header) =>
      new SignJWT(validClaims(claims))
        .setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header })
        .sign(privateKey),
  }
}

/** Those of a valid token; undefined removes one. */
export function validClaims(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: audience, sub: 'ann', iat: now, exp: now + 600, ...changes }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

/** A part of a token: JSON as base64url. */
export const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')
