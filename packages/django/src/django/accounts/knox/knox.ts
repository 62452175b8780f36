import type { TokenStore } from 'turnpike'
import type { DjangoDatabase } from '../../django-database.ts'
import type { DjangoUser } from '../users/rows.ts'
import type { UserTable } from '../users/table.ts'
import { findToken } from './finding.ts'
import { issueToken, type KnoxToken } from './issuing.ts'
import { digestsOf } from './keys.ts'
import { type DjangoKnoxOptions, knoxSettings } from './options.ts'
import { countTokens, type KnoxParts } from './parts.ts'

/**
 * Tokens of django-rest-knox: any number for a user, stored as digests, with an end. For
 * `tokenAuthentication({ tokens: django.knox })`.
 */
export interface DjangoKnox extends Pick<TokenStore<DjangoUser>, 'find'> {
  /**
   * A new token.
   *
   * @param ttlSeconds until it ends; null means never. Default that of the options.
   * @throws KnoxLimitReached when the user has `limitPerUser` tokens already.
   * @throws SignInOutdated when the user is inactive.
   * @throws UserNotFound when the user no longer exists.
   */
  issue(user: DjangoUser, ttlSeconds?: number | null): Promise<KnoxToken>

  /** Revokes this token. @returns whether there was one. */
  revoke(key: string): Promise<boolean>

  /** Revokes all tokens of the user. @returns how many there were, expired ones included. */
  revokeAll(user: DjangoUser): Promise<number>

  /** How many tokens of the user have not expired. */
  count(user: DjangoUser): Promise<number>
}

export function djangoKnox(
  { db, now }: DjangoDatabase,
  users: UserTable,
  options: DjangoKnoxOptions = {},
): DjangoKnox {
  const settings = knoxSettings(options)
  const { table, ttlSeconds } = settings
  const parts: KnoxParts = { db, users, settings, now }

  return {
    find: (key) => findToken(parts, key),

    issue: (user, ttl = ttlSeconds) => issueToken(parts, user, ttl),

    async revoke(key) {
      const digests = digestsOf(key)
      if (digests.length === 0) return false
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('digest', 'in', digests)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async revokeAll({ pk }) {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('user_id', '=', pk)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    count: ({ pk }) => countTokens(db, parts, pk),
  }
}
