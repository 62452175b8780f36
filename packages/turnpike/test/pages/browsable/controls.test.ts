import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { html } from 'hono/html'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  arrayItems,
  createApi,
  cursorPagination,
  jsonRenderer,
  type Pagination,
  pageNumberPagination,
  routes,
} from '../../../src/index.ts'
import { type BrowsableRendererOptions, browsableRenderer } from '../../../src/pages/index.ts'
import { browser, browserAccept, markup, textOf } from '../page.ts'

/** A browser at a list of 100 items at `/`, ten on a page. */
function list(pagination: Pagination | null, options?: BrowsableRendererOptions) {
  const api = createApi({
    PAGE_SIZE: 10,
    LOGGER: silentLogger,
    DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer(options)],
  })
  const items = arrayItems(Array.from({ length: 100 }, (_, id) => ({ id, created: id })))
  return testClient(routes(api, { '/': api.listView({ items, pagination }) }), {
    headers: { Accept: browserAccept },
  })
}

/** The controls of a page, one item a line. */
const shownControls = (page: string) =>
  textOf(page, '<nav')
    .trim()
    .split(/\s*\n\s*/)

describe('numbered controls', () => {
  it('numbered controls show the pages around this one, gaps, and the ways back and on', async () => {
    const page = await markup(list(pageNumberPagination()), '/?page=6')

    expect(shownControls(page)).toEqual(['Previous', '1', '…', '5', '6', '7', '…', '10', 'Next'])
    expect(page).toContain('<a class="step prev" href="http://testserver/?page=5" rel="prev">')
    expect(page).toContain('<a class="step next" href="http://testserver/?page=7" rel="next">')
  })

  it('mark the page that is shown, and no other', async () => {
    const page = await markup(list(pageNumberPagination()), '/?page=6')

    expect(page.match(/aria-current="page"/g)).toHaveLength(1)
    expect(page).toContain('<a href="http://testserver/?page=6" aria-current="page">6</a>')
  })

  it('numbered controls keep the place of a missing direction', async () => {
    const first = await markup(list(pageNumberPagination()))
    const last = await markup(list(pageNumberPagination()), '/?page=last')

    expect(first).toContain('<span class="step prev">')
    expect(first).not.toContain('rel="prev"')
    expect(last).toContain('<span class="step next">')
    expect(last).not.toContain('rel="next"')
  })

  it('numbered controls have a landmark of their own', async () => {
    const page = await markup(list(pageNumberPagination()))

    expect(page).toMatch(/<nav class="pages" aria-label="Pages">\s*<ul class="pagination">/)
  })
})

describe('previous and next', () => {
  it('cursor lists have previous and next controls', async () => {
    const page = await markup(list(cursorPagination()))

    expect(page).toContain('<ul class="pager">')
    expect(shownControls(page)).toEqual(['Previous', 'Next'])
    expect(page).toMatch(/href="http:\/\/testserver\/\?cursor=[^"]+" rel="next"/)
  })
})

describe('no controls', () => {
  it.each([
    ['without pagination', null],
    ['with the template null', pageNumberPagination({ template: null })],
    ['when there is one page', pageNumberPagination({ pageSize: 100 })],
  ])('no controls are shown: %s', async (_name, pagination) => {
    expect(await markup(list(pagination))).not.toContain('<nav')
  })
})

describe('templates', () => {
  const template = 'brief'

  it('custom templates are chosen by the name that the pagination gives', async () => {
    const client = list(pageNumberPagination({ template }), {
      templates: { brief: ({ next }) => html`<a class="brief" href="${next}">More</a>` },
    })

    expect(await markup(client)).toContain(
      '<a class="brief" href="http://testserver/?page=2">More</a>',
    )
  })

  it('templates may be async', async () => {
    const client = list(pageNumberPagination({ template }), {
      templates: { brief: ({ next }) => html`<i>${Promise.resolve(next)}</i>` },
    })

    expect(await markup(client)).toContain('<i>http://testserver/?page=2</i>')
  })

  it('templates that return a plain text are escaped', async () => {
    const client = list(pageNumberPagination({ template }), {
      templates: { brief: () => '<b>More</b>' },
    })

    expect(await markup(client)).toContain('&lt;b&gt;More&lt;/b&gt;')
  })

  it('templates may replace a built-in one', async () => {
    const client = list(pageNumberPagination(), { templates: { numbers: () => 'mine' } })

    expect(shownControls(await markup(client))).toEqual(['mine'])
  })

  it.each(['brief', 'constructor', '__proto__'])(
    'an unknown template is a mistake: %s',
    async (name) => {
      const logged: unknown[] = []
      const client = browser(
        {
          get() {
            const response = new ApiResponse([])
            response.controls = { template: name, next: null, previous: null, pages: [] }
            return response
          },
        },
        {},
        { LOGGER: { ...silentLogger, error: (record: unknown) => logged.push(record) } },
      )

      expect((await client.get('/')).status).toBe(500)
      expect(logged).toMatchObject([
        { err: { message: expect.stringContaining(`Unknown page controls ${name}`) } },
      ])
      const json = await client.get('/', { headers: { Accept: 'application/json' } })
      expect(json.status).toBe(200)
    },
  )
})
