import type { ItemSet } from '../items/item-set.ts'
import type { UserStore } from './stores.ts'
import type { User } from './user.ts'

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

/** A user store that people can look through: what an administration needs beyond `UserStore`. */
export interface UserDirectory<U extends User = User> extends UserStore<U> {
  /**
   * The user whose pk this is, as it stands in a URL, active or not, or null. Any text may be asked
   * for, and each user has one spelling.
   */
  findByPk(pk: string): Promise<U | null>

  /**
   * The users of the filter in the order of creation. They can be ordered by `pk`, `username`, `email`,
   * `isActive`, `isStaff` and `created`.
   */
  search(filter?: UserFilter): ItemSet<U>

  /**
   * Changes a user. @returns the user as they are now, or null when they are gone.
   *
   * @throws InvalidUser when the email address cannot be one.
   */
  update(user: U, changes: UserChanges): Promise<U | null>
}
