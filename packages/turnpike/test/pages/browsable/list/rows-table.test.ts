import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  arrayItems,
  createApi,
  cursorPagination,
  limitOffsetPagination,
  type Pagination,
  pageNumberPagination,
  routes,
  type Settings,
} from '../../../../src/index.ts'
import { browsableRenderer } from '../../../../src/pages/index.ts'
import { browser, markup, textOf } from '../../page.ts'

const plain = (cell: string) =>
  cell
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')

/** The texts of the cells, row by row, the heads first. */
const cellsOf = (page: string): string[][] =>
  [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => plain(cell)),
  )

/** The page of a view that answers with the data. */
const pageOf = (data: unknown) => markup(browser({ get: () => new ApiResponse<unknown>(data) }))

const settings: Settings = {
  DEFAULT_RENDERER_CLASSES: [browsableRenderer()],
  SECRET_KEYS: ['a secret for tests of 32 characters and more'],
}

async function listPage(options: Parameters<ReturnType<typeof createApi>['listView']>[0]) {
  const api = createApi(settings)
  const client = testClient(routes(api, { '/': api.listView(options) }))
  return (await client.get('/')).text()
}

describe('the table of a list', () => {
  it('a list of objects is a table, with its fields as columns', async () => {
    const page = await pageOf([{ id: 1, title: 'Emma' }, { id: 2 }, { id: 3, year: 1817 }])
    expect(cellsOf(page)).toEqual([
      ['id', 'title', 'year'],
      ['1', 'Emma', ''],
      ['2', '', ''],
      ['3', '', '1817'],
    ])
    expect(page).toContain('<th scope="col">id</th>')
    expect(page).toContain('<caption id="rows">3 items</caption>')
    expect(page).toContain('<pre class="body"')
  })

  const items = arrayItems([{ id: 1 }, { id: 2 }])
  const custom: Pagination = {
    paginate: async (items) => ({
      items: await items.slice(0, 1),
      next: null,
      previous: null,
      respond: (data) => new ApiResponse({ meta: { total: 2 }, data }),
    }),
  }
  it.each([
    ['page numbers', pageNumberPagination({ pageSize: 1 }), '1 of 2 items'],
    ['limit and offset', limitOffsetPagination({ defaultLimit: 1 }), '1 of 2 items'],
    ['a cursor', cursorPagination({ pageSize: 1, ordering: 'id' }), 'The first 1 item'],
    ['a style with another body', custom, '1 item'],
    [
      'a count that ends early',
      limitOffsetPagination({ defaultLimit: 1, count: { capAt: 1 } }),
      '1 of at least 1 items',
    ],
  ])('pages of every style have a table: %s', async (_name, pagination, caption) => {
    const page = await listPage({ items, pagination })
    expect(cellsOf(page)).toEqual([['id'], ['1']])
    expect(page).toContain(`<caption id="rows">${caption}</caption>`)
  })

  it.each([
    ['an empty list', []],
    ['a list of texts', ['a']],
    ['a list of objects and others', [{ id: 1 }, null]],
    ['a list of lists', [[{ id: 1 }]]],
    ['a list of empty objects', [{}]],
    ['a text', 'a'],
  ])('other data have none: %s', async (_name, data) => {
    expect(await pageOf(data)).not.toContain('<table')
  })

  it('the response to another method has none', async () => {
    const client = browser({
      get: () => new ApiResponse([]),
      post: () => new ApiResponse([{ a: 1 }]),
    })
    expect(await (await client.post('/')).text()).not.toContain('<table')
  })

  it('null, texts without characters and absent fields are told apart', async () => {
    const page = await pageOf([{ a: null }, { a: 'null' }, { a: '' }, { a: ' ' }, { b: 1 }])
    expect(page).toContain('<i class="null">null</i>')
    expect(page).toContain('<span class="t">null</span>')
    expect(cellsOf(page).map(([a]) => a)).toEqual(['a', 'null', 'null', '""', '" "', ''])
  })

  it('objects and lists are JSON, and values what JSON makes of them', async () => {
    const page = await pageOf([
      { a: { b: [1] }, at: new Date(0), none: undefined, text: true, list: [] },
    ])
    expect(cellsOf(page)).toEqual([
      ['a', 'at', 'text', 'list'],
      ['{"b":[1]}', 'Jan 1, 1970, 00:00', 'true', '[]'],
    ])
  })

  it('moments and days are as people write them, and point at the exact value', async () => {
    const moment = '2026-05-01T12:34:56.789+02:00'
    const page = await pageOf([
      { a: moment, b: '2026-05-01', c: '2026-05-01T12:34:56', d: '2026-13-01' },
    ])
    expect(cellsOf(page).at(1)).toEqual([
      'May 1, 2026, 10:34',
      'May 1, 2026',
      '2026-05-01T12:34:56',
      '2026-13-01',
    ])
    expect(page).toContain(`<time datetime="${moment}" title="${moment}">`)
    expect(textOf(page, '<caption')).toBe('1 item Times in UTC')
    expect(textOf(await pageOf([{ a: 1 }]), '<caption')).toBe('1 item')
  })

  it('a page of a list that is not counted says whether it is the first', async () => {
    const page = (next: string | null, previous: string | null) =>
      pageOf({ next, previous, results: [{ id: 1 }, { id: 2 }] })
    expect(textOf(await page('?cursor=b', null), '<caption')).toBe('The first 2 items')
    expect(textOf(await page('?cursor=c', '?cursor=a'), '<caption')).toBe('2 items on this page')
    expect(textOf(await page(null, '?cursor=a'), '<caption')).toBe('2 items on this page')
    expect(textOf(await page(null, null), '<caption')).toBe('2 items')
  })

  it('integers beyond those of JavaScript are as in the JSON', async () => {
    const page = await pageOf([{ id: 9_007_199_254_740_993n, few: 1n }])
    expect(cellsOf(page)).toEqual([
      ['id', 'few'],
      ['9007199254740993', '1'],
    ])
    expect(page).toContain('&quot;9007199254740993&quot;')
  })

  it('long texts are cut between characters, and the JSON has them in full', async () => {
    const page = await pageOf([{ a: '😀'.repeat(200), b: { c: 'x'.repeat(200) } }])
    const [, [a = '', b = ''] = []] = cellsOf(page)
    expect(a).toBe(`${'😀'.repeat(120)}…`)
    expect(b).toHaveLength(61)
    expect(page).toContain('😀'.repeat(200))
  })

  it('characters that mislead are escaped, in heads and in cells', async () => {
    const page = await pageOf([{ '\u202Ea': '\u202Egnp.exe\0\u001B\uD800', '': 1 }])
    expect(cellsOf(page)).toEqual([
      ['\\u202ea', '""'],
      ['\\u202egnp.exe\\u0000\\u001b\\ud800', '1'],
    ])
  })

  it('a field named __proto__ or constructor is a column like any other', async () => {
    const page = await pageOf([JSON.parse('{"__proto__": 1, "constructor": 2}'), { toString: 3 }])
    expect(cellsOf(page)).toEqual([
      ['__proto__', 'constructor', 'toString'],
      ['1', '2', ''],
      ['', '', '3'],
    ])
  })

  it('URLs are links, others are not', async () => {
    const page = await pageOf([{ a: 'https://example.com/?a=1&b=2', b: 'javascript:alert(1)' }])
    expect(page).toContain('<a href="https://example.com/?a=1&amp;b=2"><span class="t">')
    expect(page).not.toContain('href="javascript')
  })

  it('very long lists and very many fields are cut, and say so', async () => {
    const long = await pageOf(Array.from({ length: 12_000 }, (_, id) => ({ id })))
    expect(cellsOf(long)).toHaveLength(10_001)
    expect(long).toContain('12,000 items; the first 10,000 are shown here, all in the JSON')
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, n]))
    expect(cellsOf(await pageOf([wide])).at(0)).toHaveLength(100)
  })
})

