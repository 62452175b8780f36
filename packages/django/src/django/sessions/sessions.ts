import {
  ConfigurationError,
  type SessionStore,
  SignInOutdated,
  type User,
  type UserDirectory,
  UserNotFound,
} from 'turnpike'
import {
  knownOptions,
  listOf,
  newSession,
  oneOf,
  type SessionRecord,
  textWhere,
  trueOrFalse,
  wholeNumber,
} from 'turnpike/kit'
import type { DjangoDatabase } from '../django-database.ts'
import { recordLogin } from '../last-login.ts'
import { passwordStampOf } from '../password-stamp.ts'
import { pkText } from '../pk-text.ts'
import { isSessionAuthHash, sessionAuthHash } from '../signing/auth-hash.ts'
import type { DjangoKeys } from '../signing/keys.ts'
import {
  readSessionData,
  type SessionSerializer,
  writeSessionData,
} from '../signing/session-data.ts'
import { type SessionRow, sessionRows } from './rows.ts'
import { isSessionKey, newSessionKey } from './session-key.ts'
import { type SessionTimes, type SignIn, signInOf, timesOf, valuesOf } from './session-values.ts'

export interface DjangoSessionsOptions {
  /** `SESSION_SERIALIZER`: how new sessions are written. Both are read. Default `json`. */
  serializer?: SessionSerializer
  /** `SESSION_COOKIE_AGE` in Django: seconds. Default 1,209,600, which is two weeks. */
  cookieAge?: number
  /**
   * `SESSION_SAVE_EVERY_REQUEST`: each use extends a session, here at most once a minute. Default
   * false.
   */
  saveEveryRequest?: boolean
  /**
   * `AUTHENTICATION_BACKENDS`: sessions of other backends are not accepted; the first one is named
   * in new sessions. Default Django's `ModelBackend`.
   */
  backends?: readonly string[]
  /**
   * True: a sign-in ends the user's oldest sessions beyond `perUser` (`SESSIONS_PER_USER`).
   * Django's table does not say whose a session is, so each sign-in reads and decodes all of them.
   * Default false: a user may have any number, as in Django.
   */
  limitPerUser?: boolean
}

