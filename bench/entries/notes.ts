/** What the entries by hand in a framework share: the statements, the pages, and nothing of a framework. */
import Sqlite from 'better-sqlite3'
import {
  type Note,
  numberedBody,
  pageNumber,
  pageSize,
  type Query,
  readPlace,
  readWindow,
  timelineBody,
  windowBody,
} from './pages.ts'
import { type Account, activeAccount, keyOf, type NewNote } from './rules.ts'

export { notAllowed, notFound, Refusal } from './answers.ts'
export type { Query } from './pages.ts'
export { type Account, me, type NewNote, newNote } from './rules.ts'

const sqlite = new Sqlite(process.env.DATABASE, { timeout: 5000 })
sqlite.pragma('journal_mode = wal')
sqlite.pragma('synchronous = full')
sqlite.pragma('foreign_keys = on')

// `+?` hides a value from SQLite's planner, which otherwise prepares the statement once more to look at each.
const byKey = sqlite.prepare<[string], Record<string, unknown>>(
  'select username, email, is_active, is_staff from token join account on account.id = token.user_id where token.key = +?',
)
const countAll = sqlite.prepare<[], number>('select count(*) from note').pluck()
const columns = 'select id, title, priority, created from note'
const slice = sqlite.prepare<[number, number], Note>(`${columns} order by id limit +? offset +?`)
const first = sqlite.prepare<[number], Note>(`${columns} order by created, id limit +?`)
const after = sqlite.prepare<[string, number, number], Note>(
  `${columns} where (created, id) > (+?, +?) order by created, id limit +?`,
)
const before = sqlite.prepare<[string, number, number], Note>(
  `${columns} where (created, id) < (+?, +?) order by created desc, id desc limit +?`,
)
const insert = sqlite.prepare<[string, number, string], Note>(
  'insert into note (title, priority, created) values (?, ?, ?) returning id, title, priority, created',
)

/** The account that `Authorization: Token …` names. */
export const authenticate = (authorization: string | undefined): Account =>
  activeAccount(byKey.get(keyOf(authorization)))

/** The page `?page=`, with links that begin with `url`. */
export function numberedPage(url: string, query: Query) {
  const count = countAll.get() as number
  const number = pageNumber(query, count)
  return numberedBody(url, number, count, slice.all(pageSize, (number - 1) * pageSize))
}

/** The window `?limit=&offset=`. */
export function windowOf(url: string, query: Query) {
  const count = countAll.get() as number
  const { limit, offset } = readWindow(query)
  return windowBody(url, { limit, offset }, count, slice.all(limit, offset))
}

/** The notes beyond `?cursor=`, by time. */
export function timeline(url: string, query: Query) {
  const place = readPlace(query)
  const { cursor, size } = place
  const found =
    cursor === null
      ? first.all(size + 1)
      : (cursor.backward ? before : after).all(cursor.created, cursor.id, size + 1)
  return timelineBody(url, query, place, found)
}

export const add = ({ title, priority }: NewNote): Note =>
  insert.get(title, priority, new Date().toISOString()) as Note
