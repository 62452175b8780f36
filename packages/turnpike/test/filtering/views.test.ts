import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { processorTime } from '@turnpike/test-support/processor-time.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ConfigurationError } from '../../src/errors/configuration-error.ts'
import {
  choiceFilter,
  containsFilter,
  dateFilter,
  equalsTextFilter,
  exactFilter,
  inFilter,
  isNullFilter,
  rangeFilter,
  startsWithFilter,
} from '../../src/filtering/index.ts'
import {
  ApiResponse,
  arrayItems,
  booleanField,
  charField,
  createApi,
  cursorPagination,
  type ItemSet,
  integerField,
  limitOffsetPagination,
  listResponse,
  type Pagination,
  pageNumberPagination,
  routes,
  type Settings,
  type ViewOptions,
} from '../../src/index.ts'

interface Note {
  id: number
  owner: number | null
  title: string
  pinned: boolean
}

const notes: Note[] = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  owner: (index % 3) + 1,
  title: `Note ${index + 1}`,
  pinned: index % 2 === 0,
}))
const items = arrayItems(notes)
const integer = integerField()
const filters = {
  owner: [exactFilter(integer), inFilter(integer), isNullFilter()],
  title: containsFilter(),
} as const

const serve = (options: Partial<ViewOptions> = {}, settings: Settings = {}) => {
  const api = createApi({ LOGGER: silentLogger, ...settings })
  const view = api.listView({ items, filters, ...(options as object) })
  return testClient(routes(api, { '/notes/': view }))
}
const body = async (response: Response) => ({ status: response.status, ...(await response.json()) })
const declare = (options: object, settings: Settings = {}) =>
  expect(() => createApi(settings).listView({ items, ...options } as never))

