import { errors } from 'jose'
import { TranslatableMessage } from 'turnpike'
import { InvalidToken } from '../bearer/bearer-failure.ts'

/** Why a token is refused: the texts that clients see. */
const texts = {
  malformed: new TranslatableMessage('The token is not a signed JWT.'),
  tooLong: new TranslatableMessage('The token is too long.'),
  encrypted: new TranslatableMessage('The token is encrypted (JWE). Send a signed one.'),
  algorithm: new TranslatableMessage('The algorithm of the token is not accepted.'),
  type: new TranslatableMessage('The type of the token is not accepted.'),
  issuer: new TranslatableMessage('The token is from another issuer.'),
  signature: new TranslatableMessage('The signature of the token is invalid.'),
  extension: new TranslatableMessage('The token needs an extension that is not supported.'),
  expired: new TranslatableMessage('The token has expired.'),
  early: new TranslatableMessage('The token is not valid yet.'),
  audience: new TranslatableMessage('The token is for another audience.'),
  claims: new TranslatableMessage('The token has a missing or invalid claim.'),
  user: new TranslatableMessage("The token's user does not exist."),
  inactive: new TranslatableMessage('User inactive or deleted.'),
}

export type Refusal = keyof typeof texts

/** A token that is refused, and why. */
export class TokenRefused extends InvalidToken {
  readonly reason: Refusal

  /** @param cause the original error, if there is one. */
  constructor(reason: Refusal, cause?: unknown) {
    super(texts[reason], cause)
    this.reason = reason
  }
}

/**
 * Whether the token may be forged, and counts as wrong credentials. A token that the issuer has
 * signed does not, nor one that says itself that it has expired: clients send theirs a little too
 * long, and nobody gains by forging one that is never accepted.
 */
export const isForgery = (error: unknown): boolean =>
  error instanceof TokenRefused && !genuine.has(error.reason)

const genuine = new Set<Refusal>(['expired', 'early', 'audience', 'claims', 'user', 'inactive'])

/** Why jose rejects a token. An error in its key is one of its signature. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    return (error.reason !== 'invalid' && byClaim.get(error.claim)) || 'claims'
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JOSENotSupported) return 'extension'
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid) return 'malformed'
  return 'signature'
}

const byClaim: ReadonlyMap<string, Refusal> = new Map([
  ['aud', 'audience'],
  ['iss', 'issuer'],
  ['nbf', 'early'],
])
