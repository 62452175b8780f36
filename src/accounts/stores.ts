import type { KnownPassword } from './passwords/known-passwords.ts'
import type { NewUser, User } from './user.ts'

/** A user whose password was right, and what shows later whether that is still so. */
export interface Verified<U extends User = User> {
  readonly user: U
  /**
   * Another text as soon as the user has another password or is made inactive. It does not tell the
   * password. What begins by the sign-in is compared with it: a session, a token.
   */
  readonly passwordStamp: string
}

/** Where users are kept. */
export interface UserStore<U extends User = User> {
  /** The user of that name, active or not, or null. */
  find(username: string): Promise<U | null>

  /**
   * The user of that name when the password is theirs, active or not, else null. A refusal takes as
   * long for an unknown user as for a known one.
   *
   * The stamp is that of the password which was compared, and not of one that has replaced it
   * since.
   *
   * @param known what may spare an active user the hash. A store need not look at it.
   */
  verify(username: string, password: string, known?: KnownPassword): Promise<Verified<U> | null>

  /**
   * Adds a user.
   *
   * @throws UsernameTaken when there is one of that name.
   * @throws InvalidUser when the name or the email address cannot be one.
   */
  create(user: NewUser): Promise<U>

  /**
   * Replaces the password. Null: the user can no longer sign in with one.
   *
   * @throws UserNotFound when the user is no longer there.
   */
  setPassword(user: U, password: string | null): Promise<void>

  /**
   * Makes a user active or inactive. Who is made inactive cannot sign in, and their sessions are
   * ended: they do not come back when the user does.
   *
   * @throws UserNotFound when the user is no longer there.
   */
  setActive(user: U, isActive: boolean): Promise<void>

  /** Every user, in the order of creation. */
  all(): AsyncIterable<U>
}

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

/** There is already a user of that name. */
export class UsernameTaken extends Error {
  override readonly name = 'UsernameTaken'
  readonly username: string

  constructor(username: string, options?: ErrorOptions) {
    super(`There is already a user ${username}.`, options)
    this.username = username
  }
}

/** The user is not there, or no longer: somebody has taken them away meanwhile. */
export class UserNotFound extends Error {
  override readonly name = 'UserNotFound'

  constructor({ username, pk }: Pick<User, 'username' | 'pk'>, options?: ErrorOptions) {
    super(`There is no user ${username} with the pk ${pk}.`, options)
  }
}

/**
 * The user has another password than the one that was verified, or is inactive or gone: a sign-in
 * that was under way meanwhile begins nothing.
 */
export class SignInOutdated extends Error {
  override readonly name = 'SignInOutdated'

  constructor({ username }: Pick<User, 'username'>) {
    super(`The password of ${username} has changed since it was verified, or the user is inactive.`)
  }
}

/**
 * A token is there, but its key cannot be told: what is kept of it was changed by somebody else, or
 * the secret is gone under which it was sealed. `TokenStore.regenerate` replaces it, `revoke` takes
 * it away.
 */
export class TokenUnreadable extends Error {
  override readonly name = 'TokenUnreadable'
}

/** A field of a user cannot be stored. The message says which and why. */
export class InvalidUser extends Error {
  override readonly name = 'InvalidUser'
  /** The field that is at fault, for a form; null: the store does not say. */
  readonly field: 'username' | 'email' | 'password' | null

  constructor(message: string, field: InvalidUser['field'] = null, options?: ErrorOptions) {
    super(message, options)
    this.field = field
  }
}
