/**
 * Requests that Django and Turnpike answer differently, by a difference that docs/from-django.md
 * lists. Each is replayed with its own rules, so that they cannot hide anything else.
 */
export interface Oddity {
  /** As test/differences/differences.json names the difference. */
  readonly what: string
  /** The requests, by path and query. */
  readonly targets: RegExp
  /** For the rules file of `turnpike replay`, without the reason. */
  readonly explained: readonly Readonly<Record<string, string>>[]
}

export const oddities: readonly Oddity[] = [
  {
    what: 'numbers in texts and queries',
    targets: /[?&](?:page|page_size|limit|offset)=(?:\+2|%EF%BC%91)/,
    explained: [
      { path: '/api/authors/', status: '200 → 404' },
      { path: '/api/authors/', body: '/**' },
      { path: '/api/books/', body: '/**' },
      { path: '/api/*/', method: 'HEAD', status: '200 → 404' },
    ],
  },
  {
    what: 'an empty page number, `?page=`',
    targets: /[?&]page=(?:&|$)/,
    explained: [{ path: '/api/authors/', status: '404 → 200' }],
  },
  {
    what: 'NUL in a search',
    targets: /search=%00/,
    explained: [{ path: '/api/authors/', status: '200 → 400' }],
  },
  {
    what: 'a path without its last slash',
    targets: /^\/api\/authors$/,
    explained: [
      { status: '301 → 404' },
      { header: 'Location' },
      { header: 'Content-Type' },
      { body: '' },
    ],
  },
  {
    what: 'the 404 of an unknown URL',
    targets: /^\/api\/(?:nothing|\w+\/1\.5)\/$/,
    explained: [{ header: 'Content-Type' }, { body: '' }],
  },
  {
    what: 'texts about wrong values of filters',
    targets:
      /genre=western|price__gte=(?:x|NaN)|published__gte=(?:yesterday|2000-13)|author=(?:abc|1\.5|1e1)/,
    explained: [
      { body: '/genre/*' },
      { body: '/price__gte/*' },
      { body: '/published__gte/*' },
      { body: '/author/*' },
    ],
  },
  {
    what: 'a filter by a foreign key to a missing row',
    targets: /author=(?:99999|0)$/,
    explained: [{ path: '/api/books/', status: '400 → 200' }],
  },
  {
    what: 'a key with zeros in front, `/notes/01/`',
    targets: /\/01\/$/,
    explained: [{ status: '200 → 404' }],
  },
]

export const isOrdinary = (target: string): boolean =>
  !oddities.some(({ targets }) => targets.test(target))
