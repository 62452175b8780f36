/** HTTP message signatures (RFC 9421) and digests of bodies (RFC 9530). @module */

// Verifying requests

export type { StructuredFields, StructuredType } from './component-value.ts'
export { type HttpSignature, httpSignatureAuthentication } from './http-signature.ts'
export type {
  HttpSignatureAuthenticationOptions,
  SignatureKey,
} from './http-signature-options.ts'
export { type SignatureError, SignatureFailure } from './signature-failure.ts'

// Keys

export { importSignatureKey } from './import-signature-key.ts'
export type { SignatureAlgorithm } from './signature-algorithm.ts'

// Signing requests

export { contentDigest, type DigestAlgorithm } from './content-digest.ts'
export { type SignRequestOptions, signRequest } from './sign-request.ts'
