import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { nativeHash } from '../caching/native-hash.ts'
import { toBase64Url } from '../http/syntax/base64url.ts'
import { later } from '../items/moment.ts'
import { orNull, requireValid } from '../rules/rule.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import type { SessionLifetime } from './session-store.ts'
import { secondsBetweenUses } from './token-rules.ts'
import type { User } from './user.ts'

/** The record of a session without its user, stored under the digest of the id. */
export interface SessionRecord {
  readonly created: Date
  readonly expires: Date
  /** Seconds without a request after which it ends; null means never. */
  readonly idleSeconds: number | null
  readonly lastUsed: Date
}

/** The record of a session in a store that has no users of its own. */
export interface UserSession extends SessionRecord {
  readonly pk: User['pk']
  readonly username: string
  /** The stamp of the password with which the user signed in. */
  readonly passwordStamp: string
}

/** A session that starts. */
export interface NewSession {
  readonly id: string
  readonly digest: string
  readonly record: SessionRecord
  /** How many other sessions the user may keep; null means any number. */
  readonly others: number | null
}

/**
 * A session that starts now.
 *
 * @throws Error when a lifetime or `perUser` is not a whole number of at least 1.
 */
export function newSession(now: Date, lifetime?: SessionLifetime): NewSession {
  const id = newSessionId()
  const record = newSessionRecord(now, lifetime)
  return { id, digest: digestOf(id), record, others: othersOf(lifetime) }
}

/** A new session id: 32 random bytes as 43 letters, digits, `-` and `_`. */
const newSessionId = (): string => toBase64Url(randomBytes(32))

/** Whether the text has the form of a session id. Stores need not look up any other. */
export const isSessionId = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Stored in place of the id, so that a reader of the store cannot act as its users. */
export const digestOf = (id: string): string =>
  nativeHash === null ? bytesToHex(sha256(utf8ToBytes(id))) : nativeHash('sha256', id, 'hex')

const atLeastOne = wholeNumber({ least: 1 })

function newSessionRecord(
  now: Date,
  { ageSeconds = 1_209_600, idleSeconds = null }: SessionLifetime = {},
): SessionRecord {
  requireValid('ageSeconds', atLeastOne, ageSeconds)
  requireValid('idleSeconds', orNull(atLeastOne), idleSeconds)
  return { created: now, expires: later(now, ageSeconds), idleSeconds, lastUsed: now }
}

function othersOf({ perUser = 100 }: SessionLifetime = {}): number | null {
  requireValid('perUser', orNull(atLeastOne), perUser)
  return perUser === null ? null : perUser - 1
}

/** The sessions to end so that at most `most` are left: the least recently used ones. */
export function beyond<Kept extends { readonly lastUsed: Date }>(
  sessions: readonly Kept[],
  most: number,
): Kept[] {
  return sessions.toSorted((a, b) => b.lastUsed.getTime() - a.lastUsed.getTime()).slice(most)
}

/** Whether the session has expired. */
export const hasEnded = ({ expires, idleSeconds, lastUsed }: SessionRecord, now: Date): boolean =>
  now >= expires || (idleSeconds !== null && now >= later(lastUsed, idleSeconds))

/**
 * Whether to record its use now: at most once a minute, and only if the session has an idle time.
 */
export const isUseWorthWriting = ({ idleSeconds, lastUsed }: SessionRecord, now: Date): boolean =>
  idleSeconds !== null && now >= later(lastUsed, secondsBetweenUses)

/** The times of a session that a directory shows. */
export const shownTimes = ({ created, expires, idleSeconds, lastUsed }: SessionRecord) => ({
  created,
  expires,
  lastUsed: idleSeconds === null ? null : lastUsed,
})
