import { describe, expect, it } from 'vitest'
import {
  arrayItems,
  createApi,
  cursorPagination,
  limitOffsetPagination,
  type Pagination,
  pageNumberPagination,
  standardPaginator,
} from '../../src/index.ts'
import { openApiDocument, type SchemaObject } from '../../src/openapi/index.ts'
import { expectValid } from '../openapi/valid.ts'
import { invalidPage, listOf } from './list-of.ts'

const byPage = pageNumberPagination({ pageSize: 3, pageSizeQueryParam: 'size', pageInfo: true })
const byOffset = limitOffsetPagination({ defaultLimit: 3, maxLimit: 5, pageInfo: true })

describe('page information in the body', () => {
  it.each([
    [pageNumberPagination({ pageSize: 3 }), ['count', 'next', 'previous', 'results']],
    [limitOffsetPagination({ defaultLimit: 3 }), ['count', 'next', 'previous', 'results']],
  ])(
    'a body has no page information unless the style has pageInfo (case %#)',
    async (style, keys) => {
      expect(Object.keys(await listOf(7, style).get())).toEqual(keys)
    },
  )

  it('page information follows the other fields of the body in a fixed order', async () => {
    const usual = ['count', 'next', 'previous', 'results']
    const pageKeys = [...usual, 'page', 'page_size', 'total_pages']
    expect(Object.keys(await listOf(7, byPage).get())).toEqual(pageKeys)
    expect(Object.keys(await listOf(0, byPage).get())).toEqual(pageKeys)
    expect(Object.keys(await listOf(7, byOffset).get())).toEqual([...usual, 'limit', 'offset'])
  })

  it('a page by number has its number, its size and the number of the last page', async () => {
    const { get } = listOf(7, byPage)
    expect(await get()).toMatchObject({ page: 1, page_size: 3, total_pages: 3 })
    expect(await get('?page=last')).toMatchObject({ page: 3, page_size: 3, total_pages: 3 })
    expect(await get('?page=2&size=6')).toMatchObject({ page: 2, page_size: 6, total_pages: 2 })
    expect(await get('?size=no')).toMatchObject({ page_size: 3 })
    expect(await get('?page=4')).toEqual(invalidPage)
    expect(await listOf(0, byPage).get()).toMatchObject({ page: 1, total_pages: 1 })
  })

  it('the number of the last page counts orphans as the paginator does', async () => {
    const paginator = standardPaginator({ orphans: 1 })
    const style = pageNumberPagination({ pageSize: 3, paginator, pageInfo: true })
    expect(await listOf(7, style).get()).toMatchObject({ count: 7, total_pages: 2 })
  })

  it.each(['none', 'estimated', { capAt: 4 }] as const)(
    'the number of the last page is null until the end of the list is seen (case %#)',
    async (count) => {
      const style = pageNumberPagination({ pageSize: 3, count, pageInfo: true })
      const first = await listOf(7, style).get()
      // An array has no statistics, so it is counted.
      expect(first.total_pages).toBe(count === 'estimated' ? 3 : null)
      expect(await listOf(7, style).get('?page=3')).toMatchObject({ page: 3, total_pages: 3 })
    },
  )

  it('a window has the limit and the offset in use', async () => {
    const { get } = listOf(7, byOffset)
    expect(await get()).toMatchObject({ limit: 3, offset: 0 })
    expect(await get('?limit=100&offset=6')).toMatchObject({ limit: 5, offset: 6 })
    expect(await get('?limit=-1&offset=-1')).toMatchObject({ limit: 3, offset: 0 })
    expect(await get('?offset=90')).toMatchObject({ limit: 3, offset: 90, results: [] })
  })

  it('OpenAPI documents the page information', async () => {
    const schemaOf = async (pagination: Pagination) => {
      const api = createApi({ PAGE_SIZE: 3 })
      const view = api.listView({ items: arrayItems([{ id: 1 }]), pagination })
      const document = await openApiDocument(api, { '/items/': view }, { title: 'T', version: '1' })
      await expectValid(document)
      const [page] = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
        name.endsWith('Page') ? [schema as SchemaObject] : [],
      )
      return page
    }
    expect((await schemaOf(byPage))?.required).toEqual(Object.keys(await listOf(7, byPage).get()))
    expect((await schemaOf(byOffset))?.required).toEqual(
      Object.keys(await listOf(7, byOffset).get()),
    )
    expect((await schemaOf(byPage))?.properties).toHaveProperty('total_pages.type', 'integer')
    expect(
      (await schemaOf(pageNumberPagination({ count: 'none', pageInfo: true })))?.properties,
    ).toHaveProperty('total_pages.type', ['integer', 'null'])
    expect((await schemaOf(cursorPagination()))?.required).not.toContain('page')
  })
})