describe('a filtered list', () => {
  it('a text filter with trim false compares the blanks that are sent', async () => {
    const rows = [' amber', 'amber', 'the amber'].map((title, index) => ({ id: index + 1, title }))
    const trim = false
    const ids = async (filter: unknown, query: string) => {
      const client = serve({ items: arrayItems(rows), filters: { title: filter } } as never)
      const listed: { id: number }[] = await (await client.get(`/notes/?${query}`)).json()
      return listed.map(({ id }) => id)
    }

    expect(await ids(containsFilter({ trim }), 'title__contains=+amber')).toEqual([1, 3])
    expect(await ids(containsFilter(), 'title__contains=+amber')).toEqual([1, 2, 3])
    expect(await ids(startsWithFilter({ trim }), 'title__startswith=+a')).toEqual([1])
    expect(await ids(equalsTextFilter({ trim }), 'title__iexact=+AMBER')).toEqual([1])
    expect(await ids(exactFilter({ schema: charField(), trim }), 'title=+amber')).toEqual([1])
    expect(await ids(exactFilter({ schema: charField(), trim }), 'title=+')).toEqual([])
    expect(await ids(inFilter({ schema: charField(), trim }), 'title__in=+amber,x')).toEqual([1])
  })

  it('a filtered list has the pages, count and links of the items that are left', async () => {
    const client = serve({ pagination: pageNumberPagination({ pageSize: 4 }) })
    const first = await body(await client.get('/notes/?owner=2'))

    expect(first.count).toBe(10)
    expect(first.results.map(({ id }: Note) => id)).toEqual([2, 5, 8, 11])
    expect(first.next).toBe('http://testserver/notes/?owner=2&page=2')
    const last = await body(await client.get('/notes/?owner=2&page=last'))
    expect(last.results.map(({ id }: Note) => id)).toEqual([26, 29])
    expect(await body(await client.get('/notes/?owner=2&page=4'))).toMatchObject({ status: 404 })
  })

  it('a filtered list is ordered and divided by limit and offset', async () => {
    const client = serve({
      pagination: limitOffsetPagination({ defaultLimit: 2 }),
      orderingFilter: { fields: ['id'] },
    })
    const page = await body(await client.get('/notes/?ordering=-id&owner=1&offset=1'))
    expect(page.results.map(({ id }: Note) => id)).toEqual([25, 22])
    expect(page.count).toBe(10)
  })

  it('HEAD has the status of GET', async () => {
    expect((await serve().request('HEAD', '/notes/?owner=1')).status).toBe(200)
    expect((await serve().request('HEAD', '/notes/?owner=x')).status).toBe(400)
  })

  it('an invalid filter goes through the exception handler and problem details', async () => {
    const response = await serve().get('/notes/?owner=x&owner__isnull=maybe', {
      headers: { Accept: 'application/problem+json, application/json;q=0.5' },
    })
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual([
      { pointer: '#/owner', detail: 'A valid integer is required.', code: 'invalid' },
      { pointer: '#/owner__isnull', detail: 'Must be a valid boolean.', code: 'invalid' },
    ])
  })

  it('a view without filters ignores their parameters', async () => {
    const response = await serve({ filters: null }).get('/notes/?owner=x')
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveLength(30)
  })

  it('an option names the parameter', async () => {
    const client = serve({
      filters: {
        owner: [
          exactFilter({ schema: integer, parameter: 'author' }),
          isNullFilter({ parameter: 'orphan' }),
        ],
        id: rangeFilter({ schema: integer, parameter: 'number' }),
        title: containsFilter({ parameter: 'q' }),
      },
    })
    const query = '/notes/?author=1&orphan=false&number__lte=20&q=note+1'
    const ids = (await (await client.get(query)).json()).map(({ id }: Note) => id)
    expect(ids).toEqual([1, 10, 13, 16, 19])
  })

  it('items of a function are filtered, and refused without where', async () => {
    const of = (made: ItemSet<Note>) => {
      const api = createApi({ LOGGER: silentLogger })
      return testClient(routes(api, { '/notes/': api.listView({ items: () => made, filters }) }))
    }
    const { where: _, ...without } = items

    expect(await (await of(items).get('/notes/?owner=3')).json()).toHaveLength(10)
    expect((await of(without).get('/notes/?owner=3')).status).toBe(500)
    expect((await of(without).get('/notes/')).status).toBe(500)
  })

  it('a view of its own filters with listResponse', async () => {
    const api = createApi({ LOGGER: silentLogger, PAGE_SIZE: 3 })
    const view = api.view({
      filters: { owner: exactFilter(integer), title: containsFilter() },
      pagination: pageNumberPagination(),
      get: (request, view) => listResponse(items, request, view),
      post: () => new ApiResponse('posted'),
    })
    const client = testClient(routes(api, { '/notes/': view }))

    expect((await body(await client.get('/notes/?owner=3'))).count).toBe(10)
    expect((await client.get('/notes/?owner=x')).status).toBe(400)
    expect((await client.post('/notes/?owner=x', { json: {} })).status).toBe(200)
  })
})

