import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  choiceFilter,
  containsFilter,
  customFilter,
  dateFilter,
  exactFilter,
  inFilter,
} from '../../src/filtering/index.ts'
import {
  arrayItems,
  charField,
  createApi,
  dateTimeField,
  integerField,
  pageNumberPagination,
  type Settings,
} from '../../src/index.ts'
import { type OpenApiDocument, openApiDocument } from '../../src/openapi/index.ts'
import { expectValid, resolve } from './valid.ts'

const documentOf = async (settings: Settings = {}, isFiltered = true) => {
  const api = createApi(settings)
  const answers = z.object({
    id: integerField(),
    owner: integerField(),
    status: z.enum(['open', 'done']),
    title: charField(),
    created: dateTimeField(),
  })
  const view = api.listView({
    items: arrayItems([{ id: 1, owner: 1, status: 'open' as const, title: '', created: '' }]),
    answers,
    pagination: pageNumberPagination({ pageSize: 5 }),
    filters: isFiltered
      ? {
          owner: [exactFilter(), inFilter({ maxValues: 20 })],
          status: choiceFilter(),
          title: containsFilter({ parameter: 'q' }),
          created: dateFilter(),
          near: customFilter({
            parameters: z.object({ near: charField({ maxLength: 9 }).describe('A place.') }),
            condition: () => null,
          }),
        }
      : null,
  })
  return openApiDocument(
    api,
    { '/tasks/': view, '/tasks/:id/': api.view({ get: () => new Response() }) },
    {
      title: 'Tasks',
      version: '1',
    },
  )
}

const get = (document: OpenApiDocument) => document.paths['/tasks/']?.get
const parametersOf = (document: OpenApiDocument) =>
  (get(document)?.parameters ?? []).map((one) => resolve<Record<string, unknown>>(document, one))
const answerTo400 = (document: OpenApiDocument) =>
  resolve<{ content: Record<string, { schema: object; examples: object }> }>(
    document,
    get(document)?.responses[400] as never,
  )

describe('filters in the OpenAPI document', () => {
  it('the document of a filtered list is valid', async () => expectValid(await documentOf()))

  it('filters are parameters with types, choices and descriptions', async () => {
    const parameters = parametersOf(await documentOf())
    const named = (name: string) => parameters.find((one) => one.name === name)

    expect(parameters.map(({ name }) => name)).toEqual([
      ...['page', 'owner', 'owner__in', 'status', 'status__in', 'q'],
      ...['gt', 'gte', 'lt', 'lte', 'date', 'year'].map((suffix) => `created__${suffix}`),
      'near',
    ])
    expect(named('owner')).toEqual({
      name: 'owner',
      in: 'query',
      required: false,
      description: 'Only items whose `owner` is this.',
      schema: { type: 'integer', format: 'int64' },
    })
    expect(named('owner__in')).toMatchObject({
      schema: { type: 'array', items: { type: 'integer', format: 'int64' }, maxItems: 20 },
      style: 'form',
      explode: false,
    })
    expect(named('status')).toMatchObject({ schema: { enum: ['open', 'done'] } })
    expect(named('created__date')).toMatchObject({ schema: { type: 'string', format: 'date' } })
    expect(named('created__gte')).toMatchObject({
      schema: { anyOf: [{ format: 'date-time' }, { format: 'date' }] },
    })
    expect(named('near')).toMatchObject({ description: 'A place.', schema: { maxLength: 9 } })
  })

  it('the 400 of a filtered list has the errors by parameter', async () => {
    const document = await documentOf()
    const { schema, examples } = answerTo400(document).content['application/json'] ?? {}

    expect(examples).toHaveProperty('invalid', { value: { owner: ['Not a valid value.'] } })
    const [, errors] = (schema as { anyOf: { $ref: string }[] }).anyOf
    expect(
      Object.keys(resolve<{ properties: object }>(document, errors as never).properties),
    ).toContain('created__lte')
  })

  it('STRICT_QUERY is documented for lists alone, also without filters', async () => {
    const document = await documentOf({ STRICT_QUERY: true }, false)
    expectValid(document)
    expect(answerTo400(document).content['application/json']?.examples).toHaveProperty('invalid', {
      value: { unknown: ['Unknown query parameter.'] },
    })
    expect(JSON.stringify(document.paths['/tasks/{id}/'])).not.toContain('invalid')
  })
})
