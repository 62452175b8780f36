/** Bare `node:http` over named statements of `pg`, as quick as they can be had. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool, type PoolClient } from 'pg'
import {
  type Constant,
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

const pool = new Pool({ connectionString: process.env.DATABASE, max: 10 })

const columns = 'select id, title, priority, created from note'
const statement = (name: string, text: string) => ({ name, text })
const byKey = statement(
  'byKey',
  'select username, email, is_active, is_staff from token join account on account.id = token.user_id where token.key = $1',
)
const countAll = statement('countAll', 'select count(*)::int as count from note')
const slice = statement('slice', `${columns} order by id limit $1 offset $2`)
const first = statement('first', `${columns} order by created, id limit $1`)
const after = statement(
  'after',
  `${columns} where (created, id) > ($1, $2) order by created, id limit $3`,
)
const nearest = `${columns} where (created, id) < ($1, $2) order by created desc, id desc limit $3`
const before = statement('before', `select * from (${nearest}) as nearest order by created, id`)
const insert = statement(
  'insert',
  'insert into note (title, priority, created) values ($1, $2, $3) returning id',
)

/** A request, its answer, and the connection that its statements share. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: string
  readonly mark: number
  readonly path: string
  client: PoolClient | undefined
}

// A request without a body gets no stream for one.
const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
  const { url = '/' } = request
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
  const exchange = { request, response, url, mark, path, client: undefined }
  connect(exchange, () => {
    query<Account>(exchange, byKey, [key], ([account]) => answer(exchange, account))
  })
})

interface Account {
  readonly username: string
  readonly email: string
  readonly is_active: number
  readonly is_staff: number
}

function answer(exchange: Exchange, account: Account | undefined): void {
  const { method = '' } = exchange.request
  const { path } = exchange
  if (!account?.is_active) {
    refuse(exchange, invalidToken)
  } else if (method === 'GET') {
    if (path === '/me/') finish(exchange, 200, bodyOf(account))
    else if (path === '/timeline/') sendTimeline(exchange)
    else sendSlice(exchange)
  } else if (method === 'POST' && path === '/notes/') {
    release(exchange)
    readText(exchange.request, (text) => add(exchange, text))
  } else {
    refuse(exchange, notAllowed(method, path === '/notes/' ? 'GET, HEAD, POST' : 'GET, HEAD'))
  }
}

function sendSlice(exchange: Exchange): void {
  const { url, mark, path } = exchange
  query<{ count: number }>(exchange, countAll, [], ([{ count } = { count: 0 }]) => {
    const page = path === '/notes/' ? numberedPage : windowOf
    const found = page(url, mark, hostOf(exchange), count)
    if (isConstant(found)) {
      refuse(exchange, found)
      return
    }
    query(exchange, slice, [found.limit, found.offset], (notes) =>
      finish(exchange, 200, found.body(JSON.stringify(notes))),
    )
  })
}

function sendTimeline(exchange: Exchange): void {
  const { url, mark } = exchange
  const place = placeOf(url, mark)
  if (place !== null && isConstant(place)) {
    refuse(exchange, place)
    return
  }
  const size = timelineSize(url, mark)
  const take = (notes: object[]) => {
    const found: Found = [JSON.stringify(notes), notes.length]
    finish(exchange, 200, timelineBody(url, mark, hostOf(exchange), place, size, found))
  }
  if (place === null) query(exchange, first, [size + 1], take)
  else {
    const { backward, created, id } = place
    query(exchange, backward ? before : after, [created, id, size + 1], take)
  }
}

function add(exchange: Exchange, text: string): void {
  const note = newNote(text)
  if (isConstant(note)) {
    sendConstant(exchange.response, note)
    return
  }
  const { title, priority } = note
  const created = new Date().toISOString()
  connect(exchange, () => {
    query<{ id: number }>(exchange, insert, [title, priority, created], ([{ id } = { id: 0 }]) =>
      finish(exchange, 201, noteBody(id, title, priority, created)),
    )
  })
}

const bodyOf = ({ username, email, is_staff }: Account) =>
  accountBody(username, email, is_staff === 1)

const hostOf = ({ request }: Exchange) => fieldOf(request, 'host') ?? ''

function connect(exchange: Exchange, go: () => void): void {
  pool.connect((error, client) => {
    if (error) {
      fail(exchange, error)
      return
    }
    exchange.client = client
    go()
  })
}

function query<Row extends object>(
  exchange: Exchange,
  { name, text }: { name: string; text: string },
  values: unknown[],
  take: (rows: Row[]) => void,
): void {
  exchange.client?.query<Row>({ name, text, values }, (error: Error | null, result) => {
    if (error) fail(exchange, error)
    else take(result.rows)
  })
}

function finish(exchange: Exchange, status: number, text: string): void {
  release(exchange)
  send(exchange.response, status, text)
}

function refuse(exchange: Exchange, answer: Constant): void {
  release(exchange)
  sendConstant(exchange.response, answer)
}

function fail(exchange: Exchange, error: Error): void {
  console.error(error)
  refuse(exchange, serverError)
}

function release(exchange: Exchange): void {
  exchange.client?.release()
  exchange.client = undefined
}

server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
