import type { ItemSet } from '../items/item-set.ts'
import { TranslatableMessage } from '../languages/message.ts'
import type { User } from './user.ts'
import type { UserStore } from './user-store.ts'

/** Selects users. An absent condition matches all. */
export interface UserFilter {
  /** Part of the username or of the email address, ignoring case. Default empty. */
  text?: string
  isActive?: boolean
  isStaff?: boolean
  /** False: those who cannot sign in with a password, such as machine accounts. */
  hasPassword?: boolean
}

/** The changes of a user besides password and activity. */
export interface UserChanges {
  /** Empty if the user has none. */
  email?: string
  isStaff?: boolean
}

/** The condition on which a user is changed. */
export interface UserChangeOptions {
  /**
   * True: the change is rejected if no other user could administer the service: none that is
   * active, staff and has a password. Checked and changed in one statement. Default false.
   */
  keepAdmin?: boolean
}

/** The change would leave nobody able to administer the service. */
export class LastAdmin extends Error {
  override readonly name = 'LastAdmin'
  /** The message, for translation. */
  readonly translatable: TranslatableMessage

  constructor({ username }: Pick<User, 'username'>) {
    const message = new TranslatableMessage(
      '{username} is the last active staff user with a password: add another one first, or nobody could administer the service.',
      { username },
    )
    super(message.text)
    this.translatable = message
  }
}

/** A user store that can be searched: what an admin needs beyond `UserStore`. */
export interface UserDirectory<U extends User = User> extends UserStore<U> {
  /**
   * The user with this pk as written in a URL, active or not, or null. The pk may be any string,
   * and each user has only one spelling.
   */
  findByPk(pk: string): Promise<U | null>

  /**
   * The users that match the filter, in order of creation. They can be ordered by `pk`, `username`,
   * `email`, `isActive`, `isStaff` and `created`.
   */
  search(filter?: UserFilter): ItemSet<U>

  /**
   * Whether the user has a password. False: they cannot sign in with one, or no longer exist.
   */
  hasPassword(user: U): Promise<boolean>

  /**
   * Changes a user. @returns the updated user, or null when they no longer exist.
   *
   * @throws InvalidUser when the email address is invalid.
   * @throws LastAdmin as the options say.
   */
  update(user: U, changes: UserChanges, options?: UserChangeOptions): Promise<U | null>

  /** As in `UserStore`. @throws LastAdmin as the options say. */
  setPassword(user: U, password: string | null, options?: UserChangeOptions): Promise<void>

  /** As in `UserStore`. @throws LastAdmin as the options say. */
  setActive(user: U, isActive: boolean, options?: UserChangeOptions): Promise<void>
}
