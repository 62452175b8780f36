import type { SessionStore, User, UserDirectory } from 'turnpike'
import type { DjangoDatabase } from '../django-database.ts'
import { hasTable } from './rows.ts'

/**
 * The same users; those who are made inactive lose their sessions, so that old ones do not revive
 * when they are active again. Django's table of users has no place to remember it.
 */
export function endingSessions<U extends User, Users extends Pick<UserDirectory<U>, 'setActive'>>(
  database: DjangoDatabase,
  users: Users,
  sessions: Pick<SessionStore<U>, 'endAll'>,
): Users {
  const setActive: UserDirectory<U>['setActive'] = async (user, isActive, options) => {
    await users.setActive(user, isActive, options)
    if (!isActive && (await hasTable(database))) await sessions.endAll(user)
  }
  return { ...users, setActive }
}
