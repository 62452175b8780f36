import type { User } from './user.ts'
import type { UserStore, Verified } from './user-store.ts'

/** A token: whoever sends its key acts as its user. */
export interface Token<U extends User = User> {
  /** Sent after the keyword in the Authorization header. */
  readonly key: string
  readonly user: U
  readonly created: Date
}

/** Where tokens are kept, at most one for each user. One that has expired counts as none. */
export interface TokenStore<U extends User = User> {
  /** The token with this key, its user active or not, or null. */
  find(key: string): Promise<Token<U> | null>

  /**
   * The user's token, or null. None is created.
   *
   * @throws TokenUnreadable when there is one whose key cannot be told.
   */
  of(user: U): Promise<Token<U> | null>

  /**
   * The user's token, created when missing. However many ask at once, all get the same one.
   *
   * @param verified by what the user has signed in. It is compared in the statements that read and
   *   make the token, so that a token which is revoked together with the password is not made anew.
   * @throws SignInOutdated when it is no longer so, or the user is no longer there.
   * @throws TokenUnreadable when there is one whose key cannot be told. It is not replaced unasked.
   * @throws UserNotFound when the user is no longer there.
   */
  getOrCreate(user: U, verified?: Pick<Verified, 'passwordStamp'>): Promise<Token<U>>

  /**
   * A new token for the user. The one before it no longer serves.
   *
   * @throws UserNotFound when the user is no longer there.
   */
  regenerate(user: U): Promise<Token<U>>

  /**
   * Takes the user's token away: it no longer serves. @returns whether there was one, expired or
   * not.
   */
  revoke(user: U): Promise<boolean>
}

/** The two stores of an account database. */
export interface Accounts<U extends User = User> {
  users: UserStore<U>
  tokens: TokenStore<U>
}

/**
 * A token is there, but its key cannot be told: what is kept of it was changed by somebody else, or
 * the secret is gone under which it was sealed. `TokenStore.regenerate` replaces it, `revoke` takes
 * it away.
 */
export class TokenUnreadable extends Error {
  override readonly name = 'TokenUnreadable'
}
