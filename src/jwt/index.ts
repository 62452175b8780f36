/** Bearer tokens that are JWTs. Needs the package `jose`. @module */

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
