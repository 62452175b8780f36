import { inTransaction } from '@turnpike/sql/internal/kysely/transactions/in-transaction'
import { SignInOutdated, UserNotFound } from 'turnpike'
import { later } from 'turnpike/kit'
import { storedMoment } from '../../moments.ts'
import { lockUser } from '../users/lookup.ts'
import type { DjangoUser } from '../users/rows.ts'
import { newKey } from './keys.ts'
import { countTokens, type KnoxParts } from './parts.ts'

/** A new token of knox. */
export interface KnoxToken {
  /** Sent after `Token`. It is shown once: the table has its digest. */
  readonly key: string
  /** When it ends; null means never. */
  readonly expiry: Date | null
}

/** The user has as many tokens as knox allows. */
export class KnoxLimitReached extends Error {
  override readonly name = 'KnoxLimitReached'

  constructor(limit: number) {
    super(`The user has ${limit} tokens already, which is limitPerUser: revoke one first.`)
  }
}

/** @param ttlSeconds with null, the token has no end. */
export function issueToken(
  parts: KnoxParts,
  user: DjangoUser,
  ttlSeconds: number | null,
): Promise<KnoxToken> {
  const { users, settings, now } = parts
  const { table, limitPerUser } = settings
  return inTransaction(parts.db, async (own) => {
    // Locked, so that two sign-ins at once do not exceed the limit.
    const row = await lockUser(own, users, user)
    if (row === null) throw new UserNotFound(user)
    if (users.isActive !== null && !row[users.isActive]) throw new SignInOutdated(user)
    if (limitPerUser !== null && (await countTokens(own, parts, user.pk)) >= limitPerUser) {
      throw new KnoxLimitReached(limitPerUser)
    }
    const { key, digest, shown } = newKey(settings)
    const expiry = ttlSeconds === null ? null : later(now(), ttlSeconds)
    await own
      .insertInto(table)
      .values({
        digest,
        token_key: shown,
        user_id: user.pk,
        created: storedMoment(own, now()),
        expiry: expiry && storedMoment(own, expiry),
      })
      .execute()
    return { key, expiry }
  })
}
