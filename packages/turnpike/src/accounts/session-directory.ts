import type { ItemSet } from '../items/item-set.ts'
import type { SessionStore } from './session-store.ts'
import type { User } from './user.ts'

/** A session as it is stored, which does not know its id. */
export interface StoredSession {
  /** The SHA-256 of its id in hexadecimal: names the session where its id must not appear. */
  readonly digest: string
  readonly user: Pick<User, 'pk' | 'username'>
  readonly created: Date
  /** When it ends, however often it is used. */
  readonly expires: Date
  /** The last use, to the minute. Null if uses are not recorded, because it has no idle time. */
  readonly lastUsed: Date | null
  /** Whether `find` would find it. One that has ended may stay stored for a while. */
  readonly isLive: boolean
}

/** Selects sessions. An absent condition matches all. */
export interface SessionFilter<U extends User = User> {
  /** Whose sessions. */
  user?: Pick<U, 'pk'>
  /** Part of the username, ignoring case. Default empty. */
  text?: string
}

/** A session store that can list its sessions: what an admin needs beyond `SessionStore`. */
export interface SessionDirectory<U extends User = User> extends SessionStore<U> {
  /**
   * The stored sessions that match the filter, oldest first. They can be ordered by `created` and
   * `expires`.
   */
  search(filter?: SessionFilter<U>): ItemSet<StoredSession>

  /** The stored session with this digest, or null. The digest may be any string. */
  findByDigest(digest: string): Promise<StoredSession | null>

  /** Ends the session with this digest. @returns whether there was one. */
  endByDigest(digest: string): Promise<boolean>
}

/** Whether the store can list its sessions. */
export const isSessionDirectory = <U extends User>(
  sessions: SessionStore<U>,
): sessions is SessionDirectory<U> => 'search' in sessions
