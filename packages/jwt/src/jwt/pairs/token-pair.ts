import type { User, Verified } from 'turnpike'
import type { KeyRing } from '../signing/key-ring.ts'
import type { AccessToken } from './access-token.ts'
import type { TokenPairsOptions } from './options.ts'

/** An access token, and the refresh token that replaces it. */
export interface TokenPair<U extends User = User> {
  readonly user: U
  readonly accessToken: string
  /** Seconds for which the access token is valid. */
  readonly expiresIn: number
  readonly refreshToken: string
  /** Seconds for which the refresh token is valid. */
  readonly refreshExpiresIn: number
  /** The scopes of the access token. Null means whatever the user may do. */
  readonly scopes: readonly string[] | null
}

/** How a user signs in. */
export interface PairStart extends Partial<Pick<Verified, 'passwordStamp'>> {
  /** Default null: the tokens allow whatever the user may do. */
  scopes?: readonly string[] | null
}

/** Issues, refreshes, revokes and verifies pairs of tokens. */
export interface TokenPairs<U extends User = User> {
  readonly users: TokenPairsOptions<U>['users']

  /**
   * A pair for a user who has just proved who they are. For custom sign-in views: they must check
   * that the user is active, and have `atomic: false`.
   *
   * @throws SignInOutdated when the `passwordStamp` is outdated, or the user is inactive.
   * @throws InvalidScope when a scope is not among the option `scopes`.
   */
  issue(user: U, start?: PairStart): Promise<TokenPair<U>>

  /**
   * The next pair, for a view with `atomic: false`. Null when the refresh token has expired or its
   * family has ended.
   *
   * @param scopes those of the access token only. Default those of the sign-in.
   * @throws InvalidGrant when this service has not issued the token.
   * @throws RefreshTokenReused when it has been replaced before: its family has ended.
   * @throws InvalidScope when a scope is more than the user has signed in for.
   */
  refresh(refreshToken: string, scopes?: readonly string[] | null): Promise<TokenPair<U> | null>

  /** Ends the family of a refresh token. @returns whether there was one. */
  revoke(refreshToken: string): Promise<boolean>

  /**
   * The user and claims of an access token.
   *
   * @throws BearerFailure when it is invalid or has expired, or its user is inactive or removed.
   */
  verify(accessToken: string): Promise<{ readonly user: U; readonly token: AccessToken }>

  /** The keys that sign, for `jwksView`. */
  readonly keys: Pick<KeyRing, 'published'>
}
