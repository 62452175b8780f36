import type { Kysely } from 'kysely'
import type { Account, ItemSet } from 'turnpike'
import { type SessionFilter, type StoredSession, shownTimes } from 'turnpike/kit'
import { kyselyItems } from '../../items/items.ts'
import { mapItems } from '../../items/map-items.ts'
import { containsText } from '../text-search.ts'
import {
  isLive,
  recordOf,
  type SessionRow,
  type SessionTables,
  selectSessions,
} from './session-row.ts'

/** The stored sessions that match the filter, oldest first. */
export function searchSessions(
  db: Kysely<SessionTables>,
  now: () => Date,
  { user, text = '' }: SessionFilter<Account>,
): ItemSet<StoredSession> {
  let sessions = selectSessions(db)
  if (user !== undefined) sessions = sessions.where('session.user_id', '=', user.pk)
  if (text !== '') sessions = sessions.where(containsText(db, ['user.username'], text))

  // A subquery, so that it can be ordered by the fields of a session.
  const rows = db
    .selectFrom(sessions.as('row'))
    .select(['row.digest', 'row.session_created', 'row.session_created as created'])
    .select(['row.expires', 'row.idle_seconds', 'row.last_used', 'row.password_stamp'])
    .select(['row.id', 'row.username', 'row.is_active', 'row.password'])
  return mapItems(
    kyselyItems(db, db.selectFrom(rows.as('session')).selectAll(), { key: 'digest' }).orderBy([
      'created',
    ]),
    (row) => storedSessionOf(row as SessionRow, now()),
  )
}

/** The session as a directory shows it. */
export const storedSessionOf = (row: SessionRow, now: Date): StoredSession => ({
  digest: row.digest,
  user: { pk: row.id, username: row.username },
  ...shownTimes(recordOf(row)),
  isLive: isLive(row, now),
})
