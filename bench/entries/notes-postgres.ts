/** The statements of the entries by hand on PostgreSQL: named, so that the server prepares each once a connection. */
import { Pool } from 'pg'
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

const pool = new Pool({ connectionString: process.env.DATABASE, max: 10 })

const columns = 'select id, title, priority, created from note'
const statements = {
  byKey:
    'select username, email, is_active, is_staff from token join account on account.id = token.user_id where token.key = $1',
  countAll: 'select count(*)::int as count from note',
  slice: `${columns} order by id limit $1 offset $2`,
  first: `${columns} order by created, id limit $1`,
  after: `${columns} where (created, id) > ($1, $2) order by created, id limit $3`,
  before: `${columns} where (created, id) < ($1, $2) order by created desc, id desc limit $3`,
  insert:
    'insert into note (title, priority, created) values ($1, $2, $3) returning id, title, priority, created',
}

async function rowsOf<Row extends object>(
  name: keyof typeof statements,
  ...values: unknown[]
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name, text: statements[name], values })
  return rows
}

const countAll = async () => (await rowsOf<{ count: number }>('countAll'))[0]?.count ?? 0

/** The account that `Authorization: Token …` names. */
export async function authenticate(authorization: string | undefined): Promise<Account> {
  const [row] = await rowsOf<Record<string, unknown>>('byKey', keyOf(authorization))
  return activeAccount(row)
}

/** The page `?page=`, with links that begin with `url`. */
export async function numberedPage(url: string, query: Query) {
  const count = await countAll()
  const number = pageNumber(query, count)
  const notes = await rowsOf<Note>('slice', pageSize, (number - 1) * pageSize)
  return numberedBody(url, number, count, notes)
}

/** The window `?limit=&offset=`. */
export async function windowOf(url: string, query: Query) {
  const { limit, offset } = readWindow(query)
  const [count, notes] = await Promise.all([countAll(), rowsOf<Note>('slice', limit, offset)])
  return windowBody(url, { limit, offset }, count, notes)
}

/** The notes beyond `?cursor=`, by time. */
export async function timeline(url: string, query: Query) {
  const place = readPlace(query)
  const { cursor, size } = place
  const found =
    cursor === null
      ? await rowsOf<Note>('first', size + 1)
      : await rowsOf<Note>(
          cursor.backward ? 'before' : 'after',
          cursor.created,
          cursor.id,
          size + 1,
        )
  return timelineBody(url, query, place, found)
}

export async function add({ title, priority }: NewNote): Promise<Note> {
  const [note] = await rowsOf<Note>('insert', title, priority, new Date().toISOString())
  return note as Note
}
