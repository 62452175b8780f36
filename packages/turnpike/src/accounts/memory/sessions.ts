import { Lru } from '../../caching/lru.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { wholeNumber } from '../../rules/whole-number.ts'
import { currentStamp, isCurrent } from '../current-stamp.ts'
import { reportingSessions } from '../revocations/reporting.ts'
import type { SessionDirectory } from '../session-directory.ts'
import {
  beyond,
  digestOf,
  hasEnded,
  isUseWorthWriting,
  newSession,
  type UserSession,
} from '../session-record.ts'
import type { SessionUsers } from '../session-store.ts'
import type { User } from '../user.ts'
import { storedSession, storedSessions } from './stored-sessions.ts'

export interface MemorySessionsOptions<U extends User> {
  /** The store of the users. */
  users: SessionUsers<U>
  /**
   * Maximum number of sessions to keep. Beyond it the least recently used one ends. Default
   * 100,000.
   */
  maxSessions?: number
  /** The current time. Default the clock. */
  now?: () => Date
}

export const memorySessionsOptions = knownOptions<MemorySessionsOptions<User>>(
  'memorySessions()',
  {
    users: 'required',
    maxSessions: wholeNumber({ least: 1 }),
    now: 'optional',
  },
  { isOpen: true },
)

/**
 * Sessions in the memory of this process. They end when it restarts, and other processes do not
 * know them.
 */
export function memorySessions<U extends User>(
  options: MemorySessionsOptions<U>,
): SessionDirectory<U> {
  memorySessionsOptions.require(options)
  const { users, maxSessions = 100_000, now = () => new Date() } = options
  /** By the digest of the id */
  const sessions: Sessions = new Lru<string, MemorySession>({ max: maxSessions })

  const isLive = async (session: MemorySession) =>
    !hasEnded(session, now()) && (await userOf(users, session)) !== null

  return reportingSessions({
    async create(user, start) {
      const { id, digest, record, others } = newSession(now(), start)
      const passwordStamp = await currentStamp(users, user, start?.passwordStamp)
      const { pk, username } = user
      if (others !== null) endBeyond(sessions, pk, others)
      if (sessions.size >= maxSessions) endWhere(sessions, (session) => hasEnded(session, now()))
      sessions.set(digest, { ...record, pk, username, passwordStamp })
      return { id, user, created: record.created, expires: record.expires }
    },

    async find(id) {
      const digest = digestOf(id)
      const session = sessions.peek(digest)
      if (session === undefined) return null
      if (hasEnded(session, now())) {
        sessions.delete(digest)
        return null
      }

      const user = await userOf(users, session)
      if (user === null) {
        sessions.delete(digest)
        return null
      }
      // It may have ended while the user was looked up.
      if (sessions.get(digest) !== session) return null

      if (isUseWorthWriting(session, now())) session.lastUsed = now()
      return { id, user, created: session.created, expires: session.expires }
    },

    async end(id) {
      sessions.delete(digestOf(id))
    },

    async endAll({ pk }) {
      endWhere(sessions, (session) => session.pk === pk)
    },

    async count({ pk }) {
      const theirs = [...sessions]
        .map(([, session]) => session)
        .filter((session) => session.pk === pk)
      return (await Promise.all(theirs.map(isLive))).filter(Boolean).length
    },

    search: (filter = {}) => storedSessions(sessions, isLive, filter),

    async findByDigest(digest) {
      const session = sessions.peek(digest)
      return session === undefined ? null : storedSession(digest, session, isLive)
    },

    async endByDigest(digest) {
      const isStored = sessions.peek(digest) !== undefined
      sessions.delete(digest)
      return isStored
    },
  })
}

interface MemorySession extends UserSession {
  lastUsed: Date
}

type Sessions = Lru<string, MemorySession>

function endWhere(sessions: Sessions, isOver: (session: MemorySession) => boolean): void {
  for (const [digest, session] of sessions) if (isOver(session)) sessions.delete(digest)
}

/** Ends the user's least recently used sessions until at most `most` are left. */
function endBeyond(sessions: Sessions, pk: User['pk'], most: number): void {
  const theirs: (MemorySession & { digest: string })[] = []
  for (const [digest, session] of sessions) {
    if (session.pk === pk) theirs.push({ ...session, digest })
  }
  for (const { digest } of beyond(theirs, most)) sessions.delete(digest)
}

/** The current user of the session; null when it is no longer theirs. */
async function userOf<U extends User>(
  users: SessionUsers<U>,
  session: MemorySession,
): Promise<U | null> {
  const user = await users.find(session.username)
  return user !== null && (await isCurrent(users, user, session)) ? user : null
}
