import type { SessionStore, User } from 'turnpike'
import {
  currentStamp,
  digestOf,
  hasEnded,
  isCurrent,
  isSessionId,
  isUseWorthWriting,
  knownOptions,
  newSession,
  reportingSessions,
  type SessionUsers,
} from 'turnpike/kit'
import type { Redis } from './redis.ts'
import { StoredSessions } from './stored-sessions.ts'

export interface RedisSessionsOptions<U extends User> {
  redis: Redis
  /** The store of the users. */
  users: SessionUsers<U>
  /** The current time. Default the clock. */
  now?: () => Date
}

export const redisSessionsOptions = knownOptions<RedisSessionsOptions<User>>('redisSessions()', {
  redis: 'required',
  users: 'required',
  now: 'optional',
})

/**
 * Sessions in Redis, for any number of processes. Redis deletes each one when it expires.
 *
 * While Redis is down every method throws `ServiceUnavailable`, a 503: a signed-in user must not
 * become anonymous because the session cannot be read.
 */
export function redisSessions<U extends User>(options: RedisSessionsOptions<U>): SessionStore<U> {
  redisSessionsOptions.require(options)
  const { redis, users, now = () => new Date() } = options
  const stored = new StoredSessions(redis)

  return reportingSessions({
    async create(user, start) {
      const { id, digest, record, others } = newSession(now(), start)
      const passwordStamp = await currentStamp(users, user, start?.passwordStamp)
      const session = { ...record, pk: user.pk, username: user.username, passwordStamp }
      const count = await stored.add(digest, session)
      if (others !== null && count > others + 1) await stored.endBeyond(user.pk, others, digest)
      return { id, user, created: record.created, expires: record.expires }
    },

    async find(id) {
      if (!isSessionId(id)) return null
      const digest = digestOf(id)
      const session = await stored.read(digest)
      if (session === null) return null

      const user = hasEnded(session, now()) ? null : await users.find(session.username)
      if (user === null || !(await isCurrent(users, user, session))) {
        // Ended for good: it must not revive when an inactive user becomes active again.
        await stored.end(digest)
        return null
      }
      if (isUseWorthWriting(session, now())) await stored.writeUse(digest, session, now())
      return { id, user, created: session.created, expires: session.expires }
    },

    end: (id) => stored.end(digestOf(id)),

    async count({ pk, username }) {
      const user = await users.find(username)
      const digests = user?.pk === pk ? await stored.digestsOf(pk) : []
      const isLive = await Promise.all(
        digests.map(async (digest) => {
          const session = await stored.read(digest)
          if (user === null || session === null || hasEnded(session, now())) return false
          return isCurrent(users, user, session)
        }),
      )
      return isLive.filter(Boolean).length
    },

    async endAll({ pk }) {
      const digests = await stored.digestsOf(pk)
      await Promise.all(digests.map((digest) => stored.endOf(pk, digest)))
    },
  })
}
