import { createHash, randomBytes } from 'node:crypto'
import type { AnyRow } from '@turnpike/sql/internal/kysely/database'
import { inTransaction } from '@turnpike/sql/internal/kysely/transactions/in-transaction'
import { SignInOutdated, type Token, type TokenStore, UserNotFound } from 'turnpike'
import { knownOptions, orNull, text, textWhere, trueOrFalse, wholeNumber } from 'turnpike/kit'
import type { DjangoDatabase } from '../django-database.ts'
import { readMoment, selectMoment, storedMoment } from '../moments.ts'
import { type DjangoUser, isStorable, locked, selectUsers, userOf } from './user-rows.ts'
import type { UserTable } from './user-table.ts'

/** The settings of `REST_KNOX`, with the same defaults. */
export interface DjangoKnoxOptions {
  /** The table of `KNOX_TOKEN_MODEL`. Default `knox_authtoken`. */
  table?: string
  /**
   * The release of knox, 4 or 5: since 5 it hashes a token as text, before as bytes. Both are
   * accepted; new tokens are in the form of this one. 4 means 4.2, without the column `salt`.
   * Default 5.
   */
  version?: number
  /**
   * `TOKEN_TTL` in seconds; null: new tokens have no end. Default 36,000, which is ten hours.
   */
  ttlSeconds?: number | null
  /** `AUTO_REFRESH`: each use puts the end off, to `ttlSeconds` from then. Default false. */
  autoRefresh?: boolean
  /** `AUTO_REFRESH_MAX_TTL` in seconds: the end is never later than that after the creation. */
  maxTtlSeconds?: number | null
  /** `MIN_REFRESH_INTERVAL` in seconds: the end is not put off more often. Default 60. */
  refreshIntervalSeconds?: number
  /** `TOKEN_LIMIT_PER_USER`; null: any number. Default null. */
  limitPerUser?: number | null
  /** `TOKEN_PREFIX`, of knox 5: in front of new tokens. Default none. */
  prefix?: string
}

const seconds = wholeNumber({ least: 1, of: 'seconds' })

export const djangoKnoxOptions = knownOptions<DjangoKnoxOptions>('knox of djangoAccounts()', {
  table: text,
  version: wholeNumber({ least: 4, most: 5 }),
  ttlSeconds: orNull(seconds),
  autoRefresh: trueOrFalse,
  maxTtlSeconds: orNull(seconds),
  refreshIntervalSeconds: wholeNumber({ least: 0, of: 'seconds' }),
  limitPerUser: orNull(wholeNumber({ least: 1 })),
  prefix: textWhere('at most 10 letters, digits and _', (prefix) => /^\w{0,10}$/.test(prefix)),
})

/** A new token of knox. */
export interface KnoxToken {
  /** Sent after `Token`. It is shown once: the table has its digest. */
  readonly key: string
  /** When it ends; null: never. */
  readonly expiry: Date | null
}

/**
 * Tokens of django-rest-knox: any number for a user, stored as digests, with an end. For
 * `tokenAuthentication({ tokens: django.knox })`.
 */
export interface DjangoKnox extends Pick<TokenStore<DjangoUser>, 'find'> {
  /**
   * A new token.
   *
   * @param ttlSeconds until it ends; null: never. Default that of the options.
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

/** The user has as many tokens as knox allows. */
export class KnoxLimitReached extends Error {
  override readonly name = 'KnoxLimitReached'

