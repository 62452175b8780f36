import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { arrayStore, createApi, routes } from '../../src/index.ts'

const api = createApi()
const schema = z.object({ title: z.string().check(z.maxLength(3)) })
const store = arrayStore<{ id: number; title: string }>([])

describe('a schema of zod/mini', () => {
  it('a schema of zod/mini validates with the usual messages', async () => {
    const location = ({ id }: { id: number }) => `/notes/${id}/`
    const app = routes(api, { '/notes/': api.listView({ store, schema, location }) })
    const send = async (body: object) => {
      const headers = { 'Content-Type': 'application/json' }
      const request = { method: 'POST', headers, body: JSON.stringify(body) }
      const response = await app.request('/notes/', request)
      return [response.status, await response.json()]
    }
    expect(await send({ title: 'fox' })).toEqual([201, { id: 1, title: 'fox' }])
    expect(await send({ title: 'foxes' })).toEqual([
      400,
      { title: ['Ensure this field has no more than 3 characters.'] },
    ])
    expect(await send({})).toEqual([400, { title: ['This field is required.'] }])
  })

  it('a schema of zod/mini needs another one for PATCH', () => {
    expect(() => api.detailView({ store, schema })).toThrow(
      'A schema of zod/mini cannot be used for PATCH. Set `partialSchema`',
    )
    const partialSchema = z.partial(schema)
    expect(api.detailView({ store, schema, partialSchema })).toBeDefined()
  })
})
