import type { User } from './user.ts'
import type { UserStore, Verified } from './user-store.ts'

/** A token. Anyone who sends its key acts as its user. */
export interface Token<U extends User = User> {
  /** Sent after the keyword in the Authorization header. */
  readonly key: string
  readonly user: U
  readonly created: Date
}

/**
 * A store of tokens, at most one per user. An expired token counts as none.
 *
 * `@turnpike/testing` has these promises as test cases for a store of your own, with any runner:
 *
 * ```ts
 * for (const { name, run } of tokenStoreContract(open)) it(name, run)
 * ```
 *
 * `open` returns `{ tokens, createUser }`: an empty store, and a function that creates a user known
 * to it. `signInContract` tests the store together with that of the users, `tokenOptionsContract` a
 * store with `TokenOptions`. docs/stores.md has a whole example.
 *
 * Keys are made by `generateTokenKey` of `turnpike/kit`. The store is passed to
 * `tokenAuthentication({ tokens })` and `obtainToken({ users, tokens })`.
 */
export interface TokenStore<U extends User = User> {
  /** The token with this key, whether its user is active or not; null when there is none. */
  find(key: string): Promise<Token<U> | null>

  /**
   * The user's token, or null. Does not create one.
   *
   * @throws TokenUnreadable when there is one whose key cannot be read.
   */
  of(user: U): Promise<Token<U> | null>

  /**
   * The user's token, created if missing. Concurrent calls all get the same one.
   *
   * @param verified the result of the sign-in. It is compared in the statements that read and
   *   create the token, so that a token revoked together with the password is not created again.
   * @throws SignInOutdated when `verified` is outdated, or the user no longer exists.
   * @throws TokenUnreadable when there is one whose key cannot be read. It is not replaced unasked.
   * @throws UserNotFound when the user no longer exists.
   */
  getOrCreate(user: U, verified?: Pick<Verified, 'passwordStamp'>): Promise<Token<U>>

  /**
   * A new token for the user. The previous one becomes invalid.
   *
   * @throws UserNotFound when the user no longer exists.
   */
  regenerate(user: U): Promise<Token<U>>

  /** Revokes the user's token. @returns whether there was one, expired or not. */
  revoke(user: U): Promise<boolean>
}

/** The two stores of an account database. */
export interface Accounts<U extends User = User> {
  users: UserStore<U>
  tokens: TokenStore<U>
}

/**
 * A token exists but its key cannot be read: its record was changed by somebody else, or the secret
 * that sealed it is lost. `TokenStore.regenerate` replaces it, `revoke` removes it.
 */
export class TokenUnreadable extends Error {
  override readonly name = 'TokenUnreadable'
}
