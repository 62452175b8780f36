import { type Session, SignInOutdated, type User, UserNotFound } from 'turnpike'
import { newSession, type SessionRecord, type SessionStart } from 'turnpike/kit'
import { recordLogin } from '../last-login.ts'
import { passwordStampOf } from '../password-stamp.ts'
import { pkText } from '../pk-text.ts'
import { sessionAuthHash } from '../signing/auth-hash.ts'
import { writeSessionData } from '../signing/session-data.ts'
import { type SessionParts, sessionsOf } from './reading.ts'
import { deleteRows, insertRow, signInRow } from './rows.ts'
import { newSessionKey } from './session-key.ts'
import { valuesOf } from './session-values.ts'

/**
 * Signs the user in.
 *
 * @throws SignInOutdated when the user is inactive, or the password has changed.
 * @throws UserNotFound when the user no longer exists.
 */
export async function createSession<U extends User>(
  parts: SessionParts,
  user: U,
  start?: SessionStart,
): Promise<Session<U>> {
  const { database, keys, settings } = parts
  const { now, users: columns } = database
  const { record, others } = newSession(now(), start)
  const row = await signInRow(database, user.pk)
  if (row === null) throw new UserNotFound(user)
  const stamp = passwordStampOf(row.password)
  if (!row.isActive || (start?.passwordStamp ?? stamp) !== stamp) throw new SignInOutdated(user)

  const key = newSessionKey()
  const [backend = ''] = settings.backends
  const hash = sessionAuthHash(keys, row.password)
  const values = valuesOf({ pk: pkText(columns, user), backend, hash }, record)
  const data = writeSessionData(keys, values, now())
  const expireDate = firstEnd(record)
  const inserted = await insertRow(database, { key, data, expireDate }, user.pk, row.password)
  if (!inserted) throw new SignInOutdated(user)

  await recordLogin(database, user)
  if (settings.limitPerUser && others !== null) {
    const stored = (await sessionsOf(parts, user)).map((session) => session.key)
    await deleteRows(database, stored.filter((other) => other !== key).slice(others))
  }
  return { id: key, user, created: record.created, expires: record.expires }
}

/** When a session ends that is not used: after the idle time, or at its end. */
const firstEnd = ({ created, expires, idleSeconds }: SessionRecord): Date =>
  idleSeconds === null
    ? expires
    : new Date(Math.min(expires.getTime(), created.getTime() + idleSeconds * 1000))
