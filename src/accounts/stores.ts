import type { NewUser, User } from './user.ts'

/** Where users are kept. */
export interface UserStore<U extends User = User> {
  /** The user of that name, active or not, or null. */
  find(username: string): Promise<U | null>

  /**
   * The user of that name when the password is theirs, active or not, else null. A refusal takes as
   * long for an unknown user as for a known one.
   */
  verify(username: string, password: string): Promise<U | null>

  /**
   * Adds a user.
   *
   * @throws UsernameTaken when there is one of that name.
   * @throws InvalidUser when the name or the email address cannot be one.
   */
  create(user: NewUser): Promise<U>

  /** Replaces the password. Null: the user can no longer sign in with one. */
  setPassword(user: U, password: string | null): Promise<void>

  /**
   * Makes a user active or inactive. Who is made inactive cannot sign in, and their sessions are ended:
   * they do not come back when the user does.
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

  /** The user's token, or null. None is created. */
  of(user: U): Promise<Token<U> | null>

  /** The user's token, created when missing. However many ask at once, all get the same one. */
  getOrCreate(user: U): Promise<Token<U>>

  /** A new token for the user. The one before it no longer serves. */
  regenerate(user: U): Promise<Token<U>>

  /** Takes the user's token away: it no longer serves. @returns whether there was one, expired or not. */
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
