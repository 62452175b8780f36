import type { User } from './user.ts'
import type { Verified } from './user-store.ts'

/** A signed-in user. Anyone who sends the id acts as the user. */
export interface Session<U extends User = User> {
  /** Sent in the session cookie. It cannot be guessed, and stores keep only its digest. */
  readonly id: string
  readonly user: U
  readonly created: Date
  /** When it ends, however often it is used. */
  readonly expires: Date
}

/** How long a session lives, and how many a user may have. */
export interface SessionLifetime {
  /** Seconds until it ends, however often it is used. Default 1,209,600, which is two weeks. */
  ageSeconds?: number
  /**
   * Seconds without a request after which it ends. Default null: no limit. Uses are recorded to the
   * minute, so a session may end up to a minute early.
   */
  idleSeconds?: number | null
  /**
   * Maximum number of sessions per user. Starting one more ends the least recently used one, as far
   * as uses are recorded; without an idle time that is the oldest. Default 100. Null means any
   * number.
   */
  perUser?: number | null
}

/** How a session starts. */
export interface SessionStart extends SessionLifetime, Partial<Pick<Verified, 'passwordStamp'>> {}

/** A store of sessions. */
export interface SessionStore<U extends User = User> {
  /**
   * Starts a session with a new id.
   *
   * The `passwordStamp` from `UserStore.verify` binds the session to that password: the stamp is
   * compared in the statement that writes the session, or stored in it. Without it the session
   * belongs to the user's current password.
   *
   * @throws SignInOutdated when that is no longer the user's password, or the user is inactive.
   * @throws UserNotFound when the user no longer exists.
   */
  create(user: U, start?: SessionStart): Promise<Session<U>>

  /**
   * The session with this id and its current user. Null when there is none or it has ended or
   * expired, when the user's password has changed since it started, or when the user is inactive or
   * no longer exists.
   */
  find(id: string): Promise<Session<U> | null>

  /** Ends the session. A concurrent request cannot revive it. */
  end(id: string): Promise<void>

  /** Ends every session of the user. */
  endAll(user: U): Promise<void>

  /** How many sessions of the user `find` would find. */
  count(user: U): Promise<number>
}

/** The methods that a session store needs of users stored elsewhere. */
export interface SessionUsers<U extends User = User> {
  /** The user of that name, active or not; null when there is none. */
  find(username: string): Promise<U | null>

  /** The stamp of the user's current password, as in `Verified`. */
  passwordStamp(user: U): Promise<string>
}
