import { describe, expect, it } from 'vitest'
import { arrayItems, createApi, pageNumberPagination, routes } from '../../../src/index.ts'
import { browsableRenderer } from '../../../src/pages/index.ts'
import { testClient } from '../../../src/testing/index.ts'

const items = arrayItems([
  { id: 1, due_date: 3 },
  { id: 2, due_date: 1 },
])
const api = createApi({ DEFAULT_RENDERER_CLASSES: [browsableRenderer()], PAGE_SIZE: 1 })
const client = testClient(
  routes(api, {
    '/': api.listView({
      items,
      pagination: pageNumberPagination({ pageSizeQueryParam: 'size' }),
      orderingFilter: { fields: ['id', 'due_date'] },
    }),
    '/plain/': api.listView({ items }),
  }),
)

/** Links of the page by their text. */
async function links(path: string): Promise<Record<string, string>> {
  const page = await (await client.get(path)).text()
  const nav = /<nav class="ordering".*?<\/nav>/s.exec(page)?.[0] ?? ''
  return Object.fromEntries(
    [...nav.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href = '', text = '']) => [
      text.replace(/<[^>]*>/g, ''),
      href.replaceAll('&amp;', '&'),
    ]),
  )
}

describe('the ordering links', () => {
  it('ordering links lead to the first page of the other order, with the rest of the query', async () => {
    expect(await links('/?page=2&size=1')).toEqual({
      Id: '?ordering=id&size=1',
      'Due date': '?ordering=due_date&size=1',
    })
  })

  it('ordering links mark the chosen order, and reverse it', async () => {
    expect(await links('/?ordering=id')).toEqual({
      'Id ↑, ascending': '?ordering=-id',
      'Due date': '?ordering=due_date',
    })
    expect(await links('/?ordering=-due_date')).toEqual({
      Id: '?ordering=id',
      'Due date ↓, descending': '?ordering=due_date',
    })
  })

  it('ordering links are absent when there is nothing to choose, and on an error', async () => {
    expect(await links('/plain/')).toEqual({})
    expect(await links('/?page=9')).toEqual({})
  })
})
