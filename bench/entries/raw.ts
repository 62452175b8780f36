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
  type Note,
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
const columns = 'select id, title, priority, created from note'
const slice = sqlite.prepare<[number, number], Note>(`${columns} order by id limit +? offset +?`)
const first = sqlite.prepare<[number], Note>(`${columns} order by created, id limit +?`)
const after = sqlite.prepare<[string, number, number], Note>(
  `${columns} where (created, id) > (+?, +?) order by created, id limit +?`,
)
const before = sqlite.prepare<[string, number, number], Note>(
  `${columns} where (created, id) < (+?, +?) order by created desc, id desc limit +?`,
)
const insert = sqlite.prepare<[string, number, string]>(
  'insert into note (title, priority, created) values (?, ?, ?)',
)

const server = createServer((request, response) => {
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
    if (path === '/me/') sendAccount(response, account)
    else if (path === '/timeline/') sendTimeline(request, response, url, mark)
    else sendSlice(request, response, path, url, mark)
  } else if (method === 'POST' && path === '/notes/') {
    readText(request, (text) => add(response, text))
  } else {
    sendConstant(response, notAllowed(method, path === '/notes/' ? 'GET, HEAD, POST' : 'GET, HEAD'))
  }
}

function sendAccount(
  response: ServerResponse,
  [username, email, , isStaff]: [string, string, number, number],
): void {
  send(
    response,
    200,
    `{"username":${JSON.stringify(username)},"email":${JSON.stringify(email)},"is_staff":${isStaff === 1}}`,
  )
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
  send(response, 200, found.body(JSON.stringify(slice.all(found.limit, found.offset))))
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
      ? first.all(size + 1)
      : (place.backward ? before : after).all(place.created, place.id, size + 1)
  const host = fieldOf(request, 'host') ?? ''
  send(response, 200, timelineBody(url, mark, host, place, size, found))
}

function add(response: ServerResponse, text: string): void {
  const note = newNote(text)
  if (isConstant(note)) {
    sendConstant(response, note)
    return
  }
  const { title, priority } = note
  const created = new Date().toISOString()
  const id = insert.run(title, priority, created).lastInsertRowid
  send(
    response,
    201,
    `{"id":${id},"title":${JSON.stringify(title)},"priority":${priority},"created":"${created}"}`,
  )
}

server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
