/** Bearer tokens that are JWTs. Needs the package `jose`. @module */

// JWTs of an issuer

export { type AccountByClaimOptions, accountByClaim } from './account-by-claim.ts'
export { jwtAuthentication } from './jwt-authentication.ts'
export type { GivenKeys, GivenSecret } from './keys/given-keys.ts'
export type { KeyCacheOptions } from './keys/issuer-keys.ts'
export type { JwtAuthenticationOptions } from './options.ts'
export type { Actor } from './tokens/actor.ts'
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

// Token pairs: access and refresh tokens of your own

export {
  type MemoryRefreshTokensOptions,
  memoryRefreshTokens,
} from './memory/refresh-tokens.ts'
export { memorySigningKeys } from './memory/signing-keys.ts'
export type { RefreshCookieOptions } from './pair-views/refresh-cookie.ts'
export { type TokenPairViewsOptions, tokenPairViews } from './pair-views/views.ts'
export type { AccessToken } from './pairs/access-token.ts'
export { type PairAuthenticationOptions, pairAuthentication } from './pairs/authentication.ts'
export { InvalidGrant, InvalidScope, RefreshTokenReused } from './pairs/failures.ts'
export type { Claims, TokenPairsOptions } from './pairs/options.ts'
export type { PairStart, TokenPair, TokenPairs } from './pairs/token-pair.ts'
export { tokenPairs } from './pairs/token-pairs.ts'
export { type JwksViewOptions, jwksView } from './signing/jwks-view.ts'
export type { OwnKey } from './signing/own-keys.ts'
export { replaceSigningKeys, rotateSigningKeys } from './signing/replace-keys.ts'
