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
  standardPaginator,
} from '../../src/index.ts'
import { openApiDocument } from '../../src/openapi/index.ts'
import { expectValid } from '../openapi/valid.ts'

const rows = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }))

const api = createApi({ PAGE_SIZE: 3, CORS_ALLOWED_ORIGINS: ['https://app.example'] })

const clientOf = (pagination: Pagination, items = rows) =>
  testClient(routes(api, { '/items/': api.listView({ items: arrayItems(items), pagination }) }))

/** The links by their relation, without scheme, host and path. */
async function linksOf(pagination: Pagination, query = '', items = rows) {
  const response = await clientOf(pagination, items).get(`/items/${query}`)
  const field = response.headers.get('Link')
  if (field === null) return null
  const found = field.split(', ').map((link) => /^<([^<>]*)>; rel="(\w+)"$/.exec(link) ?? [])
  return Object.fromEntries(
    found.map(([, url = '', relation = '']) => [
      relation,
      url.replace('http://testserver/items/', ''),
    ]),
  )
}

const byPage = pageNumberPagination({ linkHeader: true })
const byOffset = limitOffsetPagination({ linkHeader: true })
const byCursor = cursorPagination({ ordering: 'id', linkHeader: true })

describe('the header field Link', () => {
  it.each([pageNumberPagination(), limitOffsetPagination(), cursorPagination({ ordering: 'id' })])(
    'Link is absent unless the style has linkHeader (case %#)',
    async (style) => {
      expect(await linksOf(style)).toBeNull()
    },
  )

  it('Link has the neighbours of a page by number, the first page and the last', async () => {
    expect(await linksOf(byPage)).toEqual({ next: '?page=2', first: '', last: '?page=3' })
    expect(await linksOf(byPage, '?page=2')).toEqual({
      next: '?page=3',
      prev: '',
      first: '',
      last: '?page=3',
    })
    expect(await linksOf(byPage, '?page=last')).toEqual({
      prev: '?page=2',
      first: '',
      last: '?page=3',
    })
    expect(await linksOf(byPage, '', [])).toEqual({ first: '', last: '' })
  })

  it('Link has the neighbours of a window, and the first and last of those that start at 0', async () => {
    expect(await linksOf(byOffset, '?offset=2&limit=2')).toEqual({
      next: '?limit=2&offset=4',
      prev: '?limit=2',
      first: '?limit=2',
      last: '?limit=2&offset=6',
    })
    expect(await linksOf(byOffset, '?limit=7')).toEqual({ first: '?limit=7', last: '?limit=7' })
    expect(await linksOf(byOffset, '?limit=6')).toMatchObject({ last: '?limit=6&offset=6' })
    expect(await linksOf(byOffset, '', [])).toEqual({ first: '?limit=3', last: '?limit=3' })
  })

  it('Link never leads to a window that maxOffset forbids', async () => {
    const style = limitOffsetPagination({ maxOffset: 5, linkHeader: true })
    expect(await linksOf(style)).toEqual({ next: '?limit=3&offset=3', first: '?limit=3' })
    expect(await linksOf(style, '?limit=4')).toHaveProperty('last', '?limit=4&offset=4')
  })

  it('Link has the neighbours of a page by cursor, and the first page', async () => {
    const { next, ...others } = (await linksOf(byCursor)) ?? {}
    expect(next).toMatch(/^\?cursor=/)
    expect(others).toEqual({ first: '' })
    expect(await linksOf(byCursor, next)).toEqual({
      next: expect.stringMatching(/^\?cursor=/),
      prev: expect.stringMatching(/^\?cursor=/),
      first: '',
    })
  })

  it('Link has a last page only if the list was counted to its end', async () => {
    const style = pageNumberPagination({ count: 'none', linkHeader: true })
    expect(await linksOf(style)).toEqual({ next: '?page=2', first: '' })
    expect(await linksOf(style, '?page=3')).toEqual({
      prev: '?page=2',
      first: '',
      last: '?page=3',
    })
    const capped = limitOffsetPagination({ count: { capAt: 4 }, linkHeader: true })
    expect(await linksOf(capped)).not.toHaveProperty('last')
  })

  it('Link follows a paginator that joins the last pages', async () => {
    const paginator = standardPaginator({ orphans: 1 })
    expect(await linksOf(pageNumberPagination({ linkHeader: true, paginator }))).toEqual({
      next: '?page=2',
      first: '',
      last: '?page=2',
    })
  })

  it('the links are those of the body, which stays as it is', async () => {
    for (const [style, plain] of [
      [byPage, pageNumberPagination()],
      [byOffset, limitOffsetPagination()],
    ] as const) {
      const linked = await clientOf(style).get('/items/?page=2&offset=3&z=%3E%22%20é')
      const body = await linked.text()
      const { next, previous } = JSON.parse(body)
      expect(linked.headers.get('Link')).toContain(
        `<${next}>; rel="next", <${previous}>; rel="prev"`,
      )
      expect(body).toBe(
        await (await clientOf(plain).get('/items/?page=2&offset=3&z=%3E%22%20é')).text(),
      )
    }
  })

  it('a URL cannot end its link early', async () => {
    const app = routes(api, {
      '/of/:name/': api.listView({ items: arrayItems(rows), pagination: byPage }),
    })
    const response = await app.request(
      new Request('http://testserver/of/%3E;rel=x,%3Chttp:|`{}^"é/?a=>,<b>&b="'),
    )
    const field = response.headers.get('Link') ?? ''
    expect(field).toMatch(/^(<[\w!#$%&'()*+,./:;=?@[\]~-]+>; rel="(next|first|last)"(, |$)){3}$/)
  })

  it('HEAD and pages of other origins get the links, too', async () => {
    const client = clientOf(byPage)
    const { headers } = await client.get('/items/?page=2')
    const head = await client.request('HEAD', '/items/?page=2', {
      headers: { Origin: 'https://app.example' },
    })
    expect(head.headers.get('Link')).toBe(headers.get('Link'))
    expect(head.headers.get('Access-Control-Expose-Headers')).toContain('Link')
  })

  it('a list without pages and an error have no links', async () => {
    expect(await linksOf(pageNumberPagination({ pageSize: null, linkHeader: true }))).toBeNull()
    expect(await linksOf(byPage, '?page=9')).toBeNull()
  })

  it.each([byPage, byOffset, byCursor])('OpenAPI documents Link (case %#)', async (pagination) => {
    const answerOf = async (style: Pagination) => {
      const view = api.listView({ items: arrayItems(rows), pagination: style })
      const document = await openApiDocument(api, { '/items/': view }, { title: 'T', version: '1' })
      await expectValid(document)
      return document.paths['/items/']?.get?.responses[200]
    }
    expect(await answerOf(pagination)).toHaveProperty('headers.Link.schema', { type: 'string' })
    expect(await answerOf(pageNumberPagination())).not.toHaveProperty('headers')
  })
})
