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
