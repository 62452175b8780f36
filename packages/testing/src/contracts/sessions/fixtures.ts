import type { SessionStore, User, UserStore } from 'turnpike'
import type { Chapter, Opened } from '../contract.ts'
import { required } from '../expect.ts'

/** A session store and its users, under test. */
export interface OpenedSessions<U extends User = User> extends Opened {
  sessions: SessionStore<U>
  users: UserStore<U>
  /**
   * Makes a user active or inactive in a way that the user store does not see, such as a statement
   * of SQL. Default that of the user store.
   */
  setActive?(user: U, isActive: boolean): Promise<void>
}

/** The subjects of a case: the store, and a user whose password is `wonderland`. */
export interface OpenedWithAnn<S extends SessionStore = SessionStore> {
  sessions: S
  users: UserStore
  ann: User
  setActive(user: User, isActive: boolean): Promise<void>
  /** Sets the clock to so many seconds after the start. */
  at(moment: number): void
}

export type SessionChapter = Chapter<OpenedWithAnn>

/** Opens the stores for one case, at the start of its time. */
export async function openedWithAnn<S extends SessionStore>(
  open: (now: () => Date) => OpenedOver<S> | Promise<OpenedOver<S>>,
): Promise<OpenedWithAnn<S> & Opened> {
  let seconds = 0
  const opened = await open(() => new Date(start + seconds * 1000))
  const { sessions, users } = opened
  const ann = await users.create({ username: 'ann', password: 'wonderland' })
  return {
    sessions,
    users,
    ann,
    setActive: (user: User, isActive: boolean) =>
      opened.setActive?.(user, isActive) ?? users.setActive(user, isActive),
    at: (moment: number) => {
      seconds = moment
    },
    close: () => opened.close?.(),
  }
}

/** The opened stores, with a session store of some kind. */
type OpenedOver<S extends SessionStore> = Omit<OpenedSessions, 'sessions'> & { sessions: S }

/** Where the clock of the cases begins. */
export const start = Date.parse('2026-11-01T12:00:00Z')

export const week = 7 * 24 * 3600

/** Which of the sessions can still be found, in their order. */
export async function foundOf(
  sessions: SessionStore,
  started: readonly { id: string }[],
): Promise<boolean[]> {
  const found = await Promise.all(started.map(({ id }) => sessions.find(id)))
  return found.map((session) => session !== null)
}

/** The result of `verify` for ann. @throws when the password is wrong. */
export const verifiedAnn = async (users: UserStore, password: string) =>
  required(await users.verify('ann', password), 'the verified user')