describe('what a filter reads', () => {
  const schema = z.object({ owner: integer, title: charField() })
  const answers = z.object({ id: integer, owner: integer.nullable(), title: z.string() })

  it('a filter without a schema reads what answers describe, or else what schema does', () => {
    declare({
      answers,
      filters: { owner: exactFilter(), id: [rangeFilter(), inFilter()] },
    }).not.toThrow()
    declare({ schema, create: () => notes[0], filters: { owner: exactFilter() } }).not.toThrow()
    declare({ answers: z.lazy(() => answers), filters: { owner: exactFilter() } }).not.toThrow()
  })

  it('a filter of an unknown kind of values says what to write', () => {
    const message =
      'The filter owner of the view List needs to know what the values of the field owner are: ' +
      'write it, as in exactFilter(integerField()), or give the view answers with this field.'
    declare({ filters: { owner: exactFilter() } }).toThrow(message)
    declare({
      answers: z.object({ title: z.string() }),
      filters: { owner: exactFilter() },
    }).toThrow(ConfigurationError)
    declare({ answers: z.object({ owner: z.any() }), filters: { owner: exactFilter() } }).toThrow(
      message,
    )
    declare({ answers, serialize: () => ({}), filters: { owner: exactFilter() } }).toThrow(message)
    declare({ filters: { title: choiceFilter() } }).toThrow("as in choiceFilter(['open', 'done'])")
    declare({ filters: { owner: exactFilter(z.array(z.string())) } }).toThrow('cannot be compared')
  })

  it('a filter that does not fit the kind of its field is refused', () => {
    declare({ answers, filters: { owner: dateFilter() } }).toThrow('integer values')
    declare({
      answers: z.object({ pinned: booleanField() }),
      filters: { pinned: rangeFilter() },
    }).toThrow('which have no order')
  })

  it('unknown and invalid options of a filter are refused', () => {
    expect(() => exactFilter({ parametr: 'x' } as never)).toThrow('Did you mean parameter?')
    expect(() => inFilter({ maxValues: 0 })).toThrow('at least 1')
    expect(() => containsFilter({ parameter: '' })).toThrow('parameter')
    expect(() => exactFilter({ schema: 'integer' } as never)).toThrow('integerField()')
    expect(() => choiceFilter([])).toThrow('a list of texts or numbers')
    expect(() => choiceFilter('open' as never)).toThrow('a list of texts or numbers')
    declare({ filters: { owner: exactFilter } }).toThrow('Call it, as in exactFilter().')
    declare({ filters: { owner: null } }).toThrow('must be a filter')
    declare({ filters: { owner: [undefined] } }).toThrow('must be a filter')
  })
})

describe('the parameters of a view', () => {
  it.each<[string, object, Settings?]>([
    [
      'page',
      {
        filters: { page: exactFilter(integer) },
        pagination: pageNumberPagination({ pageSize: 5 }),
      },
    ],
    [
      'size',
      {
        filters: { size: exactFilter(integer) },
        pagination: pageNumberPagination({ pageSize: 5, pageSizeQueryParam: 'size' }),
      },
    ],
    [
      'cursor',
      {
        filters: { cursor: containsFilter({ parameter: 'cursor' }) },
        pagination: cursorPagination({ pageSize: 5 }),
      },
    ],
    ['format', { filters: { format: exactFilter(integer) } }],
    [
      'ordering',
      { filters: { ordering: exactFilter(integer) }, orderingFilter: { fields: ['id'] } },
    ],
    [
      'sort',
      { filters: { sort: exactFilter(integer) }, orderingFilter: { fields: ['id'] } },
      { ORDERING_PARAM: 'sort' },
    ],
    ['search', { filters: { search: exactFilter(integer) }, search: { fields: ['title'] } }],
    ['owner', { filters: { owner: [exactFilter(integer), choiceFilter([1, 2])] } }],
    [
      'owner',
      {
        filters: {
          owner: exactFilter(integer),
          id: exactFilter({ schema: integer, parameter: 'owner' }),
        },
      },
    ],
  ])('two parts of a view that read %s are refused', (name, options, settings) => {
    declare(options, settings).toThrow(`reads the query parameter ${name} twice`)
  })

  it('two parts that read one parameter are refused in a view without filters, too', () => {
    const pagination = pageNumberPagination({ pageSize: 5, pageQueryParam: 'ordering' })
    const orderingFilter = { fields: ['id'] }
    declare({ filters: null, pagination, orderingFilter }).toThrow(
      'reads the query parameter ordering twice',
    )
    const same = pageNumberPagination({
      pageSize: 5,
      pageQueryParam: 'p',
      pageSizeQueryParam: 'p',
    })
    declare({ filters: null, pagination: same }).toThrow('reads the query parameter p twice')
  })

  it('the fields of two filters with the same parameter are named', () => {
    const own = exactFilter({ schema: integer, parameter: 'owner' })
    declare({ filters: { owner: [exactFilter(integer), choiceFilter([1, 2])] } }).toThrow(
      'reads the query parameter owner twice: for a filter of the field owner and for another one. ' +
        "Give one of them another name, as in exactFilter({ parameter: 'by_owner' }).",
    )
    declare({ filters: { owner: exactFilter(integer), id: own } }).toThrow(
      'twice: for a filter of the field owner and for a filter of the field id.',
    )
  })

  it('a filter may have a name that a renamed or absent part leaves free', () => {
    declare(
      { filters: { format: exactFilter(integer) } },
      { URL_FORMAT_OVERRIDE: 'as' },
    ).not.toThrow()
    declare({
      filters: { page: exactFilter(integer), ordering: exactFilter(integer) },
    }).not.toThrow()
  })

  it.each(['__proto__', 'constructor', 'hasOwnProperty'])(
    'a field %s is filtered like any other',
    async (name) => {
      const api = createApi({ LOGGER: silentLogger })
      const view = api.listView({
        items: arrayItems([Object.fromEntries([[name, 5]]), { [`${name}_`]: 1 }]),
        filters: Object.fromEntries([[name, exactFilter(integer)]]),
      })
      const client = testClient(routes(api, { '/x/': view }))

      expect(await (await client.get(`/x/?${name}=5`)).json()).toHaveLength(1)
      expect(await (await client.get(`/x/?${name}=6`)).json()).toHaveLength(0)
      const refused = await client.get(`/x/?${name}=x`)
      expect(refused.status).toBe(400)
      expect(await refused.text()).toBe(`{"${name}":["A valid integer is required."]}`)
    },
  )
})

