import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  arrayItems,
  createApi,
  cursorPagination,
  limitOffsetPagination,
  type Pagination,
  pageNumberPagination,
  routes,
} from '../../../../src/index.ts'
import { browsableRenderer } from '../../../../src/pages/index.ts'
import { linksOf, partOf } from './form-parts.ts'

const rows = [
  { id: 1, due_date: 3 },
  { id: 2, due_date: 1 },
]
const items = arrayItems(rows)
const orderingFilter = { fields: ['id', 'due_date'] as const }
const api = createApi({
  DEFAULT_RENDERER_CLASSES: [browsableRenderer()],
  SECRET_KEYS: ['a secret for tests of 32 characters and more'],
  PAGE_SIZE: 1,
})
const byNumber = pageNumberPagination({ pageQueryParam: 'p', pageSizeQueryParam: 'size' })
const undescribed: Pagination = { paginate: byNumber.paginate }
const client = testClient(
  routes(api, {
    '/': api.listView({ items, pagination: byNumber, orderingFilter }),
    '/limit/': api.listView({
      items,
      pagination: limitOffsetPagination({ offsetQueryParam: 'from' }),
      orderingFilter,
    }),
    '/cursor/': api.listView({
      items,
      pagination: cursorPagination({ ordering: 'id', cursorQueryParam: 'after' }),
      orderingFilter,
    }),
    '/undescribed/': api.listView({ items, pagination: undescribed, orderingFilter }),
    '/hidden/': api.listView({ items, serialize: ({ id }) => ({ id }), orderingFilter }),
    '/empty/': api.listView({ items: arrayItems<(typeof rows)[0]>([]), orderingFilter }),
    '/plain/': api.listView({ items }),
  }),
)

/** Links by their text, in the part of the page between the two. */
const links = async (path: string, [from, until]: [string, string]) =>
  linksOf(partOf(await (await client.get(path)).text(), from, until))
const heads = (path: string) => links(path, ['<thead>', '</thead>'])
const row = (path: string) => links(path, ['<nav class="ordering"', '</nav>'])

describe('the order of a list on its page', () => {
  it('heads lead to the first page of the other order, with the rest of the query', async () => {
    expect(await heads('/?p=2&size=1')).toEqual({
      id: '?ordering=id&size=1',
      due_date: '?ordering=due_date&size=1',
    })
  })

  it.each([
    ['/limit/?limit=1&from=1', '?limit=1&ordering=id'],
    ['/undescribed/?page=1&x=1', '?ordering=id&x=1'],
  ])('heads leave out the parameter of the page, whatever its name: %s', async (path, url) => {
    expect((await heads(path)).id).toBe(url)
  })

  it('heads leave out the cursor', async () => {
    const next = (await links('/cursor/?x=1', ['<ul class="pager"', '</ul>'])).Next
    expect(next).toContain('after=')
    const path = new URL(next ?? '', 'http://testserver')
    expect((await heads(path.pathname + path.search)).due_date).toBe('?ordering=due_date&x=1')
  })

  it('the head of the chosen order says it to screen readers, and reverses it', async () => {
    const page = async (path: string) => (await client.get(path)).text()
    expect(await heads('/?ordering=id')).toEqual({
      'id ↑': '?ordering=-id',
      due_date: '?ordering=due_date',
    })
    expect(await page('/?ordering=id')).toContain('<th scope="col" aria-sort="ascending">')
    expect(await heads('/?ordering=-due_date')).toEqual({
      id: '?ordering=id',
      'due_date ↓': '?ordering=due_date',
    })
    expect(await page('/?ordering=-id')).toContain('<th scope="col" aria-sort="descending">')
    expect(await page('/')).not.toContain(' aria-sort="')
  })

  it('fields that have no column are links above the table', async () => {
    expect(await row('/hidden/')).toEqual({ 'Due date': '?ordering=due_date' })
    expect(await row('/hidden/?ordering=-due_date')).toEqual({
      'Due date ↓, descending': '?ordering=due_date',
    })
    expect(await row('/')).toEqual({})
    expect(Object.keys(await row('/empty/'))).toEqual(['Id', 'Due date'])
  })

  it('there are no links if there is nothing to choose, or on an error', async () => {
    for (const path of ['/plain/', '/?p=9']) {
      expect({ ...(await heads(path)), ...(await row(path)) }).toEqual({})
    }
  })
})