  constructor(limit: number) {
    super(`The user has ${limit} tokens already, which is limitPerUser: revoke one first.`)
  }
}

/** The column has this many characters of a token, the prefix included: knox finds it by them. */
const shownCharacters = (version: number) => (version === 4 ? 8 : 15)

export function djangoKnox(
  { db, now }: DjangoDatabase,
  users: UserTable,
  options: DjangoKnoxOptions = {},
): DjangoKnox {
  djangoKnoxOptions.require(options)
  const {
    table = 'knox_authtoken',
    version = 5,
    ttlSeconds = 36_000,
    autoRefresh = false,
    maxTtlSeconds = null,
    refreshIntervalSeconds = 60,
    limitPerUser = null,
    prefix = '',
  } = options
  const later = (from: Date, by: number) => new Date(from.getTime() + by * 1000)

  const unexpired = (own = db) =>
    own
      .selectFrom(table)
      .where((eb) => eb.or([eb('expiry', 'is', null), eb('expiry', '>', storedMoment(own, now()))]))

  /** Puts the end off, at most to that of the whole life of the token. */
  async function refresh(digest: string, created: Date, expiry: Date | null): Promise<void> {
    if (!autoRefresh || expiry === null || ttlSeconds === null) return
    const latest = maxTtlSeconds === null ? null : later(created, maxTtlSeconds)
    const wanted = later(now(), ttlSeconds)
    const renewed = latest !== null && latest < wanted ? latest : wanted
    if (renewed.getTime() - expiry.getTime() <= refreshIntervalSeconds * 1000) return
    try {
      await db
        .updateTable(table)
        .set({ expiry: storedMoment(db, renewed) })
        .where('digest', '=', digest)
        .execute()
    } catch {
      // A full disk must not fail requests that only read. At worst the token ends early.
    }
  }

  return {
    async find(key): Promise<Token<DjangoUser> | null> {
      const digests = digestsOf(key)
      if (digests.length === 0) return null
      const row: AnyRow = await selectUsers(db, users)
        .innerJoin(table, `${table}.user_id`, `${users.table}.${users.pk}`)
        .select([
          `${table}.digest as turnpike_digest`,
          selectMoment(db, `${table}.created`).as('turnpike_token_created'),
          selectMoment(db, `${table}.expiry`).as('turnpike_expiry'),
        ])
        .where(`${table}.digest`, 'in', digests)
        .executeTakeFirst()
      if (row === undefined) return null

      const { turnpike_digest, turnpike_token_created, turnpike_expiry, ...own } = row
      const [created, expiry] = [readMoment(turnpike_token_created), readMoment(turnpike_expiry)]
      if (created === null || (turnpike_expiry !== null && !(expiry !== null && expiry > now()))) {
        return null
      }
      await refresh(turnpike_digest, created, expiry)
      return { key, user: userOf(own, users), created }
    },

    issue: (user, ttl = ttlSeconds) =>
      inTransaction(db, async (own) => {
        const rows = own.selectFrom(users.table).selectAll().where(users.pk, '=', user.pk)
        // Locked, so that two sign-ins at once do not exceed the limit.
        const row = await locked(own, rows).executeTakeFirst()
        if (row === undefined) throw new UserNotFound(user)
        if (users.isActive !== null && !row[users.isActive]) throw new SignInOutdated(user)
        if (limitPerUser !== null && (await countOf(own)) >= limitPerUser) {
          throw new KnoxLimitReached(limitPerUser)
        }
        const key = prefix + randomBytes(32).toString('hex')
        const expiry = ttl === null ? null : later(now(), ttl)
        const digest = version === 5 ? digestOfText(key) : digestOfBytes(key)
        await own
          .insertInto(table)
          .values({
            digest,
            token_key: key.slice(0, shownCharacters(version)),
            user_id: user.pk,
            created: storedMoment(own, now()),
            expiry: expiry && storedMoment(own, expiry),
          })
          .execute()
        return { key, expiry }

        async function countOf(within: typeof own): Promise<number> {
          const tokens = await unexpired(within)
            .where('user_id', '=', user.pk)
            .select('digest')
            .execute()
          return tokens.length
        }
      }),

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

    async count({ pk }) {
      const rows = await unexpired().where('user_id', '=', pk).select('digest').execute()
      return rows.length
    },
  }
}

/** Since knox 5. */
const digestOfText = (key: string) => createHash('sha512').update(key).digest('hex')

/** Of knox 4.2: of the bytes that the hexadecimal digits stand for. */
const digestOfBytes = (key: string) =>
  createHash('sha512').update(Buffer.from(key, 'hex')).digest('hex')

function digestsOf(key: string): string[] {
  if (key.length > 255 || key.length < 8 || !isStorable(key)) return []
  // Other spellings of the digits are not the token.
  const isHex = /^(?:[0-9a-f]{2})+$/.test(key)
  return [digestOfText(key), ...(isHex ? [digestOfBytes(key)] : [])]
}
