/** Bearer tokens that are JWTs. Needs the package `jose`. @module */

// JWTs of an issuer

export { type AccountByClaimOptions, accountByClaim } from './account-by-claim.ts'
export { jwtAuthentication } from './jwt-authentication.ts'
export type { GivenKeys, GivenSecret } from './keys/given-keys.ts'
export type { KeyCacheOptions } from './keys/issuer-keys.ts'
export type { JwtAuthenticationOptions } from './options.ts'
export type { JwtAlgorithm } from './tokens/algorithms.ts'
export type { JwtAuth, JwtClaims, NamesIn } from './tokens/jwt-auth.ts'

// Bearer: for schemes of your own

export {
  type BearerChallengeOptions,
  bearerChallenge,
} from './bearer/bearer-challenge.ts'
export { type BearerError, BearerFailure } from './bearer/bearer-failure.ts'
export { readBearer } from './bearer/read-bearer.ts'

// Proofs of possession

export {
  type BearerTokens,
  type BearerTokensOptions,
  bearerTokens,
  type SentToken,
} from './dpop/bearer-tokens.ts'
export type { DpopAlgorithm, DpopOptions, DpopUse } from './dpop/options.ts'
