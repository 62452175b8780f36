import { type Kysely, sql } from 'kysely'
import { type Account, SignInOutdated } from 'turnpike'
import type { NewRefreshFamily, RefreshFamily, RefreshTokenStore } from 'turnpike/kit'
import { type AnyDatabase, lookup, requireSupported } from '../../database.ts'
import { joining } from '../../transactions/joining.ts'
import { passwordStamp } from '../sessions/session-row.ts'
import { insertWhile, readSignIn } from '../signed-in.ts'
import { accountOf, type UserRow } from '../tables.ts'
import type { RefreshTables } from './tables.ts'
import { endFamilies } from './user-families.ts'

/**
 * Refresh tokens of the users of `kyselyAccounts`, in the table `turnpike_refresh_family`, which
 * `migrate(db)` creates. Expired ones are deleted whenever a user signs in.
 */
export function kyselyRefreshTokens(db: AnyDatabase): RefreshTokenStore<Account> {
  requireSupported(db)
  const plain = joining(db.withoutPlugins())
  const tables: Kysely<RefreshTables> = plain
  const byId = lookup(tables, selectFamilies(tables).where('family.id', '=', ''))

  async function end(id: string): Promise<boolean> {
    const { numDeletedRows } = await tables
      .deleteFrom('turnpike_refresh_family')
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  return {
    async start(user, family, most) {
      const signIn = await readSignIn(plain, user, family.passwordStamp)
      await tables
        .deleteFrom('turnpike_refresh_family')
        .where('expires', '<=', family.issued.toISOString())
        .execute()
      const row = newRow(user, family, passwordStamp(signIn.password))
      const inserted = await insertWhile(
        tables,
        'turnpike_refresh_family',
        row,
        user.pk,
        signIn,
      ).executeTakeFirst()
      if (inserted.numInsertedOrUpdatedRows === 0n) throw new SignInOutdated(user)
      // Afterwards, because of several that start at once the last one finds all others.
      if (most !== null) await endBeyond(tables, user.pk, most - 1, family.id)
    },

    async find(id) {
      const row = await byId(id)
      if (row === null) return null
      if (isOfUser(row)) return familyOf(row)
      // Ended for good: it must not revive when an inactive user becomes active again.
      await end(id)
      return null
    },

    async replace(id, digest, next) {
      const { numUpdatedRows } = await tables
        .updateTable('turnpike_refresh_family')
        .set({
          previous: digest,
          digest: next.digest,
          salt: next.salt,
          issued: next.issued.toISOString(),
          expires: next.expires.toISOString(),
        })
        .where('id', '=', id)
        .where('digest', '=', digest)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    end,

    endAll: ({ pk }) => endFamilies(plain, pk),

    async count({ pk }, now) {
      const rows = await selectFamilies(tables)
        .where('user.id', '=', pk)
        .where('family.expires', '>', now.toISOString())
        .execute()
      return rows.filter(isOfUser).length
    },
  }
}

/** A row of `turnpike_refresh_family` with the row of its user. */
interface FamilyRow extends UserRow {
  family_id: string
  password_stamp: string
  scopes: string | null
  family_created: Date | string
  ends: Date | string
  digest: string
  previous: string | null
  salt: string
  issued: Date | string
  expires: Date | string
}

const selectFamilies = (db: Kysely<RefreshTables>) =>
  db
    .selectFrom('turnpike_refresh_family as family')
    .innerJoin('turnpike_user as user', 'user.id', 'family.user_id')
    .selectAll('user')
    .select([
      'family.id as family_id',
      'family.password_stamp',
      'family.scopes',
      'family.created as family_created',
      'family.ends',
      'family.digest',
      'family.previous',
      'family.salt',
      'family.issued',
      'family.expires',
    ])

/** Whether the user is active and their password has not changed. */
const isOfUser = (row: FamilyRow): boolean =>
  Boolean(row.is_active) && row.password_stamp === passwordStamp(row.password)

const familyOf = (row: FamilyRow): RefreshFamily<Account> => ({
  id: row.family_id,
  user: accountOf(row),
  scopes: row.scopes === null ? null : row.scopes.split(' ').filter((scope) => scope !== ''),
  created: new Date(row.family_created),
  ends: new Date(row.ends),
  digest: row.digest,
  previous: row.previous,
  salt: row.salt,
  issued: new Date(row.issued),
  expires: new Date(row.expires),
})

const newRow = (user: Account, family: NewRefreshFamily, stamp: string) => ({
  id: family.id,
  user_id: user.pk,
  password_stamp: stamp,
  scopes: family.scopes?.join(' ') ?? null,
  created: family.issued.toISOString(),
  ends: family.ends.toISOString(),
  digest: family.digest,
  previous: null,
  salt: family.salt,
  issued: family.issued.toISOString(),
  expires: family.expires.toISOString(),
})

/** Ends families of the user, but never this one, until only so many others are left. */
async function endBeyond(
  db: Kysely<RefreshTables>,
  userId: number,
  most: number,
  id: string,
): Promise<void> {
  const others = db
    .selectFrom('turnpike_refresh_family')
    .select(['id', sql<number>`row_number() over (order by issued desc, id desc)`.as('place')])
    .where('user_id', '=', userId)
    .where('id', '!=', id)
  await db
    .deleteFrom('turnpike_refresh_family')
    .where('id', 'in', (eb) =>
      eb.selectFrom(others.as('other')).select('other.id').where('other.place', '>', most),
    )
    .execute()
}
