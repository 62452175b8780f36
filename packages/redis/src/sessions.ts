import { ServiceUnavailable, type SessionStore, type User } from 'turnpike'
import {
  beyond,
  currentStamp,
  digestOf,
  hasEnded,
  isCurrent,
  isSessionId,
  isUseWorthWriting,
  knownOptions,
  newSession,
  type SessionUsers,
  type UserSession,
} from 'turnpike/kit'
import { type Redis, RedisUnavailable } from './redis.ts'
import { readSession, writeSession } from './session-record.ts'
import {
  addToIndexScript,
  dropFromIndexScript,
  readIndexScript,
  readScript,
  removeScript,
  rewriteScript,
  writeScript,
} from './session-scripts.ts'

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

  async function run(script: string, key: string, ...args: string[]): Promise<unknown> {
    try {
      return await redis.run(script, key, args)
    } catch (error) {
      // Without the cause, which would be logged for each request: the connection logged it once.
      if (error instanceof RedisUnavailable) throw new ServiceUnavailable()
      throw error
    }
  }

  async function end(digest: string): Promise<void> {
    const session = readSession(await run(removeScript, sessionKey(digest)))
    if (session !== null) await run(dropFromIndexScript, indexKey(session.pk), digest)
  }

  async function endOf(pk: User['pk'], digest: string): Promise<void> {
    await run(removeScript, sessionKey(digest))
    await run(dropFromIndexScript, indexKey(pk), digest)
  }

  /** Ends sessions of the user, except the one just started, until only so many others are left. */
  async function endBeyond(pk: User['pk'], most: number, started: string): Promise<void> {
    const others = (await digestsOfUser(pk)).filter((digest) => digest !== started)
    const kept = await Promise.all(
      others.map(async (digest) => {
        const session = readSession(await run(readScript, sessionKey(digest)))
        // The index may still contain one that expired without a request.
        return { digest, lastUsed: session?.lastUsed ?? new Date(0) }
      }),
    )
    await Promise.all(beyond(kept, most).map(({ digest }) => endOf(pk, digest)))
  }

  const digestsOfUser = async (pk: User['pk']) =>
    (await run(readIndexScript, indexKey(pk))) as string[]

  async function writeUse(digest: string, session: UserSession): Promise<void> {
    const used = { ...session, lastUsed: now() }
    const lifetime = String(millisecondsLeft(used, now()))
    await redis.run(rewriteScript, sessionKey(digest), [writeSession(used), lifetime]).catch(() => {
      // At worst the session ends early. A request that only reads must not fail for that.
    })
  }

  return {
    async create(user, start) {
      const { id, digest, record, others } = newSession(now(), start)
      const passwordStamp = await currentStamp(users, user, start?.passwordStamp)
      const session = { ...record, pk: user.pk, username: user.username, passwordStamp }
      const left = String(millisecondsLeft(session, record.created))
      await run(writeScript, sessionKey(digest), writeSession(session), left)

      // Indexed afterwards: `endAll` may then only miss a session whose id has not been sent yet.
      const [last, present] = [record.expires, record.created].map((moment) => moment.getTime())
      const index = indexKey(user.pk)
      const count = await run(addToIndexScript, index, digest, String(last), String(present))
      if (others !== null && Number(count) > others + 1) await endBeyond(user.pk, others, digest)
      return { id, user, created: record.created, expires: record.expires }
    },

    async find(id) {
      if (!isSessionId(id)) return null
      const digest = digestOf(id)
      const session = readSession(await run(readScript, sessionKey(digest)))
      if (session === null) return null

      const user = hasEnded(session, now()) ? null : await users.find(session.username)
      if (user === null || !(await isCurrent(users, user, session))) {
        // Ended for good: it must not revive when an inactive user becomes active again.
        await end(digest)
        return null
      }
      if (isUseWorthWriting(session, now())) await writeUse(digest, session)
      return { id, user, created: session.created, expires: session.expires }
    },

    end: (id) => end(digestOf(id)),

    async count({ pk, username }) {
      const user = await users.find(username)
      const digests = user?.pk === pk ? await digestsOfUser(pk) : []
      const isLive = await Promise.all(
        digests.map(async (digest) => {
          const session = readSession(await run(readScript, sessionKey(digest)))
          if (user === null || session === null || hasEnded(session, now())) return false
          return isCurrent(users, user, session)
        }),
      )
      return isLive.filter(Boolean).length
    },

    async endAll({ pk }) {
      const digests = await digestsOfUser(pk)
      await Promise.all(digests.map((digest) => endOf(pk, digest)))
    },
  }
}

const sessionKey = (digest: string) => `session:${digest}`
const indexKey = (pk: User['pk']) => `sessions-of:${pk}`

/** How long Redis keeps the session without further use. */
function millisecondsLeft({ expires, idleSeconds, lastUsed }: UserSession, now: Date): number {
  const ends = [expires.getTime()]
  if (idleSeconds !== null) ends.push(lastUsed.getTime() + idleSeconds * 1000)
  return Math.max(1, Math.min(...ends) - now.getTime())
}
