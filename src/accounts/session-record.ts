import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { asWritten } from '../errors/configuration-error.ts'
import { toBase64Url } from '../http/signing.ts'
import type { SessionLifetime } from './session-store.ts'

/** What a store keeps of a session beside its user, under the digest of the id. */
export interface SessionRecord {
  readonly created: Date
  readonly expires: Date
  /** Seconds without a request after which it ends, or null. */
  readonly idleSeconds: number | null
  readonly lastUsed: Date
}

/** A new session id: 32 random bytes as 43 letters, digits, `-` and `_`. */
export const newSessionId = (): string => toBase64Url(randomBytes(32))

/** Whether it can be a session id. Stores need not look for any other text. */
export const isSessionId = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** What is kept in place of the id, so that who reads the store cannot act as its users. */
export const digestOf = (id: string): string => bytesToHex(sha256(utf8ToBytes(id)))

/**
 * A record of a session that starts now.
 *
 * @throws Error when a lifetime is not a whole number of at least 1.
 */
export function newSessionRecord(
  now: Date,
  { ageSeconds = 1_209_600, idleSeconds = null }: SessionLifetime = {},
): SessionRecord {
  requireSeconds({ ageSeconds })
  if (idleSeconds !== null) requireSeconds({ idleSeconds })
  return { created: now, expires: later(now, ageSeconds), idleSeconds, lastUsed: now }
}

/**
 * How many other sessions a user may have beside the one that starts, or null for any number.
 *
 * @throws Error when the number is not a whole one of at least 1.
 */
export function othersOf({ perUser = 100 }: SessionLifetime = {}): number | null {
  if (perUser === null) return null
  if (Number.isSafeInteger(perUser) && perUser >= 1) return perUser - 1
  throw new Error(`perUser is a whole number of at least 1, or null, not ${asWritten(perUser)}.`)
}

/** Those that end so that no more than so many are left: the ones used least recently. */
export function beyond<Kept extends { readonly lastUsed: Date }>(
  sessions: readonly Kept[],
  most: number,
): Kept[] {
  return sessions.toSorted((a, b) => b.lastUsed.getTime() - a.lastUsed.getTime()).slice(most)
}

/** Whether the session has outlived itself. */
export const hasEnded = ({ expires, idleSeconds, lastUsed }: SessionRecord, now: Date): boolean =>
  now >= expires || (idleSeconds !== null && now >= later(lastUsed, idleSeconds))

/**
 * Whether its use is to be written down now: at most once a minute, and only where it decides
 * anything.
 */
export const isUseWorthWriting = ({ idleSeconds, lastUsed }: SessionRecord, now: Date): boolean =>
  idleSeconds !== null && now >= later(lastUsed, 60)

const later = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)

function requireSeconds(lifetime: Record<string, number>): void {
  for (const [name, seconds] of Object.entries(lifetime)) {
    if (Number.isSafeInteger(seconds) && seconds >= 1) continue
    throw new Error(`${name} is a whole number of at least 1, not ${asWritten(seconds)}.`)
  }
}
