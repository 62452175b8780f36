import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  choiceFilter,
  customFilter,
  dateFilter,
  exactFilter,
  isNullFilter,
  rangeFilter,
} from '../../../../src/filtering/index.ts'
import {
  ApiResponse,
  arrayItems,
  charField,
  createApi,
  cursorPagination,
  integerField,
  pageNumberPagination,
  routes,
  type Settings,
} from '../../../../src/index.ts'
import { browsableRenderer } from '../../../../src/pages/index.ts'
import { inputs, linksOf, partOf } from './form-parts.ts'

const items = arrayItems([
  { id: 1, size: 'small', owner: 7, created: '2026-01-01T10:00:00Z' },
  { id: 2, size: 'large', owner: null, created: '2026-01-02T10:00:00Z' },
  { id: 3, size: 'large', owner: 7, created: '2026-01-03T10:00:00Z' },
])

const near = customFilter({
  parameters: z.object({ near: charField().meta({ description: 'Only those near the place.' }) }),
  condition: ({ near }) => (near === undefined ? null : { any: [] }),
})

function serve(settings: Settings = {}) {
  const api = createApi({
    DEFAULT_RENDERER_CLASSES: [browsableRenderer()],
    SECRET_KEYS: ['a secret for tests of 32 characters and more'],
    PAGE_SIZE: 1,
    ...settings,
  })
  const filters = {
    owner: [exactFilter(integerField()), isNullFilter()],
    size: choiceFilter(['small', 'large']),
    created: dateFilter(),
    near,
  }
  const orderingFilter = { fields: ['id', 'created'] as const }
  const options = { items, filters, orderingFilter }
  const client = testClient(
    routes(api, {
      '/': api.listView({ ...options, pagination: pageNumberPagination() }),
      '/cursor/': api.listView({ ...options, pagination: cursorPagination({ ordering: 'id' }) }),
      '/few/': api.listView({ items, filters: { id: rangeFilter(integerField()) } }),
      '/own/': api.view({ get: () => new ApiResponse([]) }),
    }),
  )
  return async (path: string) => {
    const response = await client.get(path)
    const page = await response.text()
    return {
      status: response.status,
      page,
      form: partOf(page, '<form class="card query"', '</form>'),
    }
  }
}

describe('the form of the filters of a list', () => {
  const get = serve()

  it('each filter of the view has its field, also a custom one', async () => {
    const { form } = await get('/')
    expect(inputs(form)).toEqual([
      ['text', 'owner', ''],
      ['text', 'size__in', ''],
      ['datetime-local', 'created__gt', ''],
      ['datetime-local', 'created__gte', ''],
      ['datetime-local', 'created__lt', ''],
      ['datetime-local', 'created__lte', ''],
      ['date', 'created__date', ''],
      ['text', 'created__year', ''],
      ['text', 'near', ''],
    ])
    expect(form.match(/<select id="[^"]*" name="([^"]*)"/g)).toHaveLength(2)
    expect(form).toContain('Only those near the place')
  })

  it('values stay in the form, and the order is sent with them, but not the page', async () => {
    const { status, form } = await get('/?size=large&created__gte=2026-01-02&ordering=-id&page=2')
    expect(status).toBe(200)
    expect(form).toContain('<option value="large" selected>')
    expect(inputs(form)).toContainEqual(['date', 'created__gte', '2026-01-02'])
    expect(inputs(form).filter(([type]) => type === 'hidden')).toEqual([
      ['hidden', 'ordering', '-id'],
    ])
    expect(linksOf(form)).toEqual({ Clear: '?ordering=-id' })
  })

  it('many filters are folded in, with those in use in their line', async () => {
    expect((await get('/')).form).toContain('<details class="filters">\n<summary>Filters</summary>')
    expect((await get('/?size=large&near=%3Cb%3E\u202E')).form).toContain(
      '<span class="used">size=large, near=&lt;b&gt;\\u202e</span>',
    )
    expect((await get('/few/')).form).toContain('<details class="filters" open>')
  })

  it('a refused value is unfolded, with its error beside it', async () => {
    const { status, form, page } = await get('/?owner=abc&size=huge&created__gte=tomorrow')
    expect(status).toBe(400)
    expect(form).toContain('<details class="filters" open>')
    expect(form).toContain('id="query-field-owner-errors"><li>A valid integer is required.')
    expect(form).toContain('<option value="huge" selected>')
    expect(inputs(form)).toContainEqual(['text', 'created__gte', 'tomorrow'])
    expect(form.match(/aria-invalid="true"/g)).toHaveLength(3)
    expect(page).not.toContain('<table')
  })

  it('pages of numbers and of cursors keep the filters', async () => {
    const pages = async (path: string) =>
      linksOf(partOf((await get(path)).page, '<nav class="pages"', '</nav>'))
    const { '2': second } = await pages('/?size=large&created__gte=')
    expect(second).toContain('page=2&size=large')
    const { Next: next = '' } = await pages('/cursor/?size=large')
    expect(next).toContain('size=large')
    const onward = new URL(next)
    const { form, page } = await get(onward.pathname + onward.search)
    expect(inputs(form).filter(([type]) => type === 'hidden')).toEqual([])
    expect(linksOf(partOf(page, '<thead>', '</thead>'))).toMatchObject({
      created: '?ordering=created&size=large',
    })
  })

  it('the empty fields of the form are in no link of the page and not in its request', async () => {
    for (const path of ['/', '/cursor/']) {
      const { page } = await get(`${path}?size=large&owner=&created__gte=&near=&ordering=id`)
      const shown = partOf(page, '<section class="request"', '</code>')
      expect(shown).toContain(`<code>${path}?ordering=id&amp;size=large`)
      const parts = [
        partOf(page, '<thead>', '</thead>'),
        partOf(page, '<nav class="pages"', '</nav>'),
        partOf(page, '<section class="request"', '</section>'),
      ]
      for (const part of parts) {
        const links = Object.values(linksOf(part))
        expect(links.length).toBeGreaterThan(0)
        for (const url of links) expect(url).not.toMatch(/owner|near|created__gte/)
      }
    }
    expect((await get('/?x=&b=%7E&a=1')).page).toContain('<code>/?x=&amp;b=%7E&amp;a=1</code>')
    expect((await get('/?owner=')).page).toContain('<code>/</code>')
  })

  it('the error of an unknown parameter is above the form, with a link that removes it', async () => {
    const { form } = await serve({ STRICT_QUERY: true })('/?%3Cb%3E=1')
    expect(form).toContain('role="alert"><ul><li>&lt;b&gt;: Unknown query parameter.</li>')
    expect(linksOf(form)).toEqual({ Clear: '?' })
  })

  it('an unknown parameter is not sent again, nor by the link that clears', async () => {
    const strict = serve({ STRICT_QUERY: true })
    const { status, form } = await strict('/?sise=large&size=large&ordering=id')
    expect(status).toBe(400)
    expect(inputs(form).filter(([type]) => type === 'hidden')).toEqual([
      ['hidden', 'ordering', 'id'],
    ])
    expect(linksOf(form)).toEqual({ Clear: '?ordering=id' })
  })

  it('a list without matches says so', async () => {
    expect((await get('/?near=here')).page).toContain('<p class="nothing">Nothing matches.</p>')
    expect((await get('/own/')).page).toContain('<p class="nothing">There are no items here.</p>')
  })
})
