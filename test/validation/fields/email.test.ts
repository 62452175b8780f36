import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { emailField } from '../../../src/validation/index.ts'
import { acceptField, refuseField } from '../checking.ts'

const invalid = 'invalid: Enter a valid email address.'

describe('an email address', () => {
  it('loses the blanks around it', async () => {
    expect(await acceptField(emailField(), ' ada@example.com ')).toBe('ada@example.com')
  })

  it.each(['not an address', 'a@b', '@example.com', 'a@@example.com', 'a b@example.com', 5])(
    '%j is refused',
    async (value) => {
      expect(await refuseField(emailField(), value)).toEqual([invalid])
    },
  )

  it.each([
    ['missing', undefined, 'required: This field is required.'],
    ['null', null, 'null: This field may not be null.'],
    ['blank', ' ', 'blank: This field may not be blank.'],
    ['a list', [], 'invalid: Not a valid string.'],
  ])('is refused: %s', async (_name, value, told) => {
    expect(await refuseField(emailField(), value)).toEqual([told])
  })

  it('has at most 254 characters, or as many as the field says', async () => {
    expect(await refuseField(emailField(), `${'a'.repeat(243)}@example.com`)).toEqual([
      'max_length: Ensure this field has no more than 254 characters.',
    ])
    expect(await refuseField(emailField({ maxLength: 5 }), 'not an\0address')).toEqual([
      'max_length: Ensure this field has no more than 5 characters.',
      'null_characters_not_allowed: Null characters are not allowed.',
      invalid,
    ])
  })

  it('takes no time for a long text that is none', async () => {
    const started = performance.now()
    await refuseField(emailField({ maxLength: 1e6 }), 'a.'.repeat(200_000))
    await refuseField(emailField({ maxLength: 1e6 }), `a@${'a-'.repeat(200_000)}`)

    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('is described as an email address', () => {
    expect(z.toJSONSchema(emailField({ maxLength: 80 }), { io: 'output' })).toMatchObject({
      type: 'string',
      format: 'email',
      maxLength: 80,
    })
  })
})
