import { type BenchRequest, send } from './send.ts'
import type { Running } from './server.ts'

/** One kind of request. */
export interface Work {
  readonly name: string
  readonly description: string
  /** The status of every answer. */
  readonly status: number
  /** Whether it tells how cost grows with depth: these are measured with further numbers of notes, too. */
  readonly isOfDepth?: boolean
  /** Whether a quick run leaves it out, and one with further numbers of notes leaves depth to those. */
  readonly isExtra?: boolean
  /** Connections that are kept busy. Default 16. */
  readonly connections?: number
  /** One request; `random(n)` gives a whole number from 0 to n - 1. */
  request(random: Random, rows: number, cursor: string): Omit<BenchRequest, 'key'>
  /** Whether the request carries no token. Default false. */
  readonly isAnonymous?: boolean
  /** Whether it begins at the cursor half way through the list. Default false. */
  readonly needsCursor?: boolean
}

type Random = (below: number) => number

const pageSize = 50

const get = (path: string) => ({ method: 'GET', path })

/** Windows around a share of the list. */
const windowAt = (name: string, share: number, description: string): Work => ({
  name,
  description,
  status: 200,
  isOfDepth: true,
  isExtra: share > 0,
  request: (random, rows) => {
    const offset = Math.min(Math.floor(rows * share) + random(500), rows - pageSize)
    return get(`/window/?limit=${pageSize}&offset=${offset}`)
  },
})

const post = (body: unknown) => ({ method: 'POST', path: '/notes/', body: JSON.stringify(body) })

/** In the order in which they are done. POST comes last: it makes the list longer. */
export const works: readonly Work[] = [
  {
    name: 'me',
    description: 'who a token belongs to',
    status: 200,
    request: () => get('/me/'),
  },
  {
    name: 'me-1',
    description: 'the same on one connection: the time of one request',
    status: 200,
    isExtra: true,
    connections: 1,
    request: () => get('/me/'),
  },
  {
    name: 'page',
    description: 'a random page of 50, with the exact count',
    status: 200,
    request: (random, rows) => get(`/notes/?page=${1 + random(Math.ceil(rows / pageSize))}`),
  },
  {
    name: 'page-near',
    description: 'one of the first 10 pages',
    status: 200,
    request: (random) => get(`/notes/?page=${1 + random(10)}`),
  },
  windowAt('limit-shallow', 0, 'limit and offset, up to offset 500'),
  windowAt('limit-1', 0.01, 'the same 1 % into the list'),
  windowAt('limit-10', 0.1, 'the same 10 % into the list'),
  windowAt('limit-50', 0.5, 'the same half way'),
  {
    name: 'limit-deep',
    description: 'the same anywhere in the last tenth',
    status: 200,
    request: (random, rows) => {
      const offset = Math.floor(rows * 0.9) + random(Math.floor(rows * 0.1) - pageSize)
      return get(`/window/?limit=${pageSize}&offset=${offset}`)
    },
  },
  windowAt('limit-end', 0.999, 'the same at 99.9 %'),
  {
    name: 'cursor-first',
    description: 'the first page by cursor',
    status: 200,
    isOfDepth: true,
    request: () => get('/timeline/'),
  },
  {
    name: 'cursor-deep',
    description: 'the page by cursor half way through',
    status: 200,
    isOfDepth: true,
    needsCursor: true,
    request: (_random, _rows, cursor) => get(`/timeline/?cursor=${cursor}`),
  },
  {
    name: '401',
    description: 'no token',
    status: 401,
    isAnonymous: true,
    request: () => get('/me/'),
  },
  {
    name: '404',
    description: 'a URL that leads nowhere',
    status: 404,
    request: () => get('/nowhere/'),
  },
  {
    name: '405',
    description: 'a method that the URL does not have',
    status: 405,
    request: () => ({ method: 'PUT', path: '/me/' }),
  },
  {
    name: 'post-invalid',
    description: 'two fields at fault',
    status: 400,
    request: () => post({ priority: 'soon' }),
  },
  {
    name: 'post',
    description: 'a note, committed to the disk',
    status: 201,
    request: (random) => post({ title: `Paid toll ${random(1000)}`, priority: random(10) }),
  },
]

const requestCount = 2000

/** The requests of a work to one server: for all of them the same, but for tokens and cursors. */
export async function requestsOf(
  { request, isAnonymous, needsCursor }: Work,
  server: Running,
  rows: number,
): Promise<BenchRequest[]> {
  const random = randomNumbers(20_251_121)
  const cursor = needsCursor ? await cursorOf(server, rows) : ''
  return Array.from({ length: requestCount }, () => ({
    ...request(random, rows, cursor),
    ...(!isAnonymous && { key: server.keys[random(server.keys.length)] as string }),
  }))
}

const cursors = new WeakMap<Running, Promise<string>>()

function cursorOf(server: Running, rows: number): Promise<string> {
  const known = cursors.get(server) ?? walkTo(server, Math.floor(rows / 2))
  cursors.set(server, known)
  return known
}

/** Follows the links of the server to this many notes behind the first. */
async function walkTo({ entry, port, keys: [key = ''] }: Running, place: number): Promise<string> {
  const step = Math.min(place, 10_000)
  let path = `/timeline/?page_size=${step}`
  let cursor = ''
  for (let passed = 0; passed + step <= place; passed += step) {
    const { status, text } = await send(port, { method: 'GET', path, key })
    const { next } = JSON.parse(text)
    if (status !== 200 || next === null) throw new Error(`${entry.name}: ${status} for ${path}`)
    const { pathname, search, searchParams } = new URL(next)
    path = pathname + search
    cursor = encodeURIComponent(searchParams.get('cursor') ?? '')
  }
  return cursor
}

/** The same numbers in every run (mulberry32). */
function randomNumbers(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
