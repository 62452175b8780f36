import type { User, UserDirectory } from 'turnpike'
import {
  isScopeName,
  knownOptions,
  listOf,
  orNull,
  type RefreshTokenStore,
  type SigningKeyStore,
  secretList,
  text,
  textWhere,
  wholeNumber,
} from 'turnpike/kit'
import type { OwnKey } from '../signing/own-keys.ts'
import type { AccessToken } from './access-token.ts'

/** Claims by name (RFC 7519 §4). */
export type Claims = Readonly<Record<string, unknown>>

export interface TokenPairsOptions<U extends User> {
  /** Verifies passwords, and looks up the user of each access token. */
  users: Pick<UserDirectory<U>, 'verify' | 'findByPk'>
  /** Where refresh tokens are stored. */
  refreshTokens: RefreshTokenStore<U>
  /** Where the keys are stored that sign access tokens. They are made and rotated by themselves. */
  signingKeys?: SigningKeyStore
  /** Keys of your own instead: the first one signs, all of them verify. */
  keys?: readonly OwnKey[]
  /** The `SECRET_KEYS`: they sign refresh tokens. */
  secrets: readonly string[]
  /** The URL of this service in its tokens: the `iss` claim. */
  issuer: string
  /** The API that accepts the access tokens: the `aud` claim. Default the issuer. */
  audience?: string
  /** The `client_id` claim (RFC 9068 §2.2). Default `first-party`. */
  clientId?: string
  /** Seconds for which an access token is valid. Default 300. */
  accessTokenSeconds?: number
  /** Seconds for which a refresh token is valid; each refresh gives a new one. Default 14 days. */
  refreshTokenSeconds?: number
  /** Seconds after which a user must sign in again, however often they refresh. Default 90 days. */
  signInSeconds?: number
  /**
   * Seconds for which a replaced refresh token still returns its successor, if that is unused: for
   * two refreshes at once, and for a response that was lost. Default 10. 0: every use of a replaced
   * token counts as a theft.
   */
  graceSeconds?: number
  /**
   * Maximum number of sign-ins per user. One more ends the least recently refreshed. Default 100.
   * Null means any.
   */
  perUser?: number | null
  /** Scopes that may be asked for at sign-in. Default none: tokens allow what the user may do. */
  scopes?: readonly string[]
  /** Further claims of the access token: `(user) => ({ name: user.username })`. Default none. */
  claims?: (user: U) => Claims
  /**
   * The user of a verified access token; null to refuse it. Default a look-up by pk, so that an
   * inactive user is refused at once. With claims of your own no look-up is needed, and an inactive
   * user keeps access until the token expires.
   */
  userOf?: (token: AccessToken) => U | null | Promise<U | null>
  /** Seconds by which clocks may differ. Default 5. */
  clockTolerance?: number
  /**
   * Seconds for which a signing key signs. Default 90 days. Null means until replaced by command.
   */
  rotationSeconds?: number | null
  /** The current time. Default the clock. */
  now?: () => Date
}

const seconds = wholeNumber({ least: 1, of: 'seconds' })
const issuerUrl = textWhere(
  'a URL, such as https://api.example.com',
  (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? '') && !/[?#\s]/.test(value),
)

export const tokenPairsOptions = knownOptions<TokenPairsOptions<User>>('tokenPairs()', {
  users: 'required',
  refreshTokens: 'required',
  signingKeys: 'optional',
  keys: 'optional',
  secrets: { required: secretList },
  issuer: { required: issuerUrl },
  audience: text,
  clientId: text,
  accessTokenSeconds: wholeNumber({ least: 10, most: 86_400, of: 'seconds' }),
  refreshTokenSeconds: seconds,
  signInSeconds: seconds,
  graceSeconds: wholeNumber({ least: 0, most: 300, of: 'seconds' }),
  perUser: orNull(wholeNumber({ least: 1 })),
  scopes: listOf(textWhere('the name of a scope', isScopeName), {
    of: 'scopes',
    example: ['notes:read'],
  }),
  claims: 'optional',
  userOf: 'optional',
  clockTolerance: wholeNumber({ least: 0, most: 300, of: 'seconds' }),
  rotationSeconds: orNull(wholeNumber({ least: 86_400, of: 'seconds' })),
  now: 'optional',
})
