/** What the hand-written entries share: the statements, the pages, and nothing of a framework. */
import Sqlite from 'better-sqlite3'

export interface Account {
  username: string
  email: string
  isActive: boolean
  isStaff: boolean
}

export interface Note {
  id: number
  title: string
  priority: number
  created: string
}

export interface NewNote {
  title: string
  priority: number
}

/** The body of a refusal with its status. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super('refused')
    this.status = status
    this.body = body
  }
}

export const notAuthenticated = { detail: 'Authentication credentials were not provided.' }
export const invalidToken = { detail: 'Invalid token.' }
export const notFound = { detail: 'Not found.' }
export const notAllowed = (method: string) => ({ detail: `Method '${method}' not allowed.` })

const pageSize = 50
const maxLimit = 1000
const maxPageSize = 10_000

const sqlite = new Sqlite(process.env.DATABASE, { timeout: 5000 })
sqlite.pragma('journal_mode = wal')
sqlite.pragma('synchronous = full')
sqlite.pragma('foreign_keys = on')

const byKey = sqlite.prepare<[string], Record<string, unknown>>(
  'select username, email, is_active, is_staff from token join account on account.id = token.user_id where token.key = ?',
)
const countAll = sqlite.prepare<[], number>('select count(*) from note').pluck()
const columns = 'select id, title, priority, created from note'
const slice = sqlite.prepare<[number, number], Note>(`${columns} order by id limit ? offset ?`)
const first = sqlite.prepare<[number], Note>(`${columns} order by created, id limit ?`)
const after = sqlite.prepare<[string, number, number], Note>(
  `${columns} where (created, id) > (?, ?) order by created, id limit ?`,
)
const before = sqlite.prepare<[string, number, number], Note>(
  `${columns} where (created, id) < (?, ?) order by created desc, id desc limit ?`,
)
const insert = sqlite.prepare<[string, number, string], Note>(
  'insert into note (title, priority, created) values (?, ?, ?) returning id, title, priority, created',
)

/** The account that `Authorization: Token …` names. */
export function authenticate(authorization: string | undefined): Account {
  const [scheme, key, ...rest] = authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'token') throw new Refusal(401, notAuthenticated)
  if (key === undefined || rest.length > 0) throw new Refusal(401, invalidToken)

  const row = byKey.get(key)
  if (!row?.is_active) throw new Refusal(401, invalidToken)
  return {
    username: row.username as string,
    email: row.email as string,
    isActive: true,
    isStaff: row.is_staff === 1,
  }
}

export const me = ({ username, email, isStaff }: Account) => ({
  username,
  email,
  is_staff: isStaff,
})

/** The page `?page=`, with links that begin with `url`. */
export function numberedPage(url: string, query: Query) {
  const count = countAll.get() as number
  const last = Math.max(1, Math.ceil(count / pageSize))
  const number = wholeNumber(query.page) ?? 1
  if (number < 1 || number > last) throw new Refusal(404, { detail: 'Invalid page.' })

  const link = (page: number) => (page === 1 ? url : `${url}?page=${page}`)
  return {
    count,
    next: number < last ? link(number + 1) : null,
    previous: number > 1 ? link(number - 1) : null,
    results: slice.all(pageSize, (number - 1) * pageSize),
  }
}

/** The window `?limit=&offset=`. */
export function windowOf(url: string, query: Query) {
  const count = countAll.get() as number
  const limit = Math.min(wholeNumber(query.limit) || pageSize, maxLimit)
  const offset = wholeNumber(query.offset) ?? 0

  const link = (start: number) =>
    start <= 0 ? `${url}?limit=${limit}` : `${url}?limit=${limit}&offset=${start}`
  return {
    count,
    next: offset + limit < count ? link(offset + limit) : null,
    previous: offset > 0 ? link(offset - limit) : null,
    results: slice.all(limit, offset),
  }
}

/** The notes beyond `?cursor=`, by time. */
export function timeline(url: string, query: Query) {
  const size = Math.min(wholeNumber(query.page_size) || pageSize, maxPageSize)
  const cursor = query.cursor ? readCursor(query.cursor) : null
  const found =
    cursor === null
      ? first.all(size + 1)
      : (cursor.backward ? before : after).all(cursor.created, cursor.id, size + 1)
  const results = found.slice(0, size)
  const goesOn = found.length > size
  const backward = cursor?.backward ?? false
  if (backward) results.reverse()

  const hasNext = backward || goesOn
  const hasPrevious = backward ? goesOn : cursor !== null
  const link = (note: Note | undefined, isBack: boolean) =>
    note ? linkTo(url, query, writeCursor(note, isBack)) : null
  return {
    next: hasNext ? link(results.at(-1), false) : null,
    previous: hasPrevious ? link(results[0], true) : null,
    results,
  }
}

export const add = ({ title, priority }: NewNote): Note =>
  insert.get(title, priority, new Date().toISOString()) as Note

/** What is valid of a body, or a refusal that names every fault. */
export function newNote(body: unknown): NewNote {
  const { title, priority } = (body ?? {}) as Record<string, unknown>
  const faults: Record<string, string[]> = {}
  const text = typeof title === 'string' ? title.trim() : title
  if (title === undefined) faults.title = ['This field is required.']
  else if (typeof text !== 'string') faults.title = ['Not a valid string.']
  else if (text === '') faults.title = ['This field may not be blank.']
  else if (text.length > 100) {
    faults.title = ['Ensure this field has no more than 100 characters.']
  }
  if (priority === undefined) faults.priority = ['This field is required.']
  else if (!Number.isSafeInteger(priority)) faults.priority = ['A valid integer is required.']

  if (Object.keys(faults).length > 0) throw new Refusal(400, faults)
  return { title: text as string, priority: priority as number }
}

/** Query parameters by name. */
export interface Query {
  [name: string]: string | undefined
}

const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null

interface Cursor {
  created: string
  id: number
  backward: boolean
}

function readCursor(text: string): Cursor {
  try {
    const [created, id, backward] = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (typeof created !== 'string' || !Number.isSafeInteger(id)) throw new TypeError(text)
    return { created, id, backward: backward === 1 }
  } catch {
    throw new Refusal(404, { detail: 'Invalid cursor' })
  }
}

const writeCursor = ({ created, id }: Note, isBack: boolean) =>
  Buffer.from(JSON.stringify([created, id, isBack ? 1 : 0])).toString('base64url')

const linkTo = (url: string, { page_size }: Query, cursor: string) =>
  page_size === undefined
    ? `${url}?cursor=${cursor}`
    : `${url}?cursor=${cursor}&page_size=${page_size}`