describe('the links of a table to its items', () => {
  const books = arrayItems([
    { id: 1, slug: 'emma' },
    { id: 2, slug: null },
  ])

  it('the first cell leads to the item, at the location of the list', async () => {
    const page = await listPage({
      items: books,
      location: (item) => `/books/${(item as { id: number }).id}/`,
    })
    expect(page).toContain('<th scope="row"><a href="/books/1/"><span class="n">1</span></a></th>')
  })

  it('the location is that of the item as the store has it, whatever is sent of it', async () => {
    const page = await listPage({
      items: books,
      serialize: (item) => ({ name: (item as { slug: string }).slug }),
      location: (item) => `/books/${(item as { id: number }).id}/`,
    })
    expect(page).toContain('<a href="/books/2/"><i class="null">null</i></a>')
  })

  it.each([
    ['of another host', () => '//evil.example/'],
    ['of another host with a backslash', () => '/\\evil.example/'],
    ['of a script', () => 'javascript:alert(1)'],
    ['that fails', (item: { slug: string }) => `/${item.slug.toUpperCase()}/`],
  ])('an item without a path has no link: a location %s', async (_name, location) => {
    const page = await listPage({
      items: arrayItems([{ id: 1, slug: null }]),
      location: location as never,
    })
    expect(page).toContain('<th scope="row"><span class="n">1</span></th>')
  })
})
