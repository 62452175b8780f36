import type { BenchRequest } from './send.ts'

/** One kind of request. */
export interface Work {
  readonly name: string
  readonly description: string
  /** The status of every answer. */
  readonly status: number
  /** Connections that are kept busy. Default 16. */
  readonly connections?: number
  /** Whether the requests carry no token. Default false. */
  readonly isAnonymous?: boolean
  /** Whether another process adds a note every 10 ms meanwhile. Default false. */
  readonly hasOutsideWrites?: boolean
  /** How many notes are passed by the first cursor that it needs. */
  cursorBehind?(rows: number): number
  request(given: Given): Omit<BenchRequest, 'key'>
}

/** What a request may be made of. */
export interface Given {
  /** Which request it is, from 0. */
  readonly index: number
  /** A whole number from 0 to `below` - 1. */
  random(below: number): number
  /** How many notes there are. */
  readonly rows: number
  /** Of pages that begin a note later each; none unless the work says behind which note. */
  readonly cursors: readonly string[]
}

const pageSize = 50

const get = (path: string) => ({ method: 'GET', path })

const newNote = (random: Given['random']) =>
  post({ title: `Paid toll ${random(1000)}`, priority: random(10) })

const post = (body: unknown) => ({ method: 'POST', path: '/notes/', body: JSON.stringify(body) })

interface OffsetWork {
  name: string
  description: string
  /** The notes before the page. */
  place(rows: number): number
  /** Pages begin within so many notes from the place. Default 4000: hardly a page comes twice. */
  spread?(rows: number): number
  /** Default `/window/`, which counts exactly. */
  path?: string
}

/** Pages by limit and offset. */
export const offsetWork = ({
  name,
  description,
  place,
  spread = () => 4000,
  path = '/window/',
}: OffsetWork): Work => ({
  name,
  description,
  status: 200,
  request({ index, rows }) {
    const offset = Math.min(place(rows) + scattered(index, spread(rows)), rows - pageSize)
    return get(`${path}?limit=${pageSize}&offset=${offset}`)
  },
})

/** Numbers below a limit in no order, each of them once before any comes again. */
const scattered = (index: number, below: number): number => (index * 1997) % below

/** Pages by cursor that begin in the 4000 notes behind a place. */
export const cursorWork = (
  name: string,
  description: string,
  place: (rows: number) => number,
): Work => ({
  name,
  description,
  status: 200,
  cursorBehind: place,
  request: ({ index, cursors }) =>
    get(`/timeline/?cursor=${cursors[scattered(index, cursors.length)]}`),
})

const firstByCursor: Work = {
  name: 'cursor-first',
  description: 'the first page by cursor',
  status: 200,
  request: () => get('/timeline/'),
}

export const me: Work = {
  name: 'me',
  description: 'who a token belongs to',
  status: 200,
  request: () => get('/me/'),
}

export const randomPage: Work = {
  name: 'page',
  description: 'a random page of 50, with the exact count',
  status: 200,
  request: ({ random, rows }) => get(`/notes/?page=${1 + random(Math.ceil(rows / pageSize))}`),
}

const mixedWork = (name: string, every: number, description: string): Work => ({
  ...randomPage,
  name,
  description,
  request: (given) =>
    given.index % every === every - 1 ? newNote(given.random) : randomPage.request(given),
})

export const writesAmongPages = mixedWork(
  'mixed20',
  5,
  '`page`, and every 5th request is a `post`: 20 % writes',
)

/** So few big answers that the 99th percentile is that of the small ones, which wait behind them. */
const besideBig: Work = {
  ...me,
  name: 'beside-big',
  description: '`me`, and every 200th request is a page of 1,000 notes',
  request: (given) =>
    given.index % 200 === 0 ? get('/window/?limit=1000&offset=0') : me.request(given),
}

/** In the order in which they are done. Those that write come last: they make the list longer. */
export const works: readonly Work[] = [
  me,
  randomPage,
  {
    name: 'page-near',
    description: 'one of the first 10 pages',
    status: 200,
    request: ({ random }) => get(`/notes/?page=${1 + random(10)}`),
  },
  offsetWork({
    name: 'limit-shallow',
    description: 'limit and offset, up to offset 500',
    place: () => 0,
    spread: () => 500,
  }),
  offsetWork({
    name: 'limit-deep',
    description: 'the same anywhere in the last tenth, hardly a page twice',
    place: (rows) => Math.floor(rows * 0.9),
    spread: (rows) => Math.floor(rows * 0.1),
  }),
  firstByCursor,
  cursorWork('cursor-deep', 'pages by cursor half way through, none twice', (rows) =>
    Math.floor(rows / 2),
  ),
  besideBig,
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
  mixedWork('mixed5', 20, '`page`, and every 20th request is a `post`: 5 % writes'),
  writesAmongPages,
  {
    ...randomPage,
    name: 'mixed-outside',
    description: '`page`, while another process adds 100 notes a second',
    hasOutsideWrites: true,
  },
  {
    name: 'post',
    description: 'a note, committed to the disk',
    status: 201,
    request: ({ random }) => newNote(random),
  },
]
