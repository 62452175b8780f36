/** Sessions. The table has a digest of each id, so that nobody can sign in with a copy of it. */
import type { DatabaseSync } from 'node:sqlite'
import { type Account, type SessionStore, SignInOutdated, UserNotFound } from 'turnpike'
import {
  digestOf,
  hasEnded,
  isSessionId,
  isUseWorthWriting,
  newSession,
  type SessionRecord,
} from 'turnpike/kit'
import { allRows, atomically, firstRow, run, sql } from '../sql.ts'
import { type AccountRow, accountOf, accountRow } from './rows.ts'

export interface SqliteSessionsOptions {
  /** The current time. Default the clock. */
  now?: () => Date
}

export function sqliteSessions(
  database: DatabaseSync,
  { now = () => new Date() }: SqliteSessionsOptions = {},
): SessionStore<Account> {
  const end = (digest: string) => run(database, sql('delete from session where digest = ?', digest))

  return {
    async create(user, start) {
      const { id, digest, record, others } = newSession(now(), start)
      const { created, expires, idleSeconds } = record
      atomically(database, () => {
        run(database, sql('delete from session where expires <= ?', created.toISOString()))
        const insert = sql(
          `insert into session (digest, user_id, stamp, created, expires, idle_seconds, last_used)
           select ?, id, stamp, ?, ?, ?, ? from account
           where id = ? and is_active and stamp = coalesce(?, stamp)`,
          ...[digest, created.toISOString(), expires.toISOString(), idleSeconds],
          ...[created.toISOString(), user.pk, start?.passwordStamp ?? null],
        )
        if (run(database, insert) === 0) {
          throw accountRow(database, user.pk) === null
            ? new UserNotFound(user)
            : new SignInOutdated(user)
        }
        if (others !== null) endOthers(database, user, digest, others)
      })
      return { id, user, created, expires }
    },

    async find(id) {
      if (!isSessionId(id)) return null
      const digest = digestOf(id)
      const row = firstRow<SessionRow>(database, sql(`${select} where session.digest = ?`, digest))
      if (row === null) return null
      const record = recordOf(row)
      if (!isLive(row, now())) {
        // For good: it must not come back when an inactive user is active again.
        end(digest)
        return null
      }
      if (isUseWorthWriting(record, now())) {
        const use = 'update session set last_used = ? where digest = ?'
        run(database, sql(use, now().toISOString(), digest))
      }
      return { id, user: accountOf(row), created: record.created, expires: record.expires }
    },

    async end(id) {
      end(digestOf(id))
    },

    async endAll({ pk }) {
      run(database, sql('delete from session where user_id = ?', pk))
    },

    async count({ pk }) {
      const rows = allRows<SessionRow>(database, sql(`${select} where account.id = ?`, pk))
      return rows.filter((row) => isLive(row, now())).length
    },
  }
}

/** Ends the least recently used sessions of the user until so many are left besides this one. */
function endOthers(database: DatabaseSync, user: Account, digest: string, most: number): void {
  const kept = `select digest from session where user_id = ? and digest != ?
    order by last_used desc limit ?`
  run(
    database,
    sql(
      `delete from session where user_id = ? and digest != ? and digest not in (${kept})`,
      ...[user.pk, digest, user.pk, digest, most],
    ),
  )
}

interface SessionRow extends AccountRow {
  readonly started: string
  readonly started_with: number
  readonly expires: string
  readonly idle_seconds: number | null
  readonly last_used: string
}

const select = `select account.*, session.created as started, session.stamp as started_with,
    session.expires, session.idle_seconds, session.last_used
  from session join account on account.id = session.user_id`

/** Whether it has not expired, and its user is active and has the same password. */
const isLive = (row: SessionRow, moment: Date): boolean =>
  row.is_active === 1 && row.started_with === row.stamp && !hasEnded(recordOf(row), moment)

const recordOf = (row: SessionRow): SessionRecord => ({
  created: new Date(row.started),
  expires: new Date(row.expires),
  idleSeconds: row.idle_seconds,
  lastUsed: new Date(row.last_used),
})
