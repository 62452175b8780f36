import { z } from 'zod'
import type { SessionRecord } from '../accounts/session-record.ts'
import type { User } from '../accounts/user.ts'

/** What Redis stores of a session, under the digest of its id. */
export interface RedisSession extends SessionRecord {
  readonly pk: User['pk']
  readonly username: string
  /** The stamp of the password with which the user signed in. */
  readonly passwordStamp: string
}

export const writeSession = (session: RedisSession): string => JSON.stringify(session)

/** Null for an unknown format, such as a session written by another version. */
export function readSession(text: unknown): RedisSession | null {
  if (typeof text !== 'string') return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const moment = z.iso.datetime().transform((text) => new Date(text))

const schema = z.object({
  pk: z.union([z.number(), z.string()]),
  username: z.string(),
  passwordStamp: z.string(),
  created: moment,
  expires: moment,
  idleSeconds: z.number().nullable(),
  lastUsed: moment,
})
