import type { Kysely } from 'kysely'
import { type Account, type SessionDirectory, SignInOutdated } from 'turnpike'
import { digestOf, isSessionId, isUseWorthWriting, knownOptions, newSession } from 'turnpike/kit'
import { type AnyDatabase, lookup, requireSupported } from '../../database.ts'
import { joining } from '../../transactions/joining.ts'
import { insertWhile, readSignIn } from '../signed-in.ts'
import { type AccountTables, accountOf } from '../tables.ts'
import { searchSessions, storedSessionOf } from './search-sessions.ts'
import {
  isLive,
  passwordStamp,
  recordOf,
  type SessionTable,
  type SessionTables,
  selectSessions,
} from './session-row.ts'

export interface KyselySessionsOptions {
  /** The current time. Default the clock. */
  now?: () => Date
}

export const kyselySessionsOptions = knownOptions<KyselySessionsOptions>('kyselySessions()', {
  now: 'optional',
})

/**
 * Sessions of the users of `kyselyAccounts`, in the table `turnpike_session`, which `migrate(db)`
 * creates. Expired sessions are deleted whenever a session is created.
 */
export function kyselySessions(
  db: AnyDatabase,
  options: KyselySessionsOptions = {},
): SessionDirectory<Account> {
  kyselySessionsOptions.require(options)
  requireSupported(db)
  const { now = () => new Date() } = options
  const plain = joining(db.withoutPlugins())
  const tables: Kysely<SessionTables> = plain
  /** Whether there was a session to end. */
  const end = async (digest: string): Promise<boolean> => {
    const { numDeletedRows } = await tables
      .deleteFrom('turnpike_session')
      .where('digest', '=', digest)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const byDigest = lookup(tables, selectSessions(tables).where('session.digest', '=', ''))

  return {
    async create(user, start) {
      const { id, digest, record, others } = newSession(now(), start)
      const signIn = await readSignIn(plain, user, start?.passwordStamp)
      await tables
        .deleteFrom('turnpike_session')
        .where('expires', '<=', record.created.toISOString())
        .execute()
      const row = {
        digest,
        user_id: user.pk,
        password_stamp: passwordStamp(signIn.password),
        created: record.created.toISOString(),
        expires: record.expires.toISOString(),
        idle_seconds: record.idleSeconds,
        last_used: record.lastUsed.toISOString(),
      }
      const inserted = await insertWhile(
        tables,
        'turnpike_session',
        row,
        user.pk,
        signIn,
      ).executeTakeFirst()
      if (inserted.numInsertedOrUpdatedRows === 0n) throw new SignInOutdated(user)
      // Afterwards, because of several sessions that start at once the last one finds all others.
      if (others !== null) await endBeyond(tables, user.pk, others, digest)
      return { id, user, created: record.created, expires: record.expires }
    },

    async find(id) {
      if (!isSessionId(id)) return null
      const digest = digestOf(id)
      const row = await byDigest(digest)
      if (row === null) return null
      const record = recordOf(row)
      if (!isLive(row, now())) {
        // Ended for good: it must not revive when an inactive user becomes active again.
        await end(digest)
        return null
      }
      if (isUseWorthWriting(record, now())) await writeUse(tables, digest, now())
      return { id, user: accountOf(row), created: record.created, expires: record.expires }
    },

    async end(id) {
      await end(digestOf(id))
    },

    endAll: ({ pk }) => endSessions(plain, pk),

    async count({ pk }) {
      const rows = await selectSessions(tables).where('user.id', '=', pk).execute()
      return rows.filter((row) => isLive(row, now())).length
    },

    search: (filter = {}) => searchSessions(tables, now, filter),

    async findByDigest(digest) {
      const row = isDigest(digest) ? await byDigest(digest) : null
      return row && storedSessionOf(row, now())
    },

    endByDigest: async (digest) => isDigest(digest) && (await end(digest)),
  }
}

/** Nothing else is looked up: PostgreSQL fails when it is asked for a NUL character. */
const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/**
 * Ends sessions of the user, but never this one, until only so many others are left.
 *
 * @param digest the session just started. Its time may not be the latest: clocks differ.
 */
async function endBeyond(
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

/** Written only if the row still exists: a session that ended meanwhile stays ended. */
async function writeUse(db: Kysely<SessionTables>, digest: string, moment: Date): Promise<void> {
  try {
    await db
      .updateTable('turnpike_session')
      .set({ last_used: moment.toISOString() })
      .where('digest', '=', digest)
      .execute()
  } catch {
    // A full disk must not fail requests that only read. At worst the session ends early.
  }
}
