import type { ItemSet } from '../items/item-set.ts'
import type { User } from './user.ts'
import type { UserStore } from './user-store.ts'

/** Which users are meant. What is left out leaves the choice open. */
export interface UserFilter {
  /** Part of the username or of the email address, upper and lower case alike. Default empty. */
  text?: string
  isActive?: boolean
  isStaff?: boolean
}

/** What can be changed of a user besides the password and the activity. */
export interface UserChanges {
  /** Empty: the user has none. */
  email?: string
  isStaff?: boolean
}

/** On which condition a user is changed. */
export interface UserChangeOptions {
  /**
   * True: the change is refused where nobody else could administer the service any more, no other
   * user who is active, staff, and has a password. Checked and changed in one statement. Default
   * false.
   */
  keepAdmin?: boolean
}

/** The change would leave nobody who could administer the service. */
export class LastAdmin extends Error {
  override readonly name = 'LastAdmin'

  constructor({ username }: Pick<User, 'username'>) {
    super(
      `${username} is the last active staff user with a password: make another one first, or nobody could administer the service.`,
    )
  }
}

/** A user store that people can look through: what an administration needs beyond `UserStore`. */
export interface UserDirectory<U extends User = User> extends UserStore<U> {
  /**
   * The user whose pk this is, as it stands in a URL, active or not, or null. Any text may be asked
   * for, and each user has one spelling.
   */
  findByPk(pk: string): Promise<U | null>

  /**
   * The users of the filter in the order of creation. They can be ordered by `pk`, `username`,
   * `email`, `isActive`, `isStaff` and `created`.
   */
  search(filter?: UserFilter): ItemSet<U>

  /**
   * Changes a user. @returns the user as they are now, or null when they are gone.
   *
   * @throws InvalidUser when the email address cannot be one.
   * @throws LastAdmin as the options say.
   */
  update(user: U, changes: UserChanges, options?: UserChangeOptions): Promise<U | null>

  /** As in `UserStore`. @throws LastAdmin as the options say. */
  setPassword(user: U, password: string | null, options?: UserChangeOptions): Promise<void>

  /** As in `UserStore`. @throws LastAdmin as the options say. */
  setActive(user: U, isActive: boolean, options?: UserChangeOptions): Promise<void>
}
