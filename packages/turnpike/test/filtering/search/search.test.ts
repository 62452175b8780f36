import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../../../src/errors/configuration-error.ts'
import { containsFilter } from '../../../src/filtering/index.ts'
import type { Search } from '../../../src/filtering/search/search.ts'
import {
  ApiResponse,
  arrayItems,
  createApi,
  cursorPagination,
  type ItemSet,
  limitOffsetPagination,
  listResponse,
  pageNumberPagination,
  routes,
  type Settings,
  type View,
  type ViewOptions,
} from '../../../src/index.ts'

interface Book {
  id: number
  title: string
  code: string | null
  isbn: string
}

const books: Book[] = [
  { id: 1, title: 'The Old Man and the Sea', code: 'HEM-1', isbn: 'X1' },
  { id: 2, title: 'Moby-Dick; or, The Whale', code: 'MEL-1', isbn: 'X12' },
  { id: 3, title: 'The Sea, the Sea', code: null, isbn: 'Y1' },
  { id: 4, title: 'Old Hem', code: 'SEA-4', isbn: 'sea' },
]

const clientOf = (view: View, settings: Settings = {}): TestClient =>
  testClient(routes(createApi({ LOGGER: silentLogger, ...settings }), { '/books/': view }))

const serve = (fields: Search<keyof Book>['fields'], settings: Settings = {}): TestClient => {
  const api = createApi({ LOGGER: silentLogger, ...settings })
  const view = api.listView({ items: arrayItems(books), search: { fields } })
  return clientOf(view, settings)
}

const found = async (client: TestClient, search: string, param = 'search'): Promise<number[]> => {
  const response = await client.get(`/books/?${param}=${encodeURIComponent(search)}`)
  expect(response.status).toBe(200)
  return (await response.json()).map(({ id }: { id: number }) => id)
}

describe('a search', () => {
  it.each<[search: string, ids: number[]]>([
    ['sea', [1, 3, 4]],
    ['SEA', [1, 3, 4]],
    ['old sea', [1, 4]],
    ['sea,old', [1, 4]],
    ['"the sea"', [1, 3]],
    ['"the sea" hem', [1]],
    ['hem', [1, 4]],
    ['mel', [2]],
    ['el-1', []],
    ['x1', [1]],
    ['X', []],
    ['nothing', []],
    ['%', []],
    ['_', []],
  ])(
    'a search for %j finds the items with every term in one of the fields',
    async (search, ids) => {
      expect(await found(serve(['title', '^code', '=isbn']), search)).toEqual(ids)
    },
  )

  it.each(['', ' ', '%20%09,,', '%22%22'])(
    'a search of nothing, as in ?search=%s, finds all',
    async (text) => {
      const response = await serve(['title']).get(`/books/?search=${text}`)
      expect(await response.json()).toHaveLength(4)
    },
  )

  it('a list whose search is empty or absent has all items', async () => {
    for (const url of ['/books/', '/books/?search', '/books/?search=']) {
      expect(await (await serve(['title']).get(url)).json()).toHaveLength(4)
    }
  })

  it('a search that is repeated counts once, the last one', async () => {
    const response = await serve(['title']).get('/books/?search=whale&search=old')
    expect(await response.json()).toMatchObject([{ id: 1 }, { id: 4 }])
  })

  it('a search is read from the parameter that SEARCH_PARAM names', async () => {
    const client = serve(['title'], { SEARCH_PARAM: 'q' })
    expect(await found(client, 'whale', 'q')).toEqual([2])
    expect(await found(client, 'whale', 'search')).toHaveLength(4)
  })

  it('a search does nothing in a view without the option', async () => {
    const api = createApi()
    for (const view of [
      api.listView({ items: arrayItems(books) }),
      api.listView({ items: arrayItems(books), search: null }),
    ]) {
      expect(await found(clientOf(view), 'whale')).toHaveLength(4)
    }
  })

  it('a search narrows the list of a custom handler, too', async () => {
    const view = createApi().view({
      search: { fields: ['title'] },
      get: (request, view) => listResponse(arrayItems(books), request, view),
    })
    expect(await found(clientOf(view), 'whale')).toEqual([2])
  })

  it('a search does not change POST', async () => {
    const view = createApi().view({
      search: { fields: ['title'] },
      get: () => new ApiResponse([]),
      post: () => new ApiResponse({}, 201),
    })
    expect((await clientOf(view).post('/books/?search=%00', {})).status).toBe(201)
  })
})

