import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exactFilter } from '../../../src/filtering/index.ts'
import {
  ApiResponse,
  arrayStore,
  createApi,
  integerField,
  type Permission,
  routes,
} from '../../../src/index.ts'
import { browsableRenderer } from '../../../src/pages/index.ts'
import { inputs } from '../browsable/list/form-parts.ts'

const accepts = z.object({ size: integerField() })
const readOnly: Permission = { hasPermission: ({ method }) => method !== 'POST' }
const nobody: Permission = { hasPermission: () => false }

function serve() {
  const api = createApi({ DEFAULT_RENDERER_CLASSES: [browsableRenderer()] })
  const post = () => new ApiResponse(null, 201)
  const view = { post, put: post, delete: post, operations: { post: { accepts } } }
  const list = { store: arrayStore([{ id: 1, size: 2 }]), schema: accepts }
  const filters = { size: exactFilter() }
  const client = testClient(
    routes(api, {
      '/': view,
      '/read-only/': { ...view, permissions: [readOnly] },
      '/nobody/': { ...view, permissions: [nobody] },
      '/list/': api.listView({ ...list, filters }),
      '/list/read-only/': api.listView({ ...list, filters, permissions: [readOnly] }),
    }),
  )
  return async (path: string) => {
    const response = await client.get(path)
    const page = await response.text()
    const headings = [...page.matchAll(/<h2 id="(\w+)-title">/g)].map(([, name]) => name)
    return { status: response.status, page, headings }
  }
}

describe('the forms on the page of an error', () => {
  const get = serve()

  it('a view with only POST has its form on the 405 page of a GET', async () => {
    const { status, page, headings } = await get('/')
    expect({ status, headings }).toEqual({ status: 405, headings: ['add'] })
    expect(inputs(page)).toContainEqual(['text', 'size', ''])
    expect(page).toContain('<a href="#add">Add</a>')
  })

  it('a 405 page has no form for a client that may not send POST', async () => {
    expect(await get('/read-only/')).toMatchObject({ status: 405, headings: [] })
    expect((await get('/nobody/')).headings).toEqual([])
  })

  it('a refused filter leaves the form that adds on the page', async () => {
    expect(await get('/list/?size=x')).toMatchObject({ status: 400, headings: ['add'] })
    expect(await get('/list/read-only/?size=x')).toMatchObject({ status: 400, headings: [] })
  })
})
