/** Bare `node:http` over prepared statements: what can be had at most. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  add,
  authenticate,
  me,
  newNote,
  notAllowed,
  notFound,
  numberedPage,
  type Query,
  Refusal,
  timeline,
  windowOf,
} from './notes.ts'

const pages = { '/notes/': numberedPage, '/window/': windowOf, '/timeline/': timeline }

const server = createServer((request, response) => {
  try {
    answer(request, response)
  } catch (error) {
    refuse(response, error)
  }
})

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { url = '/', method = '', headers } = request
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const page = pages[path as keyof typeof pages]
  if (page === undefined && path !== '/me/') {
    send(response, 404, notFound)
    return
  }
  const account = authenticate(headers.authorization)
  if (method === 'GET' && page === undefined) {
    send(response, 200, me(account))
  } else if (method === 'GET' && page !== undefined) {
    send(response, 200, page(`http://${headers.host}${path}`, queryOf(url, mark)))
  } else if (method === 'POST' && path === '/notes/') {
    readJson(request)
      .then((body) => send(response, 201, add(newNote(body))))
      .catch((error) => refuse(response, error))
  } else {
    response.setHeader('Allow', path === '/notes/' ? 'GET, HEAD, POST' : 'GET, HEAD')
    send(response, 405, notAllowed(method))
  }
}

const queryOf = (url: string, mark: number): Query =>
  mark < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(mark + 1)))

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new Refusal(400, { detail: 'JSON parse error' })
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (error instanceof Refusal) {
    if (error.status === 401) response.setHeader('WWW-Authenticate', 'Token')
    send(response, error.status, error.body)
  } else {
    console.error(error)
    send(response, 500, { error: 'Server Error (500)' })
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  })
  response.end(text)
}

server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
