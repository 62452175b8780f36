import type { UserSession } from 'turnpike/kit'
import * as z from 'zod'

/** The text that Redis stores for a session, under the digest of its id. */
export const writeSession = (session: UserSession): string => JSON.stringify(session)

/** Null for an unknown format, such as a session written by another version. */
export function readSession(text: unknown): UserSession | null {
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
