import type { Kysely } from 'kysely'
import { passwordStamp } from '../sessions/session-row.ts'
import type { AccountTables } from '../tables.ts'
import type { RefreshFamilyTable } from './tables.ts'

/** Ends all families of refresh tokens of a user. */
export async function endFamilies(db: Kysely<AccountTables>, userId: number): Promise<void> {
  await families(db).deleteFrom('turnpike_refresh_family').where('user_id', '=', userId).execute()
}

/**
 * Keeps the families of a user whose unchanged password has been hashed again.
 *
 * @param before, after the hashes of the password.
 */
export async function keepFamilies(
  db: Kysely<AccountTables>,
  userId: number,
  before: string | null,
  after: string,
): Promise<void> {
  await families(db)
    .updateTable('turnpike_refresh_family')
    .set({ password_stamp: passwordStamp(after) })
    .where('user_id', '=', userId)
    .where('password_stamp', '=', passwordStamp(before))
    .execute()
}

const families = (db: Kysely<AccountTables>) =>
  db.withTables<{ turnpike_refresh_family: RefreshFamilyTable }>()