describe('STRICT_QUERY', () => {
  const pagination = pageNumberPagination({ pageSize: 5, pageSizeQueryParam: 'size' })
  const strict = (options: Partial<ViewOptions> = {}) =>
    serve(
      { pagination, orderingFilter: { fields: ['id'] }, search: { fields: ['title'] }, ...options },
      { STRICT_QUERY: true },
    )

  it('with STRICT_QUERY a list knows the parameters of all its parts', async () => {
    const query = 'page=1&size=3&ordering=-id&search=note&owner=1&owner__in=1&format=json'
    expect((await strict().get(`/notes/?${query}`)).status).toBe(200)
  })

  it('with STRICT_QUERY unknown parameters are a 400 that names each of them', async () => {
    const response = await strict().get('/notes/?ownr=1&owner=1&offset=3&__proto__=x&Page=2')
    expect(response.status).toBe(400)
    expect(await response.text()).toBe(
      JSON.stringify({
        ownr: ['Unknown query parameter. Did you mean owner?'],
        offset: ['Unknown query parameter.'],
      }).replace(
        '}',
        ',"__proto__":["Unknown query parameter."],"Page":["Unknown query parameter. Did you mean page?"]}',
      ),
    )
  })

  it('with STRICT_QUERY unknown parameters and refused values are in the same 400', async () => {
    const response = await strict().get('/notes/?ownr=1&owner=x&ordering=-id,title')
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      ownr: ['Unknown query parameter. Did you mean owner?'],
      ordering: ['Cannot be ordered by "title". Fields that may be used: id.'],
      owner: ['A valid integer is required.'],
    })
  })

  it('with STRICT_QUERY an order by another field is a 400, an empty order is none', async () => {
    const client = strict()
    for (const order of ['title', '--id', 'id,title', `${'x'.repeat(63)}😀😀`, '-']) {
      const response = await client.get(`/notes/?ordering=${encodeURIComponent(order)}`)
      expect(response.status).toBe(400)
      expect(Object.keys(await response.json())).toEqual(['ordering'])
    }
    for (const order of ['', ',', 'id', ' -id ,id']) {
      expect((await client.get(`/notes/?ordering=${order}`)).status).toBe(200)
    }
    expect(
      (await serve({ orderingFilter: { fields: ['id'] } }).get('/notes/?ordering=x')).status,
    ).toBe(200)
  })

  it('with STRICT_QUERY long names and many of them are answered in a moment', async () => {
    const names = Array.from({ length: 900 }, (_, index) => `${index}${'x'.repeat(100)}`)
    const time = await processorTime(async () => {
      const response = await strict().get(`/notes/?${names.join('&')}`)
      expect(response.status).toBe(400)
      expect(Object.keys(await response.json())).toHaveLength(20)
    })
    expect(time).toBeLessThan(2000)
  })

  it('with STRICT_QUERY a list without filters knows its pages only', async () => {
    const client = strict({ filters: null, search: null, orderingFilter: null })
    expect((await client.get('/notes/?page=2')).status).toBe(200)
    expect((await client.get('/notes/?ordering=id')).status).toBe(400)
  })

  it('with STRICT_QUERY a style must describe its parameters', () => {
    const style: Pagination = { paginate: async () => null }
    declare({ pagination: style }, { STRICT_QUERY: true }).toThrow('add describe() to the style')
  })

  it('without STRICT_QUERY unknown parameters are ignored', async () => {
    expect(await (await serve().get('/notes/?ownr=1')).json()).toHaveLength(30)
  })
})

