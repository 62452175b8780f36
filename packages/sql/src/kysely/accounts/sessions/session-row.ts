import type { Kysely } from 'kysely'
import { digestOf, hasEnded, type SessionRecord } from 'turnpike/kit'
import type { AccountTables, Moment, UserRow } from '../tables.ts'

/** The table of sessions, as a type for Kysely. */
export interface SessionTable {
  digest: string
  user_id: number
  /** The digest of the password hash that the user had when the session was created. */
  password_stamp: string
  created: Moment
  expires: Moment
  /** Seconds without a request after which it ends; null means never. */
  idle_seconds: number | null
  last_used: Moment
}

export interface SessionTables extends AccountTables {
  turnpike_session: SessionTable
}

/** Changes with the user's password, and so ends the user's sessions. */
export const passwordStamp = (hash: string | null): string => digestOf(hash ?? '')

/** A row of `turnpike_session` with the row of its user. */
export interface SessionRow extends UserRow {
  digest: string
  password_stamp: string
  session_created: Date | string
  expires: Date | string
  idle_seconds: number | null
  last_used: Date | string
}

export const selectSessions = (db: Kysely<SessionTables>) =>
  db
    .selectFrom('turnpike_session as session')
    .innerJoin('turnpike_user as user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select([
      'session.digest',
      'session.created as session_created',
      'session.password_stamp',
      'session.expires',
      'session.idle_seconds',
      'session.last_used',
    ])

/** Whether the session has not expired and its user's password has not changed. */
export const isLive = (row: SessionRow, now: Date): boolean =>
  Boolean(row.is_active) &&
  row.password_stamp === passwordStamp(row.password) &&
  !hasEnded(recordOf(row), now)

export const recordOf = (row: SessionRow): SessionRecord => ({
  created: new Date(row.session_created),
  expires: new Date(row.expires),
  idleSeconds: row.idle_seconds,
  lastUsed: new Date(row.last_used),
})
