import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiResponse, arrayStore, charField, createApi, routes } from '../../src/index.ts'
import {
  type OpenApiDocument,
  openApiDocument,
  type ParameterObject,
  type ResponseObject,
} from '../../src/openapi/index.ts'
import { expectValid, misfits, resolve } from './valid.ts'

const item = z.object({ id: z.int(), title: charField(), updated: z.string() })
const schema = z.object({ title: charField() })

function made(conditional: boolean) {
  const api = createApi({ CONDITIONAL_REQUESTS: conditional })
  const store = arrayStore([{ id: 1, title: 'one', updated: '2026-01-02T03:04:05Z' }])
  const create = ({ title }: { title: string }) => store.create({ title, updated: '' })
  const options = { required: true, lastModified: 'updated' } as const
  return {
    api,
    views: {
      '/notes/': api.listView({ store, schema, create, answers: item }),
      '/notes/:id/': api.detailView({ store, schema, answers: item }),
      '/strict/:id/': api.detailView({
        store,
        schema,
        answers: item,
        ...(conditional && { conditional: options }),
      }),
      '/own/': api.view({ get: () => new ApiResponse({ a: 1 }) }),
    },
  }
}

async function documented(conditional = true): Promise<OpenApiDocument> {
  const { api, views } = made(conditional)
  return openApiDocument(api, views, { title: 'T', version: '1' })
}

/** The names of the parameters, of the header fields of good responses, and all statuses. */
async function shapeOf(path: string, method: 'get' | 'post' | 'put' | 'patch' | 'delete') {
  const document = await documented()
  const operation = document.paths[path]?.[method]
  const parameters = (operation?.parameters ?? []).map((one) =>
    resolve<ParameterObject>(document, one),
  )
  const fields = Object.entries(operation?.responses ?? {})
    .filter(([status]) => Number(status) < 400)
    .map(([status, response]) => [
      status,
      Object.keys(resolve<ResponseObject>(document, response).headers ?? {}).filter(
        (name) => name !== 'Location',
      ),
    ])
  return {
    parameters: parameters
      .filter(({ in: place }) => place === 'header')
      .map(({ name, required }) => `${name}${required ? '!' : ''}`),
    fields: Object.fromEntries(fields),
    statuses: Object.keys(operation?.responses ?? {}),
  }
}

describe('conditional views in the document', () => {
  it('the document is valid, and says nothing of conditions without the setting', async () => {
    await expectValid(await documented())
    const plain = JSON.stringify(await documented(false))
    for (const word of ['ETag', 'If-Match', 'If-None-Match', '"304"', '"412"', '"428"']) {
      expect(plain).not.toContain(word)
    }
  })

  it('a list and an item have a tag, and a 304', async () => {
    expect(await shapeOf('/notes/', 'get')).toMatchObject({
      parameters: ['If-None-Match'],
      fields: { 200: ['ETag'], 304: ['ETag'] },
    })
    expect(await shapeOf('/notes/{id}/', 'get')).toMatchObject({
      parameters: ['If-None-Match'],
      fields: { 200: ['ETag'], 304: ['ETag'] },
    })
    expect(await shapeOf('/strict/{id}/', 'get')).toMatchObject({
      parameters: ['If-None-Match', 'If-Modified-Since'],
      fields: { 200: ['ETag', 'Last-Modified'], 304: ['ETag', 'Last-Modified'] },
    })
  })

  it('a write of an item takes If-Match, and may fail with 412', async () => {
    const patch = await shapeOf('/notes/{id}/', 'patch')
    expect(patch).toMatchObject({ parameters: ['If-Match'], fields: { 200: ['ETag'] } })
    expect(patch.statuses).toContain('412')
    expect(patch.statuses).not.toContain('428')
    expect(await shapeOf('/notes/{id}/', 'put')).toMatchObject({
      parameters: ['If-Match'],
      fields: { 200: [] },
    })
    const remove = await shapeOf('/notes/{id}/', 'delete')
    expect(remove).toMatchObject({ parameters: ['If-Match'], fields: { 204: [] } })
    expect(remove.statuses).toEqual(expect.arrayContaining(['204', '400', '404', '412']))
  })

  it('a view that requires If-Match has a 428, and the parameter is required', async () => {
    for (const method of ['put', 'patch', 'delete'] as const) {
      const { parameters, statuses } = await shapeOf('/strict/{id}/', method)
      expect(parameters).toEqual(['If-Match!'])
      expect(statuses).toEqual(expect.arrayContaining(['412', '428']))
    }
  })

  it('POST and views of the application have nothing of it', async () => {
    const post = await shapeOf('/notes/', 'post')
    expect(post).toMatchObject({ parameters: [], fields: { 201: [] } })
    expect(post.statuses).not.toContain('412')
    expect(await shapeOf('/own/', 'get')).toMatchObject({ parameters: [], fields: { 200: [] } })
  })

  it('what is documented of errors is what is sent', async () => {
    const document = await documented()
    const { api, views } = made(true)
    const client = testClient(routes(api, views))
    const sent: [Record<string, string>, number][] = [
      [{}, 428],
      [{ 'If-Match': '"no"' }, 412],
      [{ 'If-Match': 'no' }, 400],
    ]
    for (const [headers, status] of sent) {
      const response = await client.delete('/strict/1/', { headers })
      expect(response.status).toBe(status)
      const described = document.paths['/strict/{id}/']?.delete?.responses[status]
      const { content } = resolve<ResponseObject>(document, described ?? { description: '' })
      const media = content?.['application/json']
      const body = await response.json()
      expect(misfits(document, resolve(document, media?.schema ?? {}), body)).toBe('')
      const examples = Object.values(media?.examples ?? {}).map(
        (example) => (example as { value: unknown }).value,
      )
      expect(examples).toContainEqual(body)
    }
  })
})
