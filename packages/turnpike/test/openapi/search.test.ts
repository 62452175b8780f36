import { describe, expect, it } from 'vitest'
import { arrayItems, createApi, pageNumberPagination, type Settings } from '../../src/index.ts'
import { openApiDocument } from '../../src/openapi/index.ts'

async function documentOf(settings: Settings) {
  const api = createApi(settings)
  const view = api.listView({
    items: arrayItems([{ id: 1, title: 'Emma', code: 'E', isbn: '1' }]),
    search: { fields: ['title', '^code', '=isbn'] },
    pagination: pageNumberPagination({ pageSize: 2 }),
  })
  return openApiDocument(api, { '/books/': view }, { title: 'T', version: '1' })
}

describe('the search of a list in OpenAPI', () => {
  it('the parameter of a search says where it searches, and how much it takes', async () => {
    const { components, paths } = await documentOf({ SEARCH_PARAM: 'q' })
    expect(components.parameters?.q).toEqual({
      name: 'q',
      in: 'query',
      required: false,
      description:
        'Words that must all be found in `title`, `code` (at its start), `isbn` (the whole of it). ' +
        'Words in quotation marks must be found together.',
      schema: { type: 'string', maxLength: 500 },
    })
    expect(paths['/books/']?.get?.parameters).toContainEqual({ $ref: '#/components/parameters/q' })
  })

  it('a list with a search documents the 400 for one that is not accepted', async () => {
    const { paths } = await documentOf({})
    expect(Object.keys(paths['/books/']?.get?.responses ?? {})).toContain('400')
  })
})
