import {
  base64url,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose'

/** A client with a key of its own, which makes proofs of DPoP (RFC 9449 §4). */
export interface DpopClient {
  /** The thumbprint of its key: `cnf.jkt` of its tokens. */
  readonly thumbprint: string
  readonly publicJwk: object
  readonly privateJwk: object
  /** A proof for a request. */
  proof(request: ProofRequest): Promise<string>
}

export interface ProofRequest {
  url: string
  /** Default `GET`. */
  method?: string
  /** The access token that it belongs to. Default none: a request for a token. */
  token?: string
  /** Claims that differ from those of a good proof; undefined leaves one out. */
  claims?: Record<string, unknown>
  /** Members of the header that differ; undefined leaves one out. */
  header?: Record<string, unknown>
}

export async function dpopClient(alg = 'ES256'): Promise<DpopClient> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const publicJwk = await exportJWK(publicKey)

  return {
    thumbprint: await calculateJwkThumbprint(publicJwk),
    publicJwk,
    privateJwk: await exportJWK(privateKey),

    async proof({ url, method = 'GET', token, claims = {}, header = {} }) {
      const all = {
        jti: crypto.randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(Date.now() / 1000),
        ...(token !== undefined && { ath: await hashOf(token) }),
        ...claims,
      }
      return new SignJWT(all)
        .setProtectedHeader({
          typ: 'dpop+jwt',
          alg,
          jwk: publicJwk,
          ...header,
        } as JWTHeaderParameters)
        .sign(privateKey)
    },
  }
}

async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return base64url.encode(new Uint8Array(digest))
}