describe('a cursor of a filtered list', () => {
  const settings = { SECRET_KEYS: secrets }
  const pagination = cursorPagination({ pageSize: 4, ordering: 'id', pageSizeQueryParam: 'size' })
  const client = serve({ pagination, search: { fields: ['title'] } }, settings)
  const cursorOf = async (query: string, from = client) => {
    const { next } = await (await from.get(`/notes/?${query}`)).json()
    return encodeURIComponent(new URL(next).searchParams.get('cursor') ?? '')
  }
  const mismatch = async (query: string) => {
    const response = await client.get(`/notes/?${query}`)
    return response.status === 404
  }

  it('cursors walk through the items that are left', async () => {
    const ids: number[] = []
    for (let next: string | null = '/notes/?title__contains=1&owner=1'; next !== null; ) {
      const page = await (await client.get(next.replace('http://testserver', ''))).json()
      ids.push(...page.results.map(({ id }: Note) => id))
      next = page.next
    }
    expect(ids).toEqual([1, 10, 13, 16, 19])
  })

  it('a cursor belongs to the values of the filters and the search', async () => {
    const cursor = await cursorOf('owner=1')
    for (const query of [
      '',
      'owner=2',
      'owner=1&title__contains=1',
      'owner__in=1',
      'owner=1&search=1',
    ]) {
      expect(await mismatch(`${query}&cursor=${cursor}`), query).toBe(true)
    }
    expect(await mismatch(`owner=1&cursor=${await cursorOf('')}`)).toBe(true)
  })

  it('a cursor stays valid with other parameters, in another order, and with empty values', async () => {
    const cursor = await cursorOf('owner=1&title__contains=n')
    for (const query of [
      `cursor=${cursor}&title__contains=n&owner=1`,
      `owner=1&title__contains=n&cursor=${cursor}&size=2&format=json&utm=x`,
      `owner=1&title__contains=n&cursor=${cursor}&owner__in=&search=`,
      `owner=2&owner=1&title__contains=n&cursor=${cursor}`,
    ]) {
      expect(await mismatch(query), query).toBe(false)
    }
    const listed = await cursorOf('owner__in=1,2')
    expect(await mismatch(`owner__in=2,1,2&cursor=${listed}`)).toBe(false)
  })

  it('a cursor from before a view had filters stays valid without them', async () => {
    const cursor = await cursorOf('', serve({ pagination, filters: null }, settings))
    expect(await mismatch(`cursor=${cursor}`)).toBe(false)
    expect(await mismatch(`cursor=${cursor}&owner=1`)).toBe(true)
  })
})
