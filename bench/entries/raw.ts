/** Bare `node:http` over prepared statements, as quick as they can be had: what a framework can reach at most. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Sqlite from 'better-sqlite3'
import {
  invalidToken,
  isConstant,
  newNote,
  notAllowed,
  notFound,
  readText,
  send,
  sendConstant,
  serverError,
} from './raw/answers.ts'
import {
  accountBody,
  type Found,
  noteBody,
  numberedPage,
  placeOf,
  timelineBody,
  timelineSize,
  windowOf,
} from './raw/pages.ts'
import { fieldOf, keyOf } from './raw/requests.ts'

const sqlite = new Sqlite(process.env.DATABASE, { timeout: 5000 })
sqlite.pragma('journal_mode = wal')
sqlite.pragma('synchronous = full')
sqlite.pragma('foreign_keys = on')

// `+?` hides a value from the planner, which otherwise prepares the statement once more each time to look at it.
const byKey = sqlite
  .prepare<[string], [string, string, number, number]>(
    'select username, email, is_active, is_staff from token join account on account.id = token.user_id where token.key = +?',
  )
  .raw()
const countAll = sqlite.prepare<[], number>('select count(*) from note').pluck()

// SQLite makes the JSON of a list: two values come over instead of four for each note.
const list = (notes: string) =>
  `select json_group_array(json_object('id', id, 'title', title, 'priority', priority, 'created', created)), count(*) from (${notes})`
const slice = sqlite
  .prepare<[number, number], Found>(list('select * from note order by id limit +? offset +?'))
  .raw()
const first = sqlite
  .prepare<[number], Found>(list('select * from note order by created, id limit +?'))
  .raw()
const after = sqlite
  .prepare<[string, number, number], Found>(
    list('select * from note where (created, id) > (+?, +?) order by created, id limit +?'),
  )
  .raw()
const nearest =
  'select * from note where (created, id) < (+?, +?) order by created desc, id desc limit +?'
const before = sqlite
  .prepare<[string, number, number], Found>(list(`select * from (${nearest}) order by created, id`))
  .raw()
const insert = sqlite.prepare<[string, number, string]>(
  'insert into note (title, priority, created) values (?, ?, ?)',
)

// A request without a body gets no stream for one.
const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
  try {
    answer(request, response)
  } catch (error) {
    console.error(error)
    sendConstant(response, serverError)
  }
})

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { url = '/', method = '' } = request
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (path !== '/me/' && path !== '/notes/' && path !== '/window/' && path !== '/timeline/') {
    sendConstant(response, notFound)
    return
  }
  const key = keyOf(request)
  if (typeof key !== 'string') {
    sendConstant(response, key)
    return
  }
  const account = byKey.get(key)
  if (!account?.[2]) {
    sendConstant(response, invalidToken)
    return
  }

  if (method === 'GET') {
    if (path === '/me/') send(response, 200, accountBody(account[0], account[1], account[3] === 1))
    else if (path === '/timeline/') sendTimeline(request, response, url, mark)
    else sendSlice(request, response, path, url, mark)
  } else if (method === 'POST' && path === '/notes/') {
    readText(request, (text) => add(response, text))
  } else {
    sendConstant(response, notAllowed(method, path === '/notes/' ? 'GET, HEAD, POST' : 'GET, HEAD'))
  }
}

function sendSlice(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  url: string,
  mark: number,
): void {
  const host = fieldOf(request, 'host') ?? ''
  const count = countAll.get() as number
  const page = path === '/notes/' ? numberedPage : windowOf
  const found = page(url, mark, host, count)
  if (isConstant(found)) {
    sendConstant(response, found)
    return
  }
  send(response, 200, found.body((slice.get(found.limit, found.offset) as Found)[0]))
}

function sendTimeline(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  mark: number,
): void {
  const place = placeOf(url, mark)
  if (place !== null && isConstant(place)) {
    sendConstant(response, place)
    return
  }
  const size = timelineSize(url, mark)
  const found =
    place === null
      ? first.get(size + 1)
      : (place.backward ? before : after).get(place.created, place.id, size + 1)
  const host = fieldOf(request, 'host') ?? ''
  send(response, 200, timelineBody(url, mark, host, place, size, found as Found))
}

function add(response: ServerResponse, text: string): void {
  const note = newNote(text)
  if (isConstant(note)) {
    sendConstant(response, note)
    return
  }
  const { title, priority } = note
  const created = new Date().toISOString()
  const id = insert.run(title, priority, created).lastInsertRowid as number
  send(response, 201, noteBody(id, title, priority, created))
}

server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
