import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ConfigurationError } from '../../src/errors/configuration-error.ts'
import { type Condition, type CustomFilter, customFilter } from '../../src/filtering/index.ts'
import {
  arrayItems,
  booleanField,
  charField,
  createApi,
  type ItemSet,
  integerField,
  listField,
  NotFound,
  routes,
  ValidationError,
} from '../../src/index.ts'
import { UnreadableValue } from '../../src/items/conditions/unreadable-value.ts'

const rows = [
  { id: 1, owner: 'ada', km: 3, tag: 'a' },
  { id: 2, owner: 'bob', km: 8, tag: 'b' },
  { id: 3, owner: 'ada', km: 20, tag: 'c' },
]

const serve = <Values>(
  filter: CustomFilter<Values>,
  items: ItemSet<(typeof rows)[number]> = arrayItems(rows),
) =>
  testClient(
    routes(createApi({ LOGGER: silentLogger }), {
      '/x/': createApi({ LOGGER: silentLogger }).listView({ items, filters: { own: filter } }),
    }),
  )

const near = customFilter({
  parameters: z.object({ near: charField(), km: integerField({ minValue: 1, maxValue: 100 }) }),
  condition({ near, km = 5 }) {
    if (near === undefined) return null
    return {
      all: [
        { field: 'owner', operator: '=', value: near },
        { field: 'km', operator: '<=', value: km },
      ],
    }
  },
})

const idsOf = async (response: Response) =>
  (await response.json()).map(({ id }: { id: number }) => id)

describe('a custom filter', () => {
  it.each<[string, number[]]>([
    ['', [1, 2, 3]],
    ['?near=', [1, 2, 3]],
    ['?near=ada', [1]],
    ['?near=ada&km=50', [1, 3]],
    ['?near=ada&km=', [1]],
    ['?near=bob&near=ada', [1]],
    ['?km=50', [1, 2, 3]],
  ])('a custom filter lists the items of %s', async (query, ids) => {
    expect(await idsOf(await serve(near).get(`/x/${query}`))).toEqual(ids)
  })

  it('the schema of a custom filter decides about its values, with its limits', async () => {
    const response = await serve(near).get('/x/?near=%00&km=1000')
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      near: ['Null characters are not allowed.'],
      km: ['Ensure this value is less than or equal to 100.'],
    })
    expect((await serve(near).get('/x/?near=%00')).status).toBe(400)
    expect((await serve(near).get('/x/?km=0x10')).status).toBe(400)
  })

  it('a custom filter is asked for every list, with the request', async () => {
    const seen: unknown[] = []
    const filter = customFilter({
      parameters: z.object({ all: booleanField() }),
      async condition(values, { path }): Promise<Condition | null> {
        seen.push([values, path])
        return values.all ? null : { field: 'km', operator: '<', value: 10 }
      },
    })
    expect(await idsOf(await serve(filter).get('/x/'))).toEqual([1, 2])
    expect(await idsOf(await serve(filter).get('/x/?all=true'))).toEqual([1, 2, 3])
    expect(seen).toEqual([
      [{}, '/x/'],
      [{ all: true }, '/x/'],
    ])
  })

  it('a list in a custom filter is separated by commas', async () => {
    const tags = customFilter({
      parameters: z.object({ tags: listField(charField()) }),
      condition: ({ tags }) => (tags ? { field: 'tag', operator: 'in', value: tags } : null),
    })
    expect(await idsOf(await serve(tags).get('/x/?tags=a,c'))).toEqual([1, 3])
  })

  it('exceptions of a custom filter are those of the view', async () => {
    const throwing = (error: Error) =>
      serve({
        parameters: z.object({ x: charField() }),
        condition() {
          throw error
        },
      }).get('/x/?x=1')

    const invalid = await throwing(new ValidationError({ x: ['No such place.'] }))
    expect(invalid.status).toBe(400)
    expect(await invalid.json()).toEqual({ x: ['No such place.'] })
    expect((await throwing(new ValidationError('Not now.'))).status).toBe(400)
    expect((await throwing(new NotFound())).status).toBe(404)
    expect((await throwing(new Error('broken'))).status).toBe(500)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['true', true],
    ['a condition without a value', { field: 'km', operator: '=' }],
    ['a condition with NaN', { field: 'km', operator: '<', value: Number.NaN }],
    ['an empty object', {}],
  ])('a custom filter that returns %s never lists all items', async (_, made) => {
    const filter = { parameters: z.object({ x: charField() }), condition: () => made as never }
    expect((await serve(filter).get('/x/?x=1')).status).toBe(500)
  })

  it.each<[string, object, string]>([
    ['without parameters', { condition: () => null }, 'must be a filter'],
    ['without a condition', { parameters: z.object({ x: charField() }) }, 'condition'],
    ['with a misspelt member', { ...near, isPur: true }, 'isPure'],
    ['whose parameters have no names', { ...near, parameters: z.string() }, 'z.object()'],
    ['with an empty object', { ...near, parameters: z.object({}) }, 'no parameters'],
    ['with parameters as a list', { ...near, parameters: ['near'] }, 'schema'],
  ])('a custom filter %s is refused', (_, filter, message) => {
    const declare = () =>
      createApi().listView({ items: arrayItems(rows), filters: { own: filter } } as never)
    expect(declare).toThrow(ConfigurationError)
    expect(declare).toThrow(message)
  })
})

describe('a value that only the items can refuse', () => {
  const refusing = (field: string | null): ItemSet<(typeof rows)[number]> => ({
    ...arrayItems(rows),
    where: () => ({
      ...arrayItems(rows),
      slice: async () => {
        throw new UnreadableValue(field)
      },
    }),
  })

  it.each(['owner', null])('a value for the field %s that items refuse is a 400', async (field) => {
    const response = await serve(near, refusing(field)).get('/x/?near=ada&km=')
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ near: ['Not a valid value.'] })
  })

  it('a value of the application that items refuse is a 500', async () => {
    const fixed = customFilter({
      parameters: z.object({ x: charField() }),
      condition: () => ({ field: 'km', operator: '=', value: 'abc' }),
    })
    expect((await serve(fixed, refusing('km')).get('/x/')).status).toBe(500)
  })
})
