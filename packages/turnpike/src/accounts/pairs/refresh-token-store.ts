import type { User } from '../user.ts'
import type { Verified } from '../user-store.ts'

/**
 * The refresh tokens of one sign-in: each replaces the one before. Only the latest is valid. Stores
 * keep digests, so that a reader of the store cannot act as its users.
 */
export interface RefreshFamily<U extends User = User> extends RefreshToken {
  /** Identifies the sign-in. 22 letters, digits, `-` and `_`. */
  readonly id: string
  /** The user as they are now. */
  readonly user: U
  /** The scopes of its access tokens. Null means whatever the user may do. */
  readonly scopes: readonly string[] | null
  readonly created: Date
  /** When it ends, however often it is refreshed. */
  readonly ends: Date
  /** The digest of the token that the current one has replaced. Null if there is none yet. */
  readonly previous: string | null
}

/** The current token of a family. */
export interface RefreshToken {
  /** The SHA-256 digest of the token, in hex. */
  readonly digest: string
  /** Random characters from which the token was derived, with the one that it replaced. */
  readonly salt: string
  /** When it was issued. */
  readonly issued: Date
  /** When it expires, at the latest with its family. */
  readonly expires: Date
}

/** A family that starts. */
export interface NewRefreshFamily
  extends Pick<RefreshFamily, 'id' | 'scopes' | 'ends'>,
    RefreshToken,
    Partial<Pick<Verified, 'passwordStamp'>> {}

/**
 * A store of refresh tokens, one record for each sign-in. `tokenPairs` of `@turnpike/jwt` makes the
 * tokens, and decides what a token that is not the current one means.
 *
 * A family ends with the user's password, and when the user is made inactive or removed. It does
 * not revive.
 */
export interface RefreshTokenStore<U extends User = User> {
  /**
   * Starts a family. Families that have expired by then are deleted.
   *
   * The `passwordStamp` from `UserStore.verify` binds the family to that password: the stamp is
   * compared in the statement that writes the family, or stored in it. Without it the family
   * belongs to the user's current password.
   *
   * @param most how many families the user may have. Beyond it those end whose token is the oldest.
   *   Null means any number.
   * @throws SignInOutdated when that is no longer the user's password, or the user is inactive.
   * @throws UserNotFound when the user no longer exists.
   */
  start(user: U, family: NewRefreshFamily, most: number | null): Promise<void>

  /**
   * The family, expired or not, with its current user. Null when there is none or it has ended,
   * when the user's password has changed since it started, or when the user is inactive or no
   * longer exists.
   */
  find(id: string): Promise<RefreshFamily<U> | null>

  /**
   * Replaces the current token of a family if it is still the one with this digest. Of several
   * concurrent calls with the same digest exactly one replaces it, in any process.
   *
   * @returns whether this call has replaced it.
   */
  replace(id: string, digest: string, next: RefreshToken): Promise<boolean>

  /** Ends a family. @returns whether this call has ended it. */
  end(id: string): Promise<boolean>

  /** Ends every family of the user. */
  endAll(user: U): Promise<void>

  /** How many families of the user `find` would find that expire after this moment. */
  count(user: U, now: Date): Promise<number>
}
