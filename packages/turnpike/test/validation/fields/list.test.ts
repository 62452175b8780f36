import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { charField, integerField, listField } from '../../../src/validation/index.ts'
import { accept, acceptField, refuse, refuseField } from '../checking.ts'

const tags = listField(charField({ maxLength: 8 }))
const numbers = listField(integerField(), { allowEmpty: false, minLength: 2, maxLength: 3 })

describe('a list', () => {
  it('a list is accepted with good items, and empty unless that is forbidden', async () => {
    expectTypeOf<z.output<typeof numbers>>().toEqualTypeOf<number[]>()
    expect(await acceptField(tags, ['a', ' b '])).toEqual(['a', 'b'])
    expect(await acceptField(tags, [])).toEqual([])
  })

  it.each([
    ['missing', undefined, 'required: This field is required.'],
    ['null', null, 'null: This field may not be null.'],
    ['a text', 'a', 'not_a_list: Expected a list of items but got type "string".'],
    ['an object', {}, 'not_a_list: Expected a list of items but got type "object".'],
    ['empty', [], 'empty: This list may not be empty.'],
    ['too short', [1], 'min_length: Ensure this field has at least 2 elements.'],
    ['too long', [1, 2, 3, 4], 'max_length: Ensure this field has no more than 3 elements.'],
  ])('a list is refused: %s', async (_name, value, told) => {
    expect(await refuseField(numbers, value)).toEqual([told])
  })

  it('bad items of a list are reported in an object keyed by index', async () => {
    const data = { tags: ['ok', '', 'far too long a tag', null] }

    expect(await refuse(z.object({ tags }), data)).toEqual({
      tags: {
        '1': ['This field may not be blank.'],
        '2': ['Ensure this field has no more than 8 characters.'],
        '3': ['This field may not be null.'],
      },
    })
  })

  it('reports its bad items and not its length', async () => {
    const two = z.object({ tags: listField(charField(), { minLength: 2, maxLength: 2 }) })
    expect(await refuse(two, { tags: ['a', 'b', ''] })).toEqual({
      tags: { '2': ['This field may not be blank.'] },
    })
    expect(await refuse(two, { tags: [''] })).toEqual({
      tags: { '0': ['This field may not be blank.'] },
    })
    expect(await refuse(two, { tags: ['a', 'b', 'c'] })).toEqual({
      tags: ['Ensure this field has no more than 2 elements.'],
    })
  })

  it('items of a list are read before a check of the whole list, whatever its length', async () => {
    const sum = z.object({
      numbers: listField(integerField(), { maxLength: 2 }).refine(
        (all) => all.every((number) => typeof number === 'number'),
        'Not read.',
      ),
    })
    expect(await refuse(sum, { numbers: ['1', '2', '3'] })).toEqual({
      numbers: ['Ensure this field has no more than 2 elements.'],
    })
    expect(await accept(sum, { numbers: ['1', '2'] })).toEqual({ numbers: [1, 2] })
  })

  it('bad items of nested lists are reported at their own index', async () => {
    expect(
      await refuse(z.object({ rows: listField(numbers) }), {
        rows: [
          [1, 2],
          [1, 'x'],
        ],
      }),
    ).toEqual({
      rows: { '1': { '1': ['A valid integer is required.'] } },
    })
  })

  it('a list is documented with its items', () => {
    expect(z.toJSONSchema(numbers, { io: 'output' })).toMatchObject({
      type: 'array',
      items: { type: 'integer' },
      minItems: 2,
      maxItems: 3,
    })
  })
})
