import { ServiceUnavailable, type User } from 'turnpike'
import { beyond, type UserSession } from 'turnpike/kit'
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

/**
 * The sessions in Redis by the digest of their id, and for each user an index of the digests.
 * Methods throw `ServiceUnavailable` while Redis is down.
 */
export class StoredSessions {
  readonly #redis: Redis

  constructor(redis: Redis) {
    this.#redis = redis
  }

  /** Null if there is no such session. */
  async read(digest: string): Promise<UserSession | null> {
    return readSession(await this.#run(readScript, sessionKey(digest)))
  }

  /** @returns how many sessions the index of the user has then. */
  async add(digest: string, session: UserSession): Promise<number> {
    const { pk, created, expires } = session
    const left = String(millisecondsLeft(session, created))
    await this.#run(writeScript, sessionKey(digest), writeSession(session), left)

    // Indexed afterwards: `endAll` may then only miss a session whose id has not been sent yet.
    const moments = [expires, created].map((moment) => String(moment.getTime()))
    return Number(await this.#run(addToIndexScript, indexKey(pk), digest, ...moments))
  }

  /** Records that the session was used now, unless Redis is down. */
  async writeUse(digest: string, session: UserSession, now: Date): Promise<void> {
    const used = { ...session, lastUsed: now }
    const args = [writeSession(used), String(millisecondsLeft(used, now))]
    await this.#redis.run(rewriteScript, sessionKey(digest), args).catch((error: unknown) => {
      // At worst the session ends early. A request that only reads must not fail for that.
      if (!(error instanceof RedisUnavailable)) throw error
    })
  }

  /** Those of sessions that expired without a request may be among them. */
  async digestsOf(pk: User['pk']): Promise<string[]> {
    return (await this.#run(readIndexScript, indexKey(pk))) as string[]
  }

  async end(digest: string): Promise<void> {
    const session = readSession(await this.#run(removeScript, sessionKey(digest)))
    if (session !== null) await this.#run(dropFromIndexScript, indexKey(session.pk), digest)
  }

  async endOf(pk: User['pk'], digest: string): Promise<void> {
    await this.#run(removeScript, sessionKey(digest))
    await this.#run(dropFromIndexScript, indexKey(pk), digest)
  }

  /** Ends sessions of the user, except the one just started, until only so many others are left. */
  async endBeyond(pk: User['pk'], most: number, started: string): Promise<void> {
    const others = (await this.digestsOf(pk)).filter((digest) => digest !== started)
    const kept = await Promise.all(
      others.map(async (digest) => {
        const session = await this.read(digest)
        // The index may still contain one that expired without a request.
        return { digest, lastUsed: session?.lastUsed ?? new Date(0) }
      }),
    )
    await Promise.all(beyond(kept, most).map(({ digest }) => this.endOf(pk, digest)))
  }

  async #run(script: string, key: string, ...args: string[]): Promise<unknown> {
    try {
      return await this.#redis.run(script, key, args)
    } catch (error) {
      // Without the cause, which would be logged for each request: the connection logged it once.
      if (error instanceof RedisUnavailable) throw new ServiceUnavailable()
      throw error
    }
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
