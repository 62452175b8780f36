import { type Random, randomOf } from './random.ts'
import { names, recordCount, words } from './records.ts'
import { fields, paths } from './views.ts'

/** A request of a list, and the links of the answers that are followed then. */
export interface ListRequest {
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  /** The preferred count. Null: none. */
  readonly prefer: string | null
  readonly links: readonly ('next' | 'previous')[]
}

export const addressOf = ({ path, query }: Pick<ListRequest, 'path' | 'query'>): string =>
  query.length === 0 ? path : `${path}?${new URLSearchParams(query.map((pair) => [...pair]))}`

/** The request in one line. */
export function shown(request: ListRequest): string {
  const prefer = request.prefer === null ? '' : ` (Prefer: count=${request.prefer})`
  return [addressOf(request) + prefer, ...request.links].join(', then ')
}

/** Random requests that are the same for the same seed. */
export function requestsOf(seed: number, count: number): ListRequest[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, () => requestOf(random))
}

function requestOf(random: Random): ListRequest {
  const path = random.of(paths)
  const query: (readonly [string, string])[] = []
  for (let filters = random.of([0, 0, 1, 1, 1, 2, 3]); filters > 0; filters--) {
    query.push(filterOf(random))
  }
  if (random.chance(0.15)) query.push(['search', searchOf(random)])
  if (random.chance(0.5)) query.push(['ordering', orderingOf(random)])
  query.push(...placeOf(path, random))
  const prefer = random.chance(0.1) ? random.of(['none', 'exact', 'estimated']) : null
  const follows = /cursors|ranks/.test(path) ? 4 : random.chance(0.2) ? 2 : 1
  const links = Array.from({ length: random.below(follows) }, (_, step) =>
    step === 0 || random.chance(0.6) ? ('next' as const) : ('previous' as const),
  )
  return { path, query, prefer, links }
}

/** The page: of the style of the path, sometimes beyond the end or nonsense. */
function placeOf(path: string, random: Random): (readonly [string, string])[] {
  const nonsense = ['0', '-1', 'x', '1.5', '', '99999999999999999999', '٣', '1e3']
  const number = (limit: number) =>
    random.chance(0.1) ? random.of(nonsense) : String(random.below(limit))
  const place: (readonly [string, string])[] = []
  if (/offsets|uncounted/.test(path)) {
    if (random.chance(0.6)) place.push(['limit', number(70)])
    if (random.chance(0.6)) place.push(['offset', number(random.of([30, 600, recordCount + 50]))])
    return place
  }
  if (random.chance(0.3)) place.push(['page_size', number(70)])
  if (/cursors|ranks/.test(path)) {
    if (random.chance(0.05)) place.push(['cursor', random.of(['x', '', 'bm9uc2Vuc2U'])])
  } else if (random.chance(0.6)) {
    place.push(['page', random.chance(0.1) ? 'last' : number(random.of([5, 40, 450]))])
  }
  return place
}

function orderingOf(random: Random): string {
  const terms = Array.from({ length: 1 + random.below(3) }, () => {
    const name = random.chance(0.05) ? random.of(['made_at', 'nothing', '']) : random.of(fields)
    return random.chance(0.5) ? `-${name}` : name
  })
  return terms.join(',')
}

const searchOf = (random: Random): string =>
  random.of([
    random.of(words),
    random.of(names),
    `${random.of(words)} ${random.of(words)}`,
    `"${random.of(words)} ${random.of(words)}"`,
    'nul\0',
    'o',
    '%',
    '_',
  ])

function filterOf(random: Random): readonly [string, string] {
  const field = random.of(fields)
  const lookups: readonly string[] = lookupsOf[field]
  const lookup = random.of(lookups)
  if (lookup === '__isnull') return [`${field}__isnull`, random.of(['true', 'false', 'perhaps'])]
  const value = () => (random.chance(0.06) ? random.of(bad) : valuesOf[field](random))
  if (lookup === '__in') {
    return [`${field}__in`, Array.from({ length: 1 + random.below(4) }, value).join(',')]
  }
  if (lookup === '__date') return [`${field}__date`, random.of(['2025-03-05', '2024-12-31', 'x'])]
  if (lookup === '__year') return [`${field}__year`, random.of(['2024', '2025', '1', 'x'])]
  return [`${field}${lookup}`, value()]
}

const bad = [
  'x',
  '',
  '1e400',
  'NaN',
  '2025-02-30',
  '99999999999999999999',
  '1.5',
  '\0',
  '%',
  'null',
]

const ranges = ['__gt', '__gte', '__lt', '__lte']
const lookupsOf: Readonly<Record<(typeof fields)[number], readonly string[]>> = {
  id: ['__in', ...ranges],
  madeAt: ['', ...ranges, '__date', '__year', '__isnull'],
  big: ['', '__in', ...ranges, '__isnull'],
  price: ['', '__in', ...ranges, '__isnull'],
  rank: ['', '__in', ...ranges, '__isnull'],
  weight: ['', ...ranges],
  done: ['', '__isnull'],
  name: ['', '__in', '__contains', '__startswith', '__iexact', '__isnull'],
}

const valuesOf: Readonly<Record<(typeof fields)[number], (random: Random) => string>> = {
  id: (random) => String(random.below(recordCount + 100)),
  madeAt: (random) =>
    random.of([
      '2025-03-05T10:00:00.000002Z',
      '2025-03-05T10:00:00Z',
      '2025-03-14T12:00:00.000001+02:00',
      '2024-12-31T23:59:59.999995Z',
      '2025-03-20',
    ]),
  big: (random) =>
    random.of(['9007199254740993', '9007199254740992', '-9223372036854775808', '7', '0']),
  price: (random) => `${random.below(40) - 20}${random.of(['', '.0', '.000001', '.000002'])}`,
  rank: (random) => String(random.below(14) - 4),
  weight: (random) => random.of(['0.1', '0.30000000000000004', '1e20', '-2.5', '12.5', '100']),
  done: (random) => random.of(['true', 'false', '1', '0']),
  name: (random) => random.of([...names, ...words, 'tea', 'TEA quick', 'o']),
}
