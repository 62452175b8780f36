import {
  type CryptoKey,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose'
import { TranslatableMessage } from 'turnpike'
import { Lru } from 'turnpike/kit'
import { BearerFailure } from '../bearer/bearer-failure.ts'

/** The facts that a proof must prove. */
export interface ExpectedProof {
  readonly algorithms: readonly string[]
  /** The thumbprint of the key that the access token is bound to (RFC 7638, SHA-256). */
  readonly thumbprint: string
  /** In seconds since 1970. */
  readonly now: number
  readonly clockTolerance: number
}

/**
 * The claims of a proof that was signed with the expected key (RFC 9449 §4.3, 2 to 7). Its key is
 * compared before it is used, so only keys that the issuer knows cost a signature check.
 *
 * @param proof the value of the field `DPoP`.
 * @throws BearerFailure `invalid_dpop_proof`.
 */
export async function readProof(
  proof: string,
  { algorithms, thumbprint, now, clockTolerance }: ExpectedProof,
): Promise<JWTPayload> {
  const { typ, alg, jwk } = headerOf(proof)
  // The header is whatever the client has sent.
  if (typeof typ !== 'string' || typ.toLowerCase() !== 'dpop+jwt') {
    throw new InvalidProof('The DPoP proof is not of the type dpop+jwt.')
  }
  if (alg === undefined || !algorithms.includes(alg)) {
    throw new InvalidProof(
      new TranslatableMessage('The DPoP proof must be signed with one of {algorithms}.', {
        algorithms: algorithms.join(', '),
      }),
    )
  }
  const key = publicKey(jwk)
  if ((await thumbprintOf(key)) !== thumbprint) {
    throw new InvalidProof('The DPoP proof was made with a key other than that of the token.')
  }
  try {
    const { payload } = await jwtVerify(proof, await imported(key, alg, thumbprint), {
      algorithms: [alg],
      currentDate: new Date(now * 1000),
      clockTolerance,
    })
    return payload
  } catch (error) {
    throw new InvalidProof(faultOf(error), error)
  }
}

/** A proof that is malformed, or does not fit its token or request. */
export class InvalidProof extends BearerFailure {
  /** @param cause the original error, if there is one. */
  constructor(description: string | TranslatableMessage, cause?: unknown) {
    super('invalid_dpop_proof', description, cause === undefined ? {} : { cause })
  }
}

function headerOf(proof: string): ProtectedHeaderParameters {
  try {
    return decodeProtectedHeader(proof)
  } catch (error) {
    throw new InvalidProof('The DPoP proof is not a JWT.', error)
  }
}

/**
 * The members of a public key that its thumbprint covers.
 *
 * @throws BearerFailure when it is not a public key, or has a private part: a client that sends its
 *   private key around has lost it.
 */
function publicKey(jwk: JWK | undefined): JWK {
  if (typeof jwk !== 'object' || jwk === null)
    throw new InvalidProof('The DPoP proof has no public key.')
  if (privateMembers.some((member) => member in jwk)) {
    throw new InvalidProof('The DPoP proof has a key that is not public.')
  }
  const { kty, crv, x, y, n, e } = jwk
  switch (kty) {
    case 'EC':
      return definedTexts({ kty, crv, x, y })
    case 'OKP':
      return definedTexts({ kty, crv, x })
    case 'RSA':
      return definedTexts({ kty, n, e })
    default:
      throw new InvalidProof('The DPoP proof has a key of an unknown kind.')
  }
}

/** The private members of all kinds of keys (RFC 7518 §6, RFC 8037 §2). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

function definedTexts(key: Record<keyof JWK & string, unknown> | object): JWK {
  if (Object.values(key).every((member) => typeof member === 'string')) return key as JWK
  throw new InvalidProof('The DPoP proof has an incomplete key.')
}

async function thumbprintOf(key: JWK): Promise<string> {
  try {
    return await calculateJwkThumbprint(key)
  } catch (error) {
    throw new InvalidProof('The DPoP proof has an incomplete key.', error)
  }
}

/** A client signs many proofs with one key. The thumbprint covers the whole key. */
const keys = new Lru<string, CryptoKey>({ max: 1000 })

async function imported(key: JWK, alg: string, thumbprint: string): Promise<CryptoKey> {
  const name = `${alg} ${thumbprint}`
  const known = keys.get(name)
  if (known !== undefined) return known

  const made = (await importJWK(key, alg)) as CryptoKey
  keys.set(name, made)
  return made
}

/** Whatever the cause is, the client has sent it. */
function faultOf(error: unknown): TranslatableMessage {
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TranslatableMessage('The DPoP proof has a wrong signature.')
  }
  if (error instanceof errors.JWTExpired)
    return new TranslatableMessage('The DPoP proof has expired.')
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new TranslatableMessage('The DPoP proof has a wrong {claim}.', { claim: error.claim })
  }
  return new TranslatableMessage('The DPoP proof cannot be verified.')
}
