import {
  type ApiRequest,
  ApiResponse,
  arrayItems,
  cursorPagination,
  type ItemSet,
  limitOffsetPagination,
  type Page,
  type Pagination,
  pageNumberPagination,
} from 'turnpike'
import { browsableRenderer } from 'turnpike/pages'
import { describe, expect, it } from 'vitest'
import { clientOf, numbered } from './client.ts'

// Spec, "Limits", "Custom pagination styles".

const items = arrayItems(numbered(5))

/** A client of a service with a list in this style, in pages of two. */
const listing = (pagination: Pagination) =>
  clientOf({ PAGE_SIZE: 2 }, (api) => ({
    '/': api.listView({ items, pagination, serialize: ({ id }) => `item ${id}` }),
  })).get

/** Page numbers with an answer of another shape. */
function answering(
  respond: (page: Page<unknown>, results: readonly unknown[]) => ApiResponse,
): Pagination {
  const pages = pageNumberPagination()
  return {
    async paginate(all, request, view) {
      const page = await pages.paginate(all, request, view)
      return page && { ...page, respond: (results) => respond(page, results) }
    },
  }
}

describe('A custom style provides two operations:', () => {
  describe('Paginate: takes the initial item set, the request and optionally the view, and returns an iterable holding only the requested page.', () => {
    /** `?after=2`: the items after that one, as many as the view's page size says, or two. */
    const following: Pagination = {
      async paginate(all, request, view) {
        const after = Number(request.queryValue('after') ?? 0)
        const size = view?.settings.PAGE_SIZE ?? 2
        return {
          items: await all.slice(after, size),
          next: null,
          previous: null,
          respond: (results) => new ApiResponse(results),
        }
      },
    }

    it('the initial item set, the request and the view', async () => {
      const { get } = clientOf({ PAGE_SIZE: 3 }, (api) => ({
        '/': api.listView({ items, pagination: following }),
      }))
      expect(await (await get('/?after=1')).json()).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
    })

    it('without the view', async () => {
      const paging = async (pagination: Pagination, all: ItemSet<unknown>, request: ApiRequest) => {
        const page = await pagination.paginate(all, request)
        return new ApiResponse({ onlyThis: [...(page?.items ?? [])] })
      }
      const { get } = clientOf({}, () => ({
        '/own/': { get: (request: ApiRequest) => paging(following, items, request) },
        '/built-in/': {
          get: (request: ApiRequest) =>
            paging(pageNumberPagination({ pageSize: 2 }), items, request),
        },
      }))

      expect(await (await get('/own/?after=3')).json()).toEqual({
        onlyThis: [{ id: 4 }, { id: 5 }],
      })
      expect(await (await get('/built-in/?page=2')).json()).toEqual({
        onlyThis: [{ id: 3 }, { id: 4 }],
      })
    })
  })

  it('Build response: takes the serialized page data and returns a response. It may use state stored during paginate.', async () => {
    const counting: Pagination = {
      async paginate(all, request) {
        const count = await all.count()
        const wanted = request.queryValue('most')
        return {
          items: await all.slice(0, Number(wanted)),
          next: null,
          previous: null,
          respond: (results) =>
            new ApiResponse({ wanted, count, results }, 206, { 'X-Total': `${count}` }),
        }
      },
    }

    const get = listing(counting)
    const [two, three] = await Promise.all([get('/?most=2'), get('/?most=3')])

    expect(two.status).toBe(206)
    expect(two.headers.get('X-Total')).toBe('5')
    expect(await two.json()).toEqual({ wanted: '2', count: 5, results: ['item 1', 'item 2'] })
    // What one request stores is not seen by another.
    expect(await three.json()).toMatchObject({ wanted: '3', results: { length: 3 } })
  })
})

describe('A custom style may place next and previous links in a nested `links` object, or in a `Link` header instead of the body.', () => {
  it('in a nested `links` object', async () => {
    const get = listing(
      answering(
        ({ next, previous, count }, results) =>
          new ApiResponse({ links: { next, previous }, count, results }),
      ),
    )
    expect(await (await get('/?page=2')).json()).toEqual({
      links: { next: 'http://testserver/?page=3', previous: 'http://testserver/' },
      count: 5,
      results: ['item 3', 'item 4'],
    })
  })

  it('in a `Link` header instead of the body', async () => {
    const get = listing(
      answering(({ next, previous }, results) => {
        const Link = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`]
        return new ApiResponse(results, 200, { Link: Link.filter(Boolean).join(', ') })
      }),
    )
    const response = await get('/?page=2')

    expect(response.headers.get('Link')).toBe(
      '<http://testserver/?page=3>; rel="next", <http://testserver/>; rel="prev"',
    )
    expect(await response.json()).toEqual(['item 3', 'item 4'])
  })
})

describe('A style that needs HTML controls sets `display_page_controls` to true while paginating.', () => {
  // Here the page that `paginate` returns has the controls themselves, or none.
  const style = (hasControls: boolean): Pagination => ({
    paginate: async (all) => ({
      items: await all.slice(0, 2),
      next: '/?more',
      previous: null,
      respond: (results) => new ApiResponse(results),
      ...(hasControls && {
        controls: { template: 'previous-and-next', next: '/?more', previous: null, pages: [] },
      }),
    }),
  })
  const htmlOf = async (pagination: Pagination) => {
    const { get } = clientOf({ DEFAULT_RENDERER_CLASSES: [browsableRenderer()] }, (api) => ({
      '/': api.listView({ items, pagination }),
    }))
    return (await get('/')).text()
  }

  it('with controls', async () => {
    expect(await htmlOf(style(true))).toMatch(/class="pager"[\s\S]*href="\/\?more"/)
  })

  it('without', async () => {
    expect(await htmlOf(style(false))).not.toContain('class="pager"')
  })
})

it.each([
  ['page-number', pageNumberPagination()],
  ['limit/offset', limitOffsetPagination()],
  ['cursor', cursorPagination({ ordering: 'id' })],
])('The built-in styles all place links in the body. (%s)', async (_name, pagination) => {
  const get = listing(pagination)
  const first = await get('/')
  const body = await first.json()
  const second = await (await get(body.next)).json()

  expect(first.headers.has('Link')).toBe(false)
  expect(body).toMatchObject({ next: expect.stringMatching(/^http:/), previous: null })
  expect(second).toMatchObject({ next: expect.any(String), previous: expect.any(String) })
})
