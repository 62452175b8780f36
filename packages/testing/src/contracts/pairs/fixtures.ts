import type { User, UserStore } from 'turnpike'
import type { NewRefreshFamily, RefreshTokenStore } from 'turnpike/kit'
import type { Chapter, Opened } from '../contract.ts'

/** A store of refresh tokens and its users, under test. */
export interface OpenedRefreshTokens<U extends User = User> extends Opened {
  refreshTokens: RefreshTokenStore<U>
  users: UserStore<U>
  /**
   * Makes a user active or inactive in a way that the user store does not see, such as a statement
   * of SQL. Default that of the user store.
   */
  setActive?(user: U, isActive: boolean): Promise<void>
}

/** The subjects of a case: the store, and a user whose password is `wonderland`. */
export interface OpenedWithAnn {
  refreshTokens: RefreshTokenStore
  users: UserStore
  ann: User
  setActive(user: User, isActive: boolean): Promise<void>
}

export type RefreshChapter = Chapter<OpenedWithAnn>

/** When the families of the cases start. */
const start = Date.parse('2026-11-01T12:00:00Z')

export const at = (seconds: number) => new Date(start + seconds * 1000)

/** A family of an hour, whose token expires after ten minutes. */
export const family = (id: string, fields: Partial<NewRefreshFamily> = {}): NewRefreshFamily => ({
  id,
  scopes: null,
  ends: at(3600),
  ...token('first'),
  ...fields,
})

/** A token issued so many seconds after the start. */
export const token = (digest: string, seconds = 0) => ({
  digest,
  salt: `salt of ${digest}`,
  issued: at(seconds),
  expires: at(seconds + 600),
})
