import type { Kysely } from 'kysely'
import type { AccountTables } from '../tables.ts'
import { passwordStamp, type SessionTable, type SessionTables } from './session-row.ts'

/**
 * Ends sessions of the user, but never this one, until only so many others are left.
 *
 * @param digest the session just started. Its time may not be the latest: clocks differ.
 */
export async function endBeyond(
  db: Kysely<SessionTables>,
  userId: number,
  most: number,
  digest: string,
): Promise<void> {
  const first = await db
    .selectFrom('turnpike_session')
    .select(['digest', 'last_used'])
    .where('user_id', '=', userId)
    .where('digest', '!=', digest)
    .orderBy('last_used', 'desc')
    .orderBy('digest', 'desc')
    .limit(1)
    .offset(most)
    .executeTakeFirst()
  if (first === undefined) return

  const lastUsed = new Date(first.last_used).toISOString()
  await db
    .deleteFrom('turnpike_session')
    .where('user_id', '=', userId)
    .where('digest', '!=', digest)
    .where(({ and, eb, or }) =>
      or([
        eb('last_used', '<', lastUsed),
        and([eb('last_used', '=', lastUsed), eb('digest', '<=', first.digest)]),
      ]),
    )
    .execute()
}

/** Ends all sessions of a user. */
export async function endSessions(db: Kysely<AccountTables>, userId: number): Promise<void> {
  await db
    .withTables<{ turnpike_session: SessionTable }>()
    .deleteFrom('turnpike_session')
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Keeps the sessions of a user whose unchanged password has been hashed again.
 *
 * @param before, after the hashes of the password.
 */
export async function keepSessions(
  db: Kysely<AccountTables>,
  userId: number,
  before: string | null,
  after: string,
): Promise<void> {
  await db
    .withTables<{ turnpike_session: SessionTable }>()
    .updateTable('turnpike_session')
    .set({ password_stamp: passwordStamp(after) })
    .where('user_id', '=', userId)
    .where('password_stamp', '=', passwordStamp(before))
    .execute()
}