describe('an invalid search', () => {
  const error = async (search: string) => {
    const response = await serve(['title', 'code']).get(`/books/?search=${search}`)
    expect(response.status).toBe(400)
    return response.json()
  }

  it('a search with a null character is a 400', async () => {
    expect(await error('whale%00')).toEqual({ search: ['Null characters are not allowed.'] })
  })

  it('a search that is too long is a 400', async () => {
    expect(await error('a'.repeat(501))).toEqual({
      search: ['Ensure this search has no more than 500 characters.'],
    })
    expect(await found(serve(['title']), 'a'.repeat(500))).toEqual([])
    expect(await found(serve(['title']), '😀'.repeat(500))).toEqual([])
    expect((await error('%F0%9F%98%80'.repeat(501))).search).toHaveLength(1)
  })

  it('a search of too many words is a 400', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`)
    expect(await error(words(33).join('+'))).toEqual({
      search: ['Ensure this search has no more than 32 words.'],
    })
    expect(await found(serve(['title']), words(32).join(' '))).toEqual([])
    expect(await found(serve(['title']), 'whale '.repeat(40))).toEqual([2])
  })

  it('an invalid search is reported under the name of the parameter', async () => {
    const client = serve(['title'], { SEARCH_PARAM: 'q' })
    const response = await client.get('/books/?q=%00')
    expect([response.status, await response.json()]).toEqual([
      400,
      { q: ['Null characters are not allowed.'] },
    ])
  })

  it('a search of bytes that are not UTF-8 finds the replacement characters that they become', async () => {
    for (const bytes of ['%ff', '%ed%a0%80', '%c0%80']) {
      const response = await serve(['title']).get(`/books/?search=${bytes}`)
      expect([response.status, await response.json()]).toEqual([200, []])
    }
  })
})

describe('a page of a search', () => {
  const paged = (pagination: Settings['DEFAULT_PAGINATION_CLASS']) =>
    serve(['title', 'code'], { DEFAULT_PAGINATION_CLASS: pagination ?? null, PAGE_SIZE: 2 })

  it.each([
    ['page numbers', pageNumberPagination()],
    ['limit and offset', limitOffsetPagination()],
  ])(
    'a page of a search has the count of what is found, and links that search: %s',
    async (_name, pagination) => {
      const client = paged(pagination)
      const first = await (await client.get('/books/?search=sea')).json()
      expect(first).toMatchObject({ count: 3, results: [{ id: 1 }, { id: 3 }], previous: null })

      const second = await (await client.get(first.next)).json()
      expect(second).toMatchObject({ count: 3, results: [{ id: 4 }], next: null })
    },
  )

  it('cursors follow the pages of a search, and belong to its terms', async () => {
    const client = paged(cursorPagination({ ordering: 'id' }))
    const first = await (await client.get('/books/?search=sea')).json()
    expect(first.results).toMatchObject([{ id: 1 }, { id: 3 }])
    const { results } = await (await client.get(first.next)).json()
    expect(results).toMatchObject([{ id: 4 }])

    const same = await client.get(first.next.replace('search=sea', 'search=,sea++%22sea%22'))
    expect(same.status).toBe(200)
    for (const other of ['search=old', 'search=', 'x=sea', 'search=SEA', 'search=sea+old']) {
      const response = await client.get(first.next.replace('search=sea', other))
      expect([other, response.status]).toEqual([other, 404])
    }
  })

  it('cursors of a search of nothing are those of the whole list', async () => {
    const client = paged(cursorPagination({ ordering: 'id' }))
    const { next } = await (await client.get('/books/?search=+,')).json()
    expect((await client.get(next.replace('search=+,', 'x='))).status).toBe(200)
  })
})

describe('the option search', () => {
  const api = createApi()
  const declare = (search: unknown) => () => api.view({ search: search as Search })

  it.each([
    [{ fields: [] }, 'fields of search must be a list of one or more fields'],
    [{ fields: 'title' }, 'fields of search must be a list of one or more fields'],
    [{ fields: [''] }, 'fields of search must be a list of one or more fields'],
    [{ fields: ['^'] }, 'fields of search must be a list of one or more fields'],
    [{ fields: ['= title'] }, 'fields of search must be a list of one or more fields'],
    [{ fields: [7] }, 'fields of search must be a list of one or more fields'],
    [{}, 'fields of search must be a list of one or more fields'],
    [{ field: ['title'] }, 'Unknown option field of search. Did you mean fields?'],
  ])('the option search %j is refused', (search, message) => {
    expect(declare(search)).toThrow(ConfigurationError)
    expect(declare(search)).toThrow(message)
  })

  it('the option search refuses regular expressions and says why', () => {
    expect(declare({ fields: ['title', '$code'] })).toThrow(
      'fields of search must be a list of one or more fields, such as ' +
        "['title', '^code', '=isbn'], not [\"title\", \"$code\"]. A field with $ would be " +
        'searched by regular expressions, and one from a client can keep the database busy for ' +
        'minutes: search the field without the $.',
    )
  })

  it.each(['text__iendswith', '^text__search', 'person__name__in'])(
    'a lookup after the name of a searched field is refused when the view is made: %s',
    (field) => {
      expect(declare({ fields: [field] })).toThrow(
        'A prefix says how a field is searched, not a lookup after its name: ^ at its start',
      )
      expect(declare({ fields: ['person__name'] })).not.toThrow()
    },
  )

  it('a search whose parameter another part of the view reads is refused', () => {
    const search: Search = { fields: ['title'] }
    const declared = (options: ViewOptions, settings: Settings = {}) => {
      const api = createApi({ PAGE_SIZE: 2, ...settings })
      return () => api.view({ search, ...options })
    }
    expect(declared({ pagination: pageNumberPagination() }, { SEARCH_PARAM: 'page' })).toThrow(
      'The view View reads the query parameter page twice: for its pagination and for ' +
        'its search (the setting SEARCH_PARAM). Give one of them another name.',
    )
    expect(declared({ filters: { title: containsFilter({ parameter: 'search' }) } })).toThrow(
      'The view View reads the query parameter search twice: for its search (the setting ' +
        'SEARCH_PARAM) and for a filter of the field title. Give one of them another name, as in exactFilter({ ' +
        "parameter: 'by_search' }).",
    )
    expect(
      declared({ filters: { title: containsFilter({ parameter: 'q' }) } }, { SEARCH_PARAM: 'q' }),
    ).toThrow(ConfigurationError)
    expect(declared({ filters: { title: containsFilter() } })).not.toThrow()
  })

  it('STRICT_QUERY knows the parameter of a search', async () => {
    const client = serve(['title'], { STRICT_QUERY: true, SEARCH_PARAM: 'q' })
    expect(await found(client, 'whale', 'q')).toEqual([2])
    expect((await client.get('/books/?search=whale')).status).toBe(400)
  })

  it('a search of full text is refused for items that have none', () => {
    expect(() =>
      api.listView({ items: arrayItems(books), search: { fields: ['code', '@title'] } }),
    ).toThrow(
      'Items in memory have no full text search for the field "title": search it without the @.',
    )
  })

  it('the option search needs items with conditions', async () => {
    const { where: _, ...items } = arrayItems(books) as ItemSet<Book>
    expect(() => api.listView({ items, search: { fields: ['title'] } })).toThrow(ConfigurationError)
  })
})
