import { ConfigurationError, type SessionStore, type User, type UserDirectory } from 'turnpike'
import { reportingSessions } from 'turnpike/kit'
import type { DjangoDatabase } from '../django-database.ts'
import { isSessionAuthHash } from '../signing/auth-hash.ts'
import type { DjangoKeys } from '../signing/keys.ts'
import { createSession } from './creation.ts'
import { type DjangoSessionsOptions, sessionSettings } from './options.ts'
import {
  extendSession,
  hasEnded,
  isCurrent,
  readSession,
  type SessionParts,
  sessionsOf,
} from './reading.ts'
import { deleteExpiredRows, deleteRows, findRow, signInRow } from './rows.ts'
import { isSessionKey } from './session-key.ts'

/** Sessions in Django's table. */
export interface DjangoSessions<U extends User> extends SessionStore<U> {
  /**
   * Deletes the sessions that have expired, as `manage.py clearsessions` does.
   *
   * @returns how many.
   */
  deleteExpired(): Promise<number>
}

/**
 * Sessions in `django_session`, of the backends `db` and `cached_db`: a browser that is signed in
 * at Django is signed in here, and the other way round. `created` of a session that Django has
 * started is when Django saved it last.
 *
 * `endAll` and `count` read and decode all sessions that have not expired, because the table does
 * not say whose they are.
 *
 * @throws ConfigurationError when there is no `secretKey`, or an option is unknown or wrong.
 */
export function djangoSessions<U extends User>(
  database: DjangoDatabase,
  users: Pick<UserDirectory<U>, 'findByPk'>,
  options: DjangoSessionsOptions = {},
): DjangoSessions<U> {
  const settings = sessionSettings(options)
  const keys = requireKeys(database)
  const parts: SessionParts = { database, keys, settings }

  return reportingSessions({
    create: (user, start) => createSession(parts, user, start),

    async find(id) {
      const row = isSessionKey(id) ? await findRow(database, id) : null
      const session = row && readSession(parts, row)
      // The session of a visitor who is not signed in may hold something: it is Django's.
      if (row === null || session === null || database.now() >= row.expireDate) return null

      const { signIn, times } = session
      const user = await users.findByPk(signIn.pk)
      // Nothing is deleted here: with a wrong mapping of users it would be all sessions.
      if (user === null) return null
      const isOver = hasEnded(database.now(), row.expireDate, times)
      if (isOver || !(await isCurrent(parts, user, signIn))) {
        // Ended for good: it must not revive when an inactive user becomes active again.
        await deleteRows(database, [id])
        return null
      }
      await extendSession(database, row, times)
      return { id, user, created: times.created, expires: times.expires }
    },

    end: async (id) => {
      if (isSessionKey(id)) await deleteRows(database, [id])
    },

    async endAll(user) {
      const stored = (await sessionsOf(parts, user)).map(({ key }) => key)
      await deleteRows(database, stored)
    },

    async count(user) {
      const row = await signInRow(database, user.pk)
      if (!row?.isActive) return 0
      const sessions = await sessionsOf(parts, user)
      return sessions.filter(({ hash }) => isSessionAuthHash(keys, row.password, hash)).length
    },

    deleteExpired: () => deleteExpiredRows(database),
  })
}

function requireKeys({ keys }: DjangoDatabase): DjangoKeys {
  if (keys !== null) return keys
  throw new ConfigurationError(
    "djangoAccounts() needs secretKey for sessions: the SECRET_KEY of Django's settings, which " +
      'signs them.',
  )
}
