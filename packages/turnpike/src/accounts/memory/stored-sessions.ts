import { arrayItems } from '../../items/array.ts'
import type { ItemSet } from '../../items/item-set.ts'
import type { SessionFilter, StoredSession } from '../session-directory.ts'
import { shownTimes, type UserSession } from '../session-record.ts'

/** Whether the session has not ended and is still its user's. */
type IsLive<S extends UserSession> = (session: S) => Promise<boolean>

/** The session as a directory shows it. */
export const storedSession = async <S extends UserSession>(
  digest: string,
  session: S,
  isLive: IsLive<S>,
): Promise<StoredSession> => {
  const { pk, username } = session
  return { digest, user: { pk, username }, ...shownTimes(session), isLive: await isLive(session) }
}

/** The sessions in memory that match the filter, oldest first. */
export function storedSessions<S extends UserSession>(
  sessions: Iterable<[digest: string, session: S]>,
  isLive: IsLive<S>,
  { user, text = '' }: SessionFilter,
): ItemSet<StoredSession> {
  const part = text.toLowerCase()
  const found = [...sessions]
    .map(([digest, session]) => ({ digest, session, ...shownTimes(session) }))
    .filter(({ session: { pk, username } }) => {
      return (user === undefined || pk === user.pk) && username.toLowerCase().includes(part)
    })
  return shown(arrayItems(found, { key: 'digest' }).orderBy(['created']), ({ digest, session }) =>
    storedSession(digest, session, isLive),
  )
}

/** Only what is read is shown, because that looks for users. */
const shown = <Row, Item>(
  rows: ItemSet<Row>,
  show: (row: Row) => Promise<Item>,
): ItemSet<Item> => ({
  count: () => rows.count(),
  slice: async (offset, limit) => Promise.all((await rows.slice(offset, limit)).map(show)),
  orderBy: (ordering) => shown(rows.orderBy(ordering), show),
})
