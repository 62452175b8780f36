import { ApiException, charField, type Scheme } from 'turnpike'
import * as z from 'zod'
import { InvalidGrant } from '../pairs/failures.ts'
import type { TokenPair } from '../pairs/token-pair.ts'

/** The names of fields, and the errors, that clients of the views know. */
export interface PairNames {
  /** The last part of the path of the view that revokes. */
  readonly revoke: string
  /** The field of a refresh, and that of a revocation. */
  readonly refreshField: string
  readonly revokeField: string
  /** The schemes of the views: they decide whether a refusal can be a 401. */
  readonly schemes: readonly Scheme[]
  /** The schema of a pair, with and without the refresh token. */
  readonly pairSchema: z.ZodObject
  readonly accessSchema: z.ZodObject
  /** The body of a pair. @param isWhole false: without the refresh token. */
  bodyOf(pair: TokenPair, isWhole: boolean): Record<string, unknown>
  /** The error for a refresh token that is refused. */
  refusedToken(headers: Readonly<Record<string, string>>): ApiException
  /** The error for a user who cannot sign in. Null means that of the token endpoint. */
  refusedSignIn: (() => ApiException) | null
}

const accessSchema = z.object({
  access_token: z.string().describe('The access token: a JWT.'),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds for which the access token is valid.'),
  scope: z.string().optional().describe('Its scopes, separated by spaces, if it has any.'),
})

/** The names of RFC 6749 §5.1 and RFC 7009 §2.1. */
export const oauthNames: PairNames = {
  revoke: 'revoke/',
  refreshField: 'refresh_token',
  revokeField: 'token',
  schemes: [],
  pairSchema: accessSchema.extend({ refresh_token: z.string() }),
  accessSchema,

  bodyOf: ({ accessToken, expiresIn, refreshToken, scopes }, isWhole) => ({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    ...(isWhole && { refresh_token: refreshToken }),
    ...(scopes !== null && { scope: scopes.join(' ') }),
  }),

  refusedToken: (headers) => new InvalidGrant(undefined, undefined, { headers }),
  refusedSignIn: null,
}

/** Accepts no credentials: a view without a challenge cannot answer 401 (RFC 9110 §15.5.2). */
const challengingScheme: Scheme<never, never> = {
  name: 'challenge',
  authenticate: () => null,
  challenge: () => 'Bearer realm="api"',
}

const simpleAccessSchema = z.object({ access: z.string() })

/** The names and errors of djangorestframework-simplejwt. */
export const simplejwtNames: PairNames = {
  revoke: 'blacklist/',
  refreshField: 'refresh',
  revokeField: 'refresh',
  schemes: [challengingScheme],
  pairSchema: simpleAccessSchema.extend({ refresh: z.string() }),
  accessSchema: simpleAccessSchema,

  bodyOf: ({ accessToken, refreshToken }, isWhole) => ({
    access: accessToken,
    ...(isWhole && { refresh: refreshToken }),
  }),

  refusedToken: (headers) =>
    new Unauthorized('Token is invalid or expired.', 'token_not_valid', headers),
  refusedSignIn: () =>
    new Unauthorized('No active account found with the given credentials.', 'no_active_account'),
}

/** 401 with the code in the body, in a view with `challengingScheme`. */
class Unauthorized extends ApiException {
  static override readonly status = 401

  constructor(detail: string, code: string, headers: Readonly<Record<string, string>> = {}) {
    super({ detail, code }, code, { headers })
  }
}

/** A required field with a token. It is not trimmed. */
export const tokenField = () => charField({ trim: false })
