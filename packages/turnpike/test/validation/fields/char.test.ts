import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { charField } from '../../../src/validation/index.ts'
import { acceptField, refuseField } from '../checking.ts'

const title = charField({ minLength: 3, maxLength: 8 })

describe('a text', () => {
  it('a text is accepted unchanged', async () => {
    expect(await acceptField(title, 'abcd')).toBe('abcd')
  })

  it.each([
    ['missing', undefined, 'required: This field is required.'],
    ['null', null, 'null: This field may not be null.'],
    ['blank', '', 'blank: This field may not be blank.'],
    ['only blanks', ' \t\n ', 'blank: This field may not be blank.'],
    ['too short', 'ab', 'min_length: Ensure this field has at least 3 characters.'],
    ['too long', 'abcdefghi', 'max_length: Ensure this field has no more than 8 characters.'],
    ['a boolean', true, 'invalid: Not a valid string.'],
    ['a list', ['abc'], 'invalid: Not a valid string.'],
    ['an object', { a: 1 }, 'invalid: Not a valid string.'],
    ['NUL', 'a\0bc', 'null_characters_not_allowed: Null characters are not allowed.'],
    [
      'a lone surrogate',
      'abc\ud800',
      'surrogate_characters_not_allowed: Surrogate characters are not allowed: U+D800.',
    ],
    [
      'a pair the wrong way round',
      'abc\udc00\ud800',
      'surrogate_characters_not_allowed: Surrogate characters are not allowed: U+DC00.',
    ],
  ])('a text is refused: %s', async (_name, value, told) => {
    expect(await refuseField(title, value)).toEqual([told])
  })

  it('all failing checks of a text are reported together, lengths before characters', async () => {
    expect(await refuseField(title, 'much too\0long\udfff')).toEqual([
      'max_length: Ensure this field has no more than 8 characters.',
      'null_characters_not_allowed: Null characters are not allowed.',
      'surrogate_characters_not_allowed: Surrogate characters are not allowed: U+DFFF.',
    ])
  })

  it('the length of a text is counted in code points', async () => {
    expect(await acceptField(title, '😀'.repeat(8))).toBe('😀'.repeat(8))
    expect(await refuseField(title, '😀'.repeat(9))).toHaveLength(1)
    expect(await refuseField(title, '😀😀')).toHaveLength(1)
  })

  it('loses the blanks around it before it is checked', async () => {
    expect(await acceptField(title, '  abcdefgh  ')).toBe('abcdefgh')
    expect(await acceptField(charField({ trim: false }), ' a ')).toBe(' a ')
    expect(await acceptField(charField({ trim: false }), '  ')).toBe('  ')
  })

  it('takes for blanks what Python does: U+001C and U+0085, but not the byte order mark', async () => {
    expect(await acceptField(title, '\x1c\x1d\x1e\x1f\x85\u3000abc\xa0\u2028\v')).toBe('abc')
    expect(await acceptField(title, '\ufeffabc\ufeff')).toBe('\ufeffabc\ufeff')
    expect(await refuseField(title, '\x1c\x85')).toEqual(['blank: This field may not be blank.'])
  })

  it('a text is trimmed in time that grows with its length', async () => {
    const long = charField({ maxLength: 5_000_000 })
    const text = `a${' '.repeat(2_000_000)}b`
    expect(await acceptField(long, ` ${text} `)).toBe(text)
  })

  it('a text may be blank when that is allowed, whatever its minimum length', async () => {
    const note = charField({ allowBlank: true, minLength: 3 })

    expect(await acceptField(note, '')).toBe('')
    expect(await acceptField(note, '   ')).toBe('')
    expect(await refuseField(note, 'ab')).toEqual([
      'min_length: Ensure this field has at least 3 characters.',
    ])
  })
})

describe('a number where a text is wanted', () => {
  it('a number becomes a text when a text is wanted', async () => {
    expect(await acceptField(title, 12345)).toBe('12345')
    expect(await acceptField(title, 1.5)).toBe('1.5')
  })

  it('a number is refused as a text when JavaScript has rounded it', async () => {
    expect(await refuseField(charField(), 2 ** 53)).toEqual(['invalid: Not a valid string.'])
    expect(await refuseField(charField(), Number.POSITIVE_INFINITY)).toEqual([
      'invalid: Not a valid string.',
    ])
  })
})

describe('the schema of a text', () => {
  it('the schema of a text is a zod string, which may be given more rules and still reads numbers', async () => {
    const digits = charField().regex(/^[0-9]+$/, 'Digits only.')

    expectTypeOf<z.output<typeof digits>>().toEqualTypeOf<string>()
    expect(await acceptField(digits, 12)).toBe('12')
    expect(await refuseField(digits, 'a')).toEqual(['invalid: Digits only.'])
  })

  it('the schema of a text is documented with its limits', () => {
    expect(z.toJSONSchema(title, { io: 'output' })).toMatchObject({
      type: 'string',
      minLength: 3,
      maxLength: 8,
    })
    expect(z.toJSONSchema(charField(), { io: 'output' })).toMatchObject({ minLength: 1 })
  })
})
