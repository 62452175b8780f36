import type { User } from './user.ts'
import type { Verified } from './user-store.ts'

/** A user who is signed in: whoever sends the id acts as them. */
export interface Session<U extends User = User> {
  /** Sent in the session cookie. It cannot be guessed, and a store does not keep it. */
  readonly id: string
  readonly user: U
  readonly created: Date
  /** When it ends at the latest, however often it is used. */
  readonly expires: Date
}

/** How long a session lives, and beside how many others. */
export interface SessionLifetime {
  /** Seconds until it ends, however often it is used. Default 1,209,600, which is two weeks. */
  ageSeconds?: number
  /**
   * Seconds without a request after which it ends. Default null: it is not ended for that. The last
   * use is remembered to the minute, so a session may end up to a minute early.
   */
  idleSeconds?: number | null
  /**
   * Most sessions of the user at a time: with one more, the one that was used least recently ends,
   * as far as uses are remembered; without an idle time that is the oldest. Default 100. Null: any
   * number.
   */
  perUser?: number | null
}

/** How a session starts. */
export interface SessionStart extends SessionLifetime, Partial<Pick<Verified, 'passwordStamp'>> {}

/** Where sessions are kept. */
export interface SessionStore<U extends User = User> {
  /**
   * Starts a session with an id that nobody has had before.
   *
   * With the `passwordStamp` that `UserStore.verify` has given, it is the session of that password:
   * it is compared in the statement that writes the session, or kept in it. Without, it is that of
   * the password that the user has now.
   *
   * @throws SignInOutdated when the user has another password than that, or is inactive.
   * @throws UserNotFound when the user is no longer there.
   */
  create(user: U, start?: SessionStart): Promise<Session<U>>

  /**
   * The session with this id, and its user as they are now. Null when there is none, it has ended
   * or outlived itself, the user has another password than when it started, is inactive, or is
   * gone.
   */
  find(id: string): Promise<Session<U> | null>

  /** Ends the session. A request that is under way cannot bring it back. */
  end(id: string): Promise<void>

  /** Ends every session of the user. */
  endAll(user: U): Promise<void>

  /** How many sessions of the user there are that `find` would find. */
  count(user: U): Promise<number>
}

/** What a session store asks about users that are kept elsewhere. */
export interface SessionUsers<U extends User = User> {
  /** The user of that name, active or not, or null. */
  find(username: string): Promise<U | null>

  /** That of `Verified`, of the password that the user has now. */
  passwordStamp(user: U): Promise<string>
}
