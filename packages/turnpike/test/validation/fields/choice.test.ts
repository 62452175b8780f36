import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { choiceField } from '../../../src/validation/index.ts'
import { acceptField, refuseField } from '../checking.ts'

const size = choiceField(['s', 'm', 'l'])
const level = choiceField([1, 2, '3'])

describe('a choice', () => {
  it('a choice is one of the given ones, and typed so', async () => {
    expectTypeOf<z.output<typeof size>>().toEqualTypeOf<'s' | 'm' | 'l'>()
    expectTypeOf<z.output<typeof level>>().toEqualTypeOf<1 | 2 | '3'>()
    expect(await acceptField(size, 'm')).toBe('m')
  })

  it('a choice is found by its text, so that numbers can be chosen in a form', async () => {
    expect(await acceptField(level, '2')).toBe(2)
    expect(await acceptField(level, 3)).toBe('3')
  })

  it.each([
    ['another text', 'xl', 'invalid_choice: "xl" is not a valid choice.'],
    ['another case', 'M', 'invalid_choice: "M" is not a valid choice.'],
    ['a blank text', '', 'invalid_choice: "" is not a valid choice.'],
    ['a boolean', true, 'invalid_choice: "true" is not a valid choice.'],
    ['an object', { toString: 1 }, 'invalid_choice: "{"toString":1}" is not a valid choice.'],
    ['an empty object', {}, 'invalid_choice: "{}" is not a valid choice.'],
    ['an empty list', [], 'invalid_choice: "[]" is not a valid choice.'],
    ['a list', ['m', '\ud800'], 'invalid_choice: "["m","\\ud800"]" is not a valid choice.'],
    ['missing', undefined, 'required: This field is required.'],
    ['null', null, 'null: This field may not be null.'],
    [
      'a lone surrogate, which cannot be told back',
      '\ud800',
      'surrogate_characters_not_allowed: Surrogate characters are not allowed: U+D800.',
    ],
  ])('a choice is refused: %s', async (_name, value, told) => {
    expect(await refuseField(size, value)).toEqual([told])
  })

  it('a choice is documented with its choices', () => {
    expect(z.toJSONSchema(size, { io: 'output' })).toMatchObject({ enum: ['s', 'm', 'l'] })
  })
})
