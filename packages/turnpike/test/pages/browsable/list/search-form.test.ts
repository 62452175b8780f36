import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  arrayItems,
  createApi,
  isAuthenticated,
  pageNumberPagination,
  routes,
} from '../../../../src/index.ts'
import { browsableRenderer } from '../../../../src/pages/index.ts'
import { inputs, linksOf, partOf } from './form-parts.ts'

const items = arrayItems([
  { id: 1, title: 'Emma' },
  { id: 2, title: 'Persuasion' },
])
const api = createApi({
  DEFAULT_RENDERER_CLASSES: [browsableRenderer()],
  DEFAULT_PAGINATION_CLASS: pageNumberPagination({
    pageQueryParam: 'p',
    pageSizeQueryParam: 'size',
  }),
  PAGE_SIZE: 1,
})
const search = { fields: ['title'] as const }
const orderingFilter = { fields: ['id', 'title'] as const }
const client = testClient(
  routes(api, {
    '/': api.listView({ items, search, orderingFilter }),
    '/plain/': api.listView({ items }),
    '/secret/': api.listView({ items, search, permissions: [isAuthenticated] }),
    '//evil.example/': api.listView({ items, search }),
  }),
)
const pageAt = async (path: string) => (await client.get(path)).text()
const formAt = async (path: string) =>
  partOf(await pageAt(path), '<form class="card query"', '</form>')

describe('the search box of a list', () => {
  it('the words stay in the box, and the rest of the query is sent with them', async () => {
    const form = await formAt('/?search=em%22ma&ordering=-id&size=1&p=2&x=a&x=b')
    expect(form).toContain('role="search" aria-label="Search" method="get"')
    expect(inputs(form)).toEqual([
      ['hidden', 'ordering', '-id'],
      ['hidden', 'size', '1'],
      ['hidden', 'x', 'a'],
      ['hidden', 'x', 'b'],
      ['search', 'search', 'em&quot;ma'],
    ])
  })

  it('a link clears the search and keeps the order, from the first page', async () => {
    expect(linksOf(await formAt('/?search=e&ordering=id&p=1'))).toEqual({ Clear: '?ordering=id' })
    expect(linksOf(await formAt('/?search=e'))).toEqual({ Clear: '?' })
    expect(linksOf(await formAt('/?search='))).toEqual({})
  })

  it('the order and the pages keep the search', async () => {
    const page = await pageAt('/?search=m')
    expect(linksOf(partOf(page, '<thead>', '</thead>'))).toMatchObject({
      title: '?ordering=title&search=m',
    })
    expect(linksOf(partOf(await pageAt('/?search=s'), '<thead>', '</thead>'))).not.toEqual({})
    const all = await pageAt('/?search=%20&size=1')
    expect(linksOf(partOf(all, '<nav class="pages"', '</nav>'))).toMatchObject({
      '2': 'http://testserver/?p=2&search=+&size=1',
    })
  })

  it('the order leaves out an empty search', async () => {
    const heads = partOf(await pageAt('/?search='), '<thead>', '</thead>')
    expect(linksOf(heads)).toMatchObject({ title: '?ordering=title' })
  })

  it('an invalid search is a 400 with its error beside the box', async () => {
    const path = `/?search=${'x'.repeat(3000)}`
    expect((await client.get(path)).status).toBe(400)
    const form = await formAt(path)
    expect(form).toContain('aria-invalid="true" aria-describedby="query-field-search-errors"')
    expect(form).toContain('<li>Ensure this search has no more than')
    expect(inputs(form)).toEqual([['search', 'search', 'x'.repeat(3000)]])
  })

  it('a list without matches says so', async () => {
    expect(await pageAt('/?search=nothing')).toContain('<p class="nothing">Nothing matches.</p>')
  })

  it('the form is there when the page does not exist, and not when the list may not be seen', async () => {
    expect(await formAt('/?p=9')).toContain('type="search"')
    expect(await formAt('/secret/')).toBe('')
    expect(await formAt('/plain/')).toBe('')
  })

  it('the form stays on this host, whatever the path', async () => {
    expect(await formAt('//evil.example/')).not.toContain('action=')
  })
})
