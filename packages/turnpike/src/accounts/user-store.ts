import { TranslatableMessage } from '../languages/message.ts'
import type { KnownPassword } from './passwords/known-passwords.ts'
import type { NewUser, User } from './user.ts'

/** A user whose password was verified, and a stamp to check later that it is still valid. */
export interface Verified<U extends User = User> {
  readonly user: U
  /**
   * Differs as soon as the user has another password or is made inactive. It does not reveal the
   * password. Whatever starts with the sign-in, a session or a token, is compared with it.
   */
  readonly passwordStamp: string
}

/** A store of users. */
export interface UserStore<U extends User = User> {
  /** The user of that name, active or not; null when there is none. */
  find(username: string): Promise<U | null>

  /**
   * The user of that name if the password is right, active or not; otherwise null. A rejection
   * takes as long for an unknown user as for a known one.
   *
   * The stamp is that of the compared password, not of one that has replaced it since.
   *
   * @param known may spare an active user the hashing. Stores may ignore it.
   */
  verify(username: string, password: string, known?: KnownPassword): Promise<Verified<U> | null>

  /**
   * Adds a user.
   *
   * @throws UsernameTaken when the username exists.
   * @throws InvalidUser when the username or the email address is invalid.
   */
  create(user: NewUser): Promise<U>

  /**
   * Replaces the password. With null, the user can no longer sign in with one.
   *
   * @throws UserNotFound when the user no longer exists.
   */
  setPassword(user: U, password: string | null): Promise<void>

  /**
   * Makes a user active or inactive. An inactive user cannot sign in and their sessions end for
   * good: they do not revive when the user is active again.
   *
   * @throws UserNotFound when the user no longer exists.
   */
  setActive(user: U, isActive: boolean): Promise<void>

  /** Every user, in order of creation. */
  all(): AsyncIterable<U>
}

/** The username is taken. */
export class UsernameTaken extends Error {
  override readonly name = 'UsernameTaken'
  readonly username: string
  /** The message, for translation. */
  readonly translatable: TranslatableMessage

  constructor(username: string, options?: ErrorOptions) {
    const message = new TranslatableMessage('There is already a user {username}.', { username })
    super(message.text, options)
    this.username = username
    this.translatable = message
  }
}

/** The user does not exist, or has been removed meanwhile. */
export class UserNotFound extends Error {
  override readonly name = 'UserNotFound'

  constructor({ username, pk }: Pick<User, 'username' | 'pk'>, options?: ErrorOptions) {
    super(`There is no user ${username} with the pk ${pk}.`, options)
  }
}

/**
 * The user's password is no longer the one that was verified, or the user is inactive or gone. A
 * concurrent sign-in must not start anything.
 */
export class SignInOutdated extends Error {
  override readonly name = 'SignInOutdated'

  constructor({ username }: Pick<User, 'username'>) {
    super(`The password of ${username} has changed since it was verified, or the user is inactive.`)
  }
}

/** A field of a user cannot be stored. The message says which and why. */
export class InvalidUser extends Error {
  override readonly name = 'InvalidUser'
  /** The invalid field, for a form; null if unknown. */
  readonly field: 'username' | 'email' | 'password' | null
  /** The reason, for programs: `username_not_normalized`, or `invalid`. */
  readonly code: string
  /** The message, for translation. */
  readonly translatable: TranslatableMessage

  constructor(
    message: string | TranslatableMessage,
    field: InvalidUser['field'] = null,
    { code = 'invalid', ...options }: ErrorOptions & { readonly code?: string } = {},
  ) {
    const translatable = typeof message === 'string' ? new TranslatableMessage(message) : message
    super(translatable.text, options)
    this.field = field
    this.code = code
    this.translatable = translatable
  }
}
