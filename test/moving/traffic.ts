import { createHash } from 'node:crypto'
import { passwordOf } from '../support/django.ts'

/** A request of clients of the library. */
export interface Sent {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The same requests each time: the numbers are those of a seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** The token that the project's `seed` makes for a user. */
export const tokenOf = (username: string): string =>
  createHash('sha1').update(username).digest('hex')

const token = (username: string) => ({ Authorization: `Token ${tokenOf(username)}` })
const basic = (username: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})

/** Who asks, and how often among a hundred. */
const callers: readonly (readonly [weight: number, Readonly<Record<string, string>>])[] = [
  [34, token('member')],
  [12, token('reader')],
  [14, token('editor')],
  [6, token('root')],
  [16, {}],
  [3, token('inactive')],
  [3, { Authorization: 'Token 0123456789abcdef' }],
  [1, { Authorization: 'Token' }],
  [1, { Authorization: 'Token a b' }],
  [4, { Authorization: `Knox knox${'a'.repeat(60)}` }],
  [1, { Authorization: `Knox knox${'b'.repeat(60)}` }],
  [3, { Cookie: `sessionid=jsonsessionsessionsessionsession; csrftoken=${'a1'.repeat(32)}` }],
  [1, { Cookie: 'sessionid=unknownunknownunknownunknownunkn' }],
  // Without PBKDF2's many rounds.
  [1, basic('md5', passwordOf('md5'))],
]

/** The first `count` requests of a random mix. Only GET, HEAD and OPTIONS, unless `writes`. */
export function traffic(count: number, { seed = 1, writes = false } = {}): Sent[] {
  const below = randomNumbers(seed)
  const pick = <Value>(list: readonly Value[]): Value => list[below(list.length)] as Value
  const some = (chance: number) => below(100) < chance

  const caller = () => {
    let left = below(100)
    for (const [weight, headers] of callers) {
      left -= weight
      if (left < 0) return headers
    }
    return {}
  }

  /** Some of the parameters, in this order: those with a value. */
  const query = (parameters: Record<string, string | null>): string => {
    const pairs = Object.entries(parameters).filter((pair) => pair[1] !== null)
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`
  }
  const sometimes = (chance: number, make: () => string) => (some(chance) ? make() : null)

  const words = ['sea', 'Winter', '100%', 'house_of', 'ruins', 'train night', 'garden,sea', '77']
  const bad = ['0', '-1', 'abc', '1.5', '', '99999', '１', ' 2']

  const lists: readonly (() => string)[] = [
    () =>
      `/api/authors/${query({
        page: sometimes(60, () => (some(20) ? pick([...bad, 'last']) : String(1 + below(13)))),
        page_size: sometimes(30, () => (some(20) ? pick(bad) : String(1 + below(120)))),
        search: sometimes(25, () => pick(['ada', 'poems', 'I', 'novels ii', 'ferrante', 'x'])),
        ordering: sometimes(35, () =>
          pick([
            'name',
            '-name',
            'id',
            '-id',
            'born,id',
            '-born,-id',
            'website',
            '-name,id',
            'x,id',
          ]),
        ),
      })}`,
    () =>
      `/api/books/${query({
        limit: sometimes(45, () => (some(15) ? pick(bad) : String(1 + below(130)))),
        offset: sometimes(45, () => (some(15) ? pick(bad) : String(below(5200)))),
        genre: sometimes(20, () => pick(['novel', 'poetry', 'science', 'children', ''])),
        author: sometimes(15, () => String(1 + below(240))),
        is_available: sometimes(10, () => pick(['true', 'false'])),
        price__gte: sometimes(10, () => pick(['10', '99.5', '119.99'])),
        price__lte: sometimes(10, () => pick(['20', '0.5', '60'])),
        published__gte: sometimes(8, () => pick(['2000-06-01', '2001-01-31'])),
        published__lte: sometimes(8, () => pick(['2000-06-30', '2001-02-01'])),
        published__year: sometimes(5, () => pick(['2000', '2001', '1999'])),
        title__icontains: sometimes(8, () => pick(['sea', 'winter 1', '100%', '_of'])),
        search: sometimes(15, () => pick([...words, '9780000000007'])),
        ordering: sometimes(30, () =>
          pick(['title', '-title', 'price,id', '-price,-id', 'published,id', '-pages,id', 'isbn']),
        ),
        unknown: sometimes(3, () => 'x'),
      })}`,
    () =>
      `/api/shelf/${query({
        genre: sometimes(30, () => pick(['novel', 'poetry', 'science', ''])),
        search: sometimes(20, () => pick(['sea', 'winter', 'étude', '日本'])),
      })}`,
    () => `/api/loans/${query({ book: sometimes(25, () => String(1 + below(90))) })}`,
  ]

  const id = (most: number) =>
    some(8) ? pick(['0', 'abc', '1.5', '99999', '01', '-1']) : 1 + below(most)
  const details: readonly (() => string)[] = [
    () => `/api/authors/${id(240)}/`,
    () => `/api/books/${id(5000)}/`,
    () => `/api/books/${id(5000)}/`,
    () => `/api/loans/${1 + below(620)}/`,
    () => '/api/whoami/',
  ]
  const wrong: readonly (() => string)[] = [
    () => '/api/authors/?format=xml',
    () => '/api/shelf/?cursor=abc',
    () => `/api/shelf/?cursor=${'x'.repeat(below(50))}`,
    () => `/api/books/?author=${pick(['abc', '1.5', '1e1'])}`,
    () => `/api/books/?price__gte=${pick(['x', 'NaN'])}`,
    () => `/api/books/?published__gte=${pick(['yesterday', '2000-13-01'])}`,
    () => `/api/books/?author=${pick(['99999', '0'])}`,
    () => '/api/books/?genre=western',
    () => '/api/authors/?page=1&page=2',
    () => '/api/authors/?search=%00',
    () => '/api/nothing/',
    () => '/api/authors',
  ]

  const target = () => pick(some(62) ? lists : some(85) ? details : wrong)()
  const method = () => (some(90) ? 'GET' : pick(['HEAD', 'OPTIONS']))
  const write = (): Sent => {
    const body = pick(['{}', '{"name": ""}', '{"title": 1}', '[]', '{', '{"remark": "again"}'])
    const headers = { ...caller(), 'Content-Type': 'application/json', Accept: 'application/json' }
    return { method: pick(['POST', 'PUT', 'PATCH', 'DELETE']), target: target(), headers, body }
  }

  return Array.from({ length: count }, () => {
    if (writes && some(30)) return write()
    const headers = { ...caller(), Accept: 'application/json' }
    return { method: method(), target: target(), headers, body: null }
  })
}

/** The requests as a browser records them: HTTP Archive 1.2. */
export function harOf(sent: readonly Sent[], host = 'library.example.com'): string {
  const entries = sent.map(({ method, target, headers, body }) => ({
    startedDateTime: '2026-11-23T08:00:00.000Z',
    time: 1,
    request: {
      method,
      url: `https://${host}${target}`,
      httpVersion: 'HTTP/1.1',
      headers: Object.entries({ Host: host, ...headers }).map(([name, value]) => ({ name, value })),
      cookies: [],
      queryString: [],
      ...(body !== null && { postData: { mimeType: 'application/json', text: body } }),
      headersSize: -1,
      bodySize: -1,
    },
    response: { status: 0, headers: [], cookies: [], content: { size: 0, mimeType: '' } },
  }))
  return JSON.stringify({
    log: { version: '1.2', creator: { name: 'test', version: '1' }, entries },
  })
}
