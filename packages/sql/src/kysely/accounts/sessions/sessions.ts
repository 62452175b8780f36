import type { Kysely } from 'kysely'
import { type Account, type Session, type SessionDirectory, SignInOutdated } from 'turnpike'
import {
  digestOf,
  isSessionId,
  isUseWorthWriting,
  knownOptions,
  newSession,
  reportingSessions,
  type SessionStart,
} from 'turnpike/kit'
import { type AnyDatabase, lookup, requireSupported } from '../../database.ts'
import { databaseOutage } from '../../outages.ts'
import { joining } from '../../transactions/joining.ts'
import { insertWhile, readSignIn } from '../signed-in.ts'
import { accountOf, accountTables } from '../tables.ts'
import { searchSessions, storedSessionOf } from './search-sessions.ts'
import {
  isLive,
  passwordStamp,
  recordOf,
  type SessionTables,
  selectSessions,
} from './session-row.ts'
import { endBeyond, endSessions } from './user-sessions.ts'

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
  const tables: Kysely<SessionTables> = joining(db.withoutPlugins())
  const byDigest = lookup(tables, selectSessions(tables).where('session.digest', '=', ''))

  return reportingSessions({
    create: (user, start) => createSession(tables, user, now(), start),

    async find(id) {
      if (!isSessionId(id)) return null
      const digest = digestOf(id)
      const row = await byDigest(digest)
      if (row === null) return null
      const record = recordOf(row)
      if (!isLive(row, now())) {
        // Ended for good: it must not revive when an inactive user becomes active again.
        await endSession(tables, digest)
        return null
      }
      if (isUseWorthWriting(record, now())) await writeUse(tables, digest, now())
      return { id, user: accountOf(row), created: record.created, expires: record.expires }
    },

    async end(id) {
      await endSession(tables, digestOf(id))
    },

    endAll: ({ pk }) => endSessions(accountTables(tables), pk),

    async count({ pk }) {
      const rows = await selectSessions(tables).where('user.id', '=', pk).execute()
      return rows.filter((row) => isLive(row, now())).length
    },

    search: (filter = {}) => searchSessions(tables, now, filter),

    async findByDigest(digest) {
      const row = isDigest(digest) ? await byDigest(digest) : null
      return row && storedSessionOf(row, now())
    },

    endByDigest: async (digest) => isDigest(digest) && (await endSession(tables, digest)),
  })
}

/** Nothing else is looked up: PostgreSQL fails when it is asked for a NUL character. */
const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/**
 * Inserts a session, and ends what it replaces: expired ones of all users, and those of this user
 * beyond the number that the start allows.
 *
 * @throws SignInOutdated when the user's password has changed, or the user is inactive.
 */
async function createSession(
  db: Kysely<SessionTables>,
  user: Account,
  now: Date,
  start?: SessionStart,
): Promise<Session<Account>> {
  const { id, digest, record, others } = newSession(now, start)
  const { created, expires, idleSeconds, lastUsed } = record
  const signIn = await readSignIn(accountTables(db), user, start?.passwordStamp)
  await db.deleteFrom('turnpike_session').where('expires', '<=', created.toISOString()).execute()
  const row = {
    digest,
    user_id: user.pk,
    password_stamp: passwordStamp(signIn.password),
    created: created.toISOString(),
    expires: expires.toISOString(),
    idle_seconds: idleSeconds,
    last_used: lastUsed.toISOString(),
  }
  const inserting = insertWhile(db, 'turnpike_session', row, user.pk, signIn)
  const { numInsertedOrUpdatedRows } = await inserting.executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new SignInOutdated(user)
  // Afterwards, because of several sessions that start at once the last one finds all others.
  if (others !== null) await endBeyond(db, user.pk, others, digest)
  return { id, user, created, expires }
}

/** Whether there was a session to end. */
async function endSession(db: Kysely<SessionTables>, digest: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('turnpike_session')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Written only if the row still exists: a session that ended meanwhile stays ended. */
async function writeUse(db: Kysely<SessionTables>, digest: string, moment: Date): Promise<void> {
  try {
    await db
      .updateTable('turnpike_session')
      .set({ last_used: moment.toISOString() })
      .where('digest', '=', digest)
      .execute()
  } catch (error) {
    // A full disk must not fail requests that only read. At worst the session ends early.
    if (databaseOutage(error) === null) throw error
  }
}
