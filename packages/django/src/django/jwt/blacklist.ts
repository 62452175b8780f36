import { dialectOf } from '../dialect.ts'
import type { DjangoDatabase } from '../django-database.ts'
import { storedMoment } from '../moments.ts'
import type { SignedToken } from './signed-token.ts'

/**
 * The refresh tokens that were issued and those that were blacklisted, in the tables of the app
 * `rest_framework_simplejwt.token_blacklist`.
 */
export interface Blacklist {
  has(jti: string): Promise<boolean>

  /** Records a new token. @param userPk null if the user is not known. */
  record(token: SignedToken, userPk: number | string | null): Promise<void>

  /**
   * Blacklists a token, whether it was recorded or not.
   *
   * @returns false when it was blacklisted already. Of several calls at once one returns true.
   */
  add(token: Pick<SignedToken, 'token' | 'id' | 'expires'>): Promise<boolean>

  /** Deletes the records of tokens that have expired. @returns how many. */
  deleteExpired(): Promise<number>
}

const outstanding = 'token_blacklist_outstandingtoken'
const blacklisted = 'token_blacklist_blacklistedtoken'

export function jwtBlacklist({ db, now }: DjangoDatabase): Blacklist {
  const isMysql = dialectOf(db) === 'mysql'
  const moment = (at: Date) => storedMoment(db, at)

  /** Inserts a row unless there is one with the same value in the unique column. */
  async function insertNew(table: string, unique: string, row: Record<string, unknown>) {
    const insert = db.insertInto(table).values(row)
    const { numInsertedOrUpdatedRows } = await (isMysql
      ? insert.ignore()
      : insert.onConflict((conflict) => conflict.column(unique).doNothing())
    ).executeTakeFirst()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  }

  return {
    async has(jti) {
      const row = await db
        .selectFrom(`${blacklisted} as blacklisted`)
        .innerJoin(`${outstanding} as token`, 'token.id', 'blacklisted.token_id')
        .where('token.jti', '=', jti)
        .select('token.id')
        .executeTakeFirst()
      return row !== undefined
    },

    async record({ token, id, issued, expires }, userPk) {
      await insertNew(outstanding, 'jti', {
        user_id: userPk,
        jti: id,
        token,
        created_at: moment(issued),
        expires_at: moment(expires),
      })
    },

    async add({ token, id, expires }) {
      await insertNew(outstanding, 'jti', { jti: id, token, expires_at: moment(expires) })
      const { id: tokenId } = await db
        .selectFrom(outstanding)
        .where('jti', '=', id)
        .select('id')
        .executeTakeFirstOrThrow()
      return insertNew(blacklisted, 'token_id', {
        token_id: tokenId,
        blacklisted_at: moment(now()),
      })
    },

    async deleteExpired() {
      const at = moment(now())
      // Django does not let the database cascade.
      await db
        .deleteFrom(blacklisted)
        .where(
          'token_id',
          'in',
          db.selectFrom(outstanding).select('id').where('expires_at', '<=', at),
        )
        .execute()
      const { numDeletedRows } = await db
        .deleteFrom(outstanding)
        .where('expires_at', '<=', at)
        .where('id', 'not in', db.selectFrom(blacklisted).select('token_id'))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
