import type { User } from 'turnpike'
import { secondsBetweenUses } from 'turnpike/kit'
import type { DjangoDatabase } from '../django-database.ts'
import { pkText } from '../pk-text.ts'
import { isSessionAuthHash } from '../signing/auth-hash.ts'
import type { DjangoKeys } from '../signing/keys.ts'
import { readSessionData } from '../signing/session-data.ts'
import type { SessionSettings } from './options.ts'
import { extendRow, type SessionRow, signInRow, unexpiredRows } from './rows.ts'
import { type SessionTimes, type SignIn, signInOf, timesOf } from './session-values.ts'

/** The parts that the functions over sessions share. */
export interface SessionParts {
  readonly database: DjangoDatabase
  readonly keys: DjangoKeys
  readonly settings: SessionSettings
}

/** Who signed in, and the times; null if nobody has, or the data is not Django's. */
export function readSession(
  { keys, settings }: SessionParts,
  row: SessionRow,
): { signIn: SignIn; times: SessionTimes } | null {
  const data = readSessionData(keys, row.data)
  if (data === null) return null
  const signIn = signInOf(data)
  if (signIn === null || !settings.backends.includes(signIn.backend)) return null
  const { cookieAge, saveEveryRequest } = settings
  return { signIn, times: timesOf(data, row.expireDate, cookieAge, saveEveryRequest) }
}

export const hasEnded = (now: Date, expireDate: Date, { expires }: SessionTimes): boolean =>
  now >= expireDate || now >= expires

/** A session of a known user. */
export interface UserSession extends SessionTimes {
  readonly key: string
  /** Changes with the password: the session counts only with that of the current one. */
  readonly hash: string
}

/** The sessions of a user that have not expired, the most recently used first. */
export async function sessionsOf(parts: SessionParts, user: User): Promise<UserSession[]> {
  const { database } = parts
  const pk = pkText(database.users, user)
  const found: UserSession[] = []
  for await (const row of unexpiredRows(database)) {
    const session = readSession(parts, row)
    if (session === null || session.signIn.pk !== pk) continue
    if (hasEnded(database.now(), row.expireDate, session.times)) continue
    found.push({ ...session.times, key: row.key, hash: session.signIn.hash })
  }
  return found.sort(
    (a, b) => b.lastUsed.getTime() - a.lastUsed.getTime() || (a.key < b.key ? 1 : -1),
  )
}

/** Whether the user is active, and has the password of the sign-in. */
export async function isCurrent(
  { database, keys }: SessionParts,
  user: User,
  { hash }: SignIn,
): Promise<boolean> {
  if (!user.isActive) return false
  const row = await signInRow(database, user.pk)
  return row?.isActive === true && isSessionAuthHash(keys, row.password, hash)
}

/** Moves the end of a session that is used, if its times say so. */
export async function extendSession(
  database: DjangoDatabase,
  { key, expireDate }: SessionRow,
  times: SessionTimes,
): Promise<void> {
  if (times.extendedBy === null) return
  const latest = times.ends?.getTime() ?? Number.POSITIVE_INFINITY
  const extended = Math.min(database.now().getTime() + times.extendedBy * 1000, latest)
  if (extended - expireDate.getTime() < secondsBetweenUses * 1000) return
  try {
    await extendRow(database, key, new Date(extended))
  } catch {
    // A full disk must not fail requests that only read. At worst the session ends early.
  }
}
