import {
  arrayItems,
  cursorPagination,
  limitOffsetPagination,
  type PageNumberOptions,
  type Pagination,
  type Paginator,
  pageNumberPagination,
  type Settings,
  standardPaginator,
} from 'turnpike'
import { browsableRenderer } from 'turnpike/pages'
import { describe, expect, it } from 'vitest'
import { clientOf, idsOf, numbered } from './client.ts'

// Spec, "Limits": the settings, the page-number style and the limit/offset style.

/** Asks for pages of a list of so many items, with `PAGE_SIZE` 3 unless it is set otherwise. */
function listing(pagination: Pagination | undefined, settings: Settings = {}, count = 10) {
  const { get } = clientOf({ PAGE_SIZE: 3, ...settings }, (api) => ({
    '/': api.listView({
      items: arrayItems(numbered(count)),
      ...(pagination !== undefined && { pagination }),
    }),
  }))
  const body = async (query = '') => (await get(`/${query}`)).json()
  return {
    body,
    ids: async (query = '') => idsOf(await body(query)),
    status: async (query = '') => (await get(`/${query}`)).status,
  }
}

/** The page that a browser is shown for a list. */
async function htmlOf(pagination: Pagination, query = ''): Promise<string> {
  const renderer = browsableRenderer()
  const { get } = clientOf({ PAGE_SIZE: 3, DEFAULT_RENDERER_CLASSES: [renderer] }, (api) => ({
    '/': api.listView({ items: arrayItems(numbered(10)), pagination }),
  }))
  const response = await get(`/${query}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  return response.text()
}

describe('Pagination settings', () => {
  describe('| `DEFAULT_PAGINATION_CLASS` | none | Global pagination style. With none, results are not paginated. |', () => {
    it('by default it is none', async () => {
      expect(await listing(undefined).body('?page=2')).toEqual(numbered(10))
    })

    it('the style of every list view that has none of its own', async () => {
      const DEFAULT_PAGINATION_CLASS = pageNumberPagination()
      const global = listing(undefined, { DEFAULT_PAGINATION_CLASS })
      const own = listing(limitOffsetPagination(), { DEFAULT_PAGINATION_CLASS })

      expect(await global.ids('?page=2')).toEqual([4, 5, 6])
      expect(await own.ids('?page=2')).toEqual([1, 2, 3])
    })
  })

  describe('| `PAGE_SIZE` | none | Global page size. Both settings must be set for page-number and cursor styles to work. It is optional for limit/offset. |', () => {
    it('Global page size.', async () => {
      expect(await listing(pageNumberPagination(), { PAGE_SIZE: 2 }).ids()).toEqual([1, 2])
      expect(await listing(limitOffsetPagination(), { PAGE_SIZE: 4 }).ids()).toEqual([1, 2, 3, 4])
    })

    it('Both settings must be set for page-number and cursor styles to work.', async () => {
      for (const style of [pageNumberPagination(), cursorPagination({ ordering: 'id' })]) {
        const global = { DEFAULT_PAGINATION_CLASS: style }
        const { body } = listing(undefined, { ...global, PAGE_SIZE: null })
        expect(await body()).toEqual(numbered(10))
        expect(await listing(undefined, global).ids()).toEqual([1, 2, 3])
      }
      expect(await listing(undefined, { PAGE_SIZE: 2 }).body()).toEqual(numbered(10))
    })

    it('It is optional for limit/offset.', async () => {
      const { ids, body } = listing(limitOffsetPagination(), { PAGE_SIZE: null })

      expect(await ids('?limit=2&offset=4')).toEqual([5, 6])
      expect(await body()).toEqual(numbered(10))
    })
  })
})

describe('Page-number style attributes', () => {
  const listed = (options: PageNumberOptions, settings: Settings = {}, count = 10) =>
    listing(pageNumberPagination(options), settings, count)

  it('| `page_size` | value of `PAGE_SIZE` | Items per page. |', async () => {
    expect(await listed({}).ids()).toEqual([1, 2, 3])
    expect(await listed({ pageSize: 4 }).ids()).toEqual([1, 2, 3, 4])
    expect(await listed({ pageSize: 4 }).ids('?page=3')).toEqual([9, 10])
    expect(await listed({ pageSize: 4 }, { PAGE_SIZE: null }).ids()).toEqual([1, 2, 3, 4])
  })

  it('| `page_query_param` | not given | Name of the page query parameter. The example uses `page`. |', async () => {
    expect(await listed({}).ids('?page=2')).toEqual([4, 5, 6])

    const sheets = listed({ pageQueryParam: 'sheet' })
    expect(await sheets.ids('?sheet=2&page=3')).toEqual([4, 5, 6])
    expect((await sheets.body()).next).toBe('http://testserver/?sheet=2')
  })

  it('| `page_size_query_param` | none | When set, names a query parameter letting the client choose the page size. When none, the client cannot choose. |', async () => {
    const chosen = listed({ pageSizeQueryParam: 'size' })
    expect(await chosen.ids('?size=5&page=2')).toEqual([6, 7, 8, 9, 10])
    expect((await chosen.body('?size=5')).next).toBe('http://testserver/?page=2&size=5')

    for (const name of ['size', 'page_size', 'pageSize', 'limit']) {
      expect(await listed({}).ids(`?${name}=5`)).toEqual([1, 2, 3])
    }
  })

  it('| `max_page_size` | none | Upper bound for the requested page size. Valid only when `page_size_query_param` is set. |', async () => {
    const pageSizeQueryParam = 'size'
    const bounded = listed({ pageSizeQueryParam, maxPageSize: 4 })
    expect(await bounded.ids('?size=4')).toHaveLength(4)
    expect(await bounded.ids('?size=5')).toHaveLength(4)
    expect(await listed({ pageSizeQueryParam }).ids('?size=1000')).toHaveLength(10)

    // The page size of the deployer is not cut by it.
    expect(await listed({ maxPageSize: 2 }).ids()).toEqual([1, 2, 3])
    expect(await listed({ maxPageSize: 2 }).ids('?size=9')).toEqual([1, 2, 3])
  })

  it("| `last_page_strings` | `('last',)` | Values of the page parameter that select the final page. |", async () => {
    expect(await listed({}).ids('?page=last')).toEqual([10])
    expect(await listed({}).status('?page=end')).toBe(404)

    const ends = listed({ lastPageStrings: ['end', '-1'] })
    expect(await ends.ids('?page=end')).toEqual([10])
    expect(await ends.ids('?page=-1')).toEqual([10])
    expect(await ends.status('?page=last')).toBe(404)
    expect((await ends.body('?page=end')).next).toBeNull()
    expect((await ends.body('?page=end')).previous).toBe('http://testserver/?page=3')
  })

  describe("| `django_paginator_class` | the framework's standard paginator | The paginator implementation used. |", () => {
    it('the standard paginator', async () => {
      const usual = listed({})
      const named = listed({ paginator: standardPaginator() })
      for (const query of ['', '?page=2', '?page=4']) {
        expect(await named.body(query)).toEqual(await usual.body(query))
      }
      expect(await listed({}, {}, 0).body()).toEqual({
        count: 0,
        next: null,
        previous: null,
        results: [],
      })
    })

    it('the standard paginator with other options', async () => {
      const paginator = standardPaginator({ orphans: 1, allowEmptyFirstPage: false })

      expect(await listed({ paginator }).ids('?page=3')).toEqual([7, 8, 9, 10])
      expect(await listed({ paginator }).status('?page=4')).toBe(404)
      expect(await listed({ paginator }, {}, 0).status()).toBe(404)
    })

    it('one of your own', async () => {
      /** One page of everything, whatever the page size. */
      const paginator: Paginator = async (items) => ({
        count: await items.count(),
        lastPage: 1,
        page: () => items.slice(0, null),
      })
      expect((await listed({ paginator }).body()).results).toEqual(numbered(10))
      expect(await listed({ paginator }).status('?page=2')).toBe(404)
    })
  })

  describe('| `template` | `rest_framework/pagination/numbers.html` | Template for browsable HTML controls. Setting none removes the controls. |', () => {
    it('Template for browsable HTML controls.', async () => {
      const html = await htmlOf(pageNumberPagination(), '?page=2')

      expect(html).toContain('class="pagination"')
      expect(html).toContain('href="http://testserver/?page=3"')
    })

    it('Setting none removes the controls.', async () => {
      const html = await htmlOf(pageNumberPagination({ template: null }), '?page=2')
      expect(html).not.toContain('class="pagination"')
    })

    it('a template of your own takes its place', async () => {
      const renderer = browsableRenderer({
        templates: { 'only-next': ({ next }) => `Onwards: ${next}` },
      })
      const { get } = clientOf({ PAGE_SIZE: 3, DEFAULT_RENDERER_CLASSES: [renderer] }, (api) => ({
        '/': api.listView({
          items: arrayItems(numbered(10)),
          pagination: pageNumberPagination({ template: 'only-next' }),
        }),
      }))
      const html = await (await get('/')).text()
      expect(html).toContain('Onwards: http://testserver/?page=2')
      expect(html).not.toContain('class="pagination"')
    })
  })
})

describe('Limit/offset style attributes', () => {
  it('| `default_limit` | value of `PAGE_SIZE` | Limit used when the client gives none. With `PAGE_SIZE` set, the `limit` parameter is optional. |', async () => {
    expect(await listing(limitOffsetPagination()).ids('?offset=1')).toEqual([2, 3, 4])
    expect(await listing(limitOffsetPagination({ defaultLimit: 2 })).ids()).toEqual([1, 2])
    expect(await listing(limitOffsetPagination()).ids('?limit=4')).toEqual([1, 2, 3, 4])

    const unset = listing(limitOffsetPagination(), { PAGE_SIZE: null })
    expect(await unset.body()).toEqual(numbered(10))
  })

  it('| `limit_query_param` | `limit` | Name of the limit parameter (maximum number of items to return). |', async () => {
    expect(await listing(limitOffsetPagination()).ids('?limit=2')).toEqual([1, 2])
    expect(await listing(limitOffsetPagination()).ids('?limit=2&offset=9')).toEqual([10])

    const most = listing(limitOffsetPagination({ limitQueryParam: 'most' }))
    expect(await most.ids('?most=2&limit=5')).toEqual([1, 2])
    expect((await most.body('?most=2')).next).toBe('http://testserver/?most=2&offset=2')
  })

  it('| `offset_query_param` | `offset` | Name of the offset parameter (start position in the full unpaginated set). |', async () => {
    expect(await listing(limitOffsetPagination()).ids('?offset=0')).toEqual([1, 2, 3])
    expect(await listing(limitOffsetPagination()).ids('?offset=7')).toEqual([8, 9, 10])

    const from = listing(limitOffsetPagination({ offsetQueryParam: 'from' }))
    expect(await from.ids('?from=4&offset=1')).toEqual([5, 6, 7])
    expect((await from.body('?from=4')).previous).toBe('http://testserver/?from=1&limit=3')
  })

  it("| `max_limit` | none | Upper bound for the client's limit. |", async () => {
    const bounded = listing(limitOffsetPagination({ maxLimit: 4 }))
    expect(await bounded.ids('?limit=4')).toHaveLength(4)
    expect(await bounded.ids('?limit=5')).toHaveLength(4)
    expect((await bounded.body('?limit=5')).next).toBe('http://testserver/?limit=4&offset=4')
    expect(await listing(limitOffsetPagination()).ids('?limit=1000')).toHaveLength(10)
  })

  it('| `template` | `rest_framework/pagination/numbers.html` | As above. |', async () => {
    const html = await htmlOf(limitOffsetPagination(), '?offset=3')
    expect(html).toContain('class="pagination"')
    expect(html).toContain('href="http://testserver/?limit=3&amp;offset=6"')

    const none = await htmlOf(limitOffsetPagination({ template: null }), '?offset=3')
    expect(none).not.toContain('class="pagination"')
  })
})
