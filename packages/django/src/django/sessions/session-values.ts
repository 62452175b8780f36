import type { SessionRecord } from 'turnpike/kit'
import type { SessionData } from '../signing/session-data.ts'

/** Who signed in, as Django's `login` stores it in a session. */
export interface SignIn {
  /** The primary key as text. */
  readonly pk: string
  /** The path of the backend that has authenticated the user. */
  readonly backend: string
  /** Changes with the password. */
  readonly hash: string
}

/** Null if nobody is signed in. */
export function signInOf(data: SessionData): SignIn | null {
  const pk = data.get('_auth_user_id')
  const backend = data.get('_auth_user_backend')
  const hash = data.get('_auth_user_hash')
  if (typeof pk !== 'string' || typeof backend !== 'string' || typeof hash !== 'string') return null
  return { pk, backend, hash }
}

/**
 * The values of a new session. `_session_expiry` is what Django calls the seconds until it expires
 * if it is not saved again. The names with `_turnpike` hold what Django has no place for; it keeps
 * them when it saves the session.
 */
export const valuesOf = (
  { pk, backend, hash }: SignIn,
  { created, expires, idleSeconds }: SessionRecord,
): Record<string, string | number> => ({
  _auth_user_id: pk,
  _auth_user_backend: backend,
  _auth_user_hash: hash,
  ...(idleSeconds !== null && { _session_expiry: Math.min(idleSeconds, longest) }),
  _turnpike_created: created.toISOString(),
  _turnpike_ends: expires.toISOString(),
})

/** 68 years: Python has no moments much later. */
const longest = 2 ** 31 - 1

/** When a session began, and when it ends. */
export interface SessionTimes extends SessionRecord {
  /** The latest end, for a session that this service has started; null if it can be extended. */
  readonly ends: Date | null
  /** Seconds by which a use extends it; null if the end is fixed. */
  readonly extendedBy: number | null
}

/**
 * The times of a session. One that Django has started does not say when: as far as is known, when
 * it was saved last.
 *
 * @param expireDate the column.
 * @param ageSeconds `SESSION_COOKIE_AGE`.
 * @param isExtended `SESSION_SAVE_EVERY_REQUEST`.
 */
export function timesOf(
  data: SessionData,
  expireDate: Date,
  ageSeconds: number,
  isExtended: boolean,
): SessionTimes {
  const expiry = data.get('_session_expiry')
  const age = typeof expiry === 'number' && expiry > 0 ? expiry : ageSeconds
  const lastUsed = new Date(expireDate.getTime() - age * 1000)
  const ends = momentIn(data, '_turnpike_ends')
  const idleSeconds = ends !== null && typeof expiry === 'number' && expiry > 0 ? expiry : null
  // Anything but a number is a moment at which the session ends (`set_expiry`).
  const isFixed = expiry !== undefined && expiry !== null && typeof expiry !== 'number'
  return {
    created: momentIn(data, '_turnpike_created') ?? lastUsed,
    ends,
    expires: ends ?? expireDate,
    idleSeconds,
    lastUsed,
    extendedBy: idleSeconds ?? (isExtended && !isFixed ? age : null),
  }
}

function momentIn(data: SessionData, name: string): Date | null {
  const text = data.get(name)
  const moment = new Date(typeof text === 'string' ? text : Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment
}