const djangoSessionsOptions = knownOptions<DjangoSessionsOptions>('djangoSessions()', {
  serializer: oneOf(['json', 'pickle']),
  cookieAge: wholeNumber({ least: 1, of: 'seconds' }),
  saveEveryRequest: trueOrFalse,
  backends: listOf(
    textWhere('the path of a class', (path) => /^[\w.]+$/.test(path)),
    { of: 'backends', example: ['django.contrib.auth.backends.ModelBackend'], mayBeEmpty: false },
  ),
  limitPerUser: trueOrFalse,
})

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
  djangoSessionsOptions.require(options)
  const keys = requireKeys(database)
  const { now, users: columns } = database
  const {
    serializer = 'json',
    cookieAge = 1_209_600,
    saveEveryRequest = false,
    backends = ['django.contrib.auth.backends.ModelBackend'],
    limitPerUser = false,
  } = options
  const [backend = ''] = backends
  const rows = sessionRows(database)

  /** Who signed in, and the times; null: nobody has, or the data is not Django's. */
  function read(row: SessionRow): { signIn: SignIn; times: SessionTimes } | null {
    const data = readSessionData(keys, row.data)
    if (data === null) return null
    const signIn = signInOf(data)
    if (signIn === null || !backends.includes(signIn.backend)) return null
    return { signIn, times: timesOf(data, row.expireDate, cookieAge, saveEveryRequest) }
  }

  const hasEnded = (expireDate: Date, { expires }: SessionTimes): boolean =>
    now() >= expireDate || now() >= expires

  /** The sessions of a user that have not expired, the most recently used first. */
  async function sessionsOf(user: U) {
    const pk = pkText(columns, user)
    const found: (SessionTimes & { key: string; hash: string })[] = []
    for await (const row of rows.unexpired()) {
      const session = read(row)
      if (session === null || session.signIn.pk !== pk) continue
      if (hasEnded(row.expireDate, session.times)) continue
      found.push({ ...session.times, key: row.key, hash: session.signIn.hash })
    }
    return found.sort(
      (a, b) => b.lastUsed.getTime() - a.lastUsed.getTime() || (a.key < b.key ? 1 : -1),
    )
  }

  /** Whether the user is active, and has the password of the sign-in. */
  async function isCurrent(user: U, { hash }: SignIn): Promise<boolean> {
    if (!user.isActive) return false
    const row = await rows.signInOf(user.pk)
    return row?.isActive === true && isSessionAuthHash(keys, row.password, hash)
  }

  async function extend(key: string, expireDate: Date, times: SessionTimes): Promise<void> {
    if (times.extendedBy === null) return
    const latest = times.ends?.getTime() ?? Number.POSITIVE_INFINITY
    const extended = Math.min(now().getTime() + times.extendedBy * 1000, latest)
    if (extended - expireDate.getTime() < 60_000) return
    try {
      await rows.extend(key, new Date(extended))
    } catch {
      // A full disk must not fail requests that only read. At worst the session ends early.
    }
  }

  return {
    async create(user, start) {
      const { record, others } = newSession(now(), start)
      const row = await rows.signInOf(user.pk)
      if (row === null) throw new UserNotFound(user)
      const stamp = passwordStampOf(row.password)
      if (!row.isActive || (start?.passwordStamp ?? stamp) !== stamp) throw new SignInOutdated(user)

      const key = newSessionKey()
      const hash = sessionAuthHash(keys, row.password)
      const values = valuesOf({ pk: pkText(columns, user), backend, hash }, record)
      const data = writeSessionData(keys, values, serializer, now())
      const expireDate = firstEnd(record)
      const inserted = await rows.insert({ key, data, expireDate }, user.pk, row.password)
      if (!inserted) throw new SignInOutdated(user)

      await recordLogin(database, user)
      if (limitPerUser && others !== null) {
        const kept = (await sessionsOf(user)).filter((session) => session.key !== key)
        await rows.delete(kept.slice(others).map((session) => session.key))
      }
      return { id: key, user, created: record.created, expires: record.expires }
    },

    async find(id) {
      const row = isSessionKey(id) ? await rows.find(id) : null
      const session = row && read(row)
      // The session of a visitor who is not signed in may hold something: it is Django's.
      if (row === null || session === null || now() >= row.expireDate) return null

      const { signIn, times } = session
      const user = await users.findByPk(signIn.pk)
      // Nothing is deleted here: with a wrong mapping of users it would be all sessions.
      if (user === null) return null
      if (hasEnded(row.expireDate, times) || !(await isCurrent(user, signIn))) {
        // Ended for good: it must not revive when an inactive user becomes active again.
        await rows.delete([id])
        return null
      }
      await extend(id, row.expireDate, times)
      return { id, user, created: times.created, expires: times.expires }
    },

    end: async (id) => {
      if (isSessionKey(id)) await rows.delete([id])
    },

    async endAll(user) {
      await rows.delete((await sessionsOf(user)).map(({ key }) => key))
    },

    async count(user) {
      const row = await rows.signInOf(user.pk)
      if (!row?.isActive) return 0
      const sessions = await sessionsOf(user)
      return sessions.filter(({ hash }) => isSessionAuthHash(keys, row.password, hash)).length
    },

    deleteExpired: () => rows.deleteExpired(),
  }
}

function requireKeys({ keys }: DjangoDatabase): DjangoKeys {
  if (keys !== null) return keys
  throw new ConfigurationError(
    "djangoAccounts() needs secretKey for sessions: the SECRET_KEY of Django's settings, which " +
      'signs them.',
  )
}

/** When a session ends that is not used: after the idle time, or at its end. */
const firstEnd = ({ created, expires, idleSeconds }: SessionRecord): Date =>
  idleSeconds === null
    ? expires
    : new Date(Math.min(expires.getTime(), created.getTime() + idleSeconds * 1000))
