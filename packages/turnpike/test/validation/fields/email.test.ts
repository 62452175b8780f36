import { processorTime } from '@turnpike/test-support/processor-time.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { emailField } from '../../../src/validation/index.ts'
import { acceptField, refuseField } from '../checking.ts'

const invalid = 'invalid: Enter a valid email address.'

describe('an email address', () => {
  it('loses the blanks around it', async () => {
    expect(await acceptField(emailField(), ' ada@example.com ')).toBe('ada@example.com')
  })

  it.each([
    'prvs=1234=ada@example.com',
    'SRS0=HHH=TT=example.org=ada@example.com',
    "o'neil!#$%&*+-/=?^_`{|}~@example.com",
    '"ada@work"@example.com',
    '"\\"ada\\""@example.com',
    'ada@example.xn--p1ai',
    'ada@bücher.example',
    'ada@пример.рф',
    'root@localhost',
    'ada@[192.0.2.1]',
    'ada@[2001:db8::1]',
    'ada@[::ffff:192.0.2.1]',
    `ada@${'a'.repeat(63)}.com`,
    `ada@a.${'b'.repeat(63)}`,
    'ada@1.2.example',
  ])('%j is an email address', async (address) => {
    expect(await acceptField(emailField(), address)).toBe(address)
  })

  it.each([
    'not an address',
    'a@b',
    '@example.com',
    'a@@example.com',
    'a b@example.com',
    '"a b"@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'é@example.com',
    'a@a-.com',
    'a@-a.com',
    'a@example.com-',
    'a@example.com.',
    'a@example.c',
    'a@example.c1',
    'a@192.0.2.1',
    'a@a_b.com',
    'a@💩.com',
    'a@LOCALHOST',
    `a@${'a'.repeat(64)}.com`,
    `a@a.${'b'.repeat(64)}`,
    `a@a.xn--${'b'.repeat(60)}`,
    'a@[192.0.2.256]',
    'a@[192.0.2.01]',
    'a@[::192.0.2.01]',
    'a@[1::2::3]',
    'a@[]',
    'a@[2001:db8::1',
    5,
    true,
    {},
  ])('%j is not an email address', async (value) => {
    expect(await refuseField(emailField(), value)).toEqual([invalid])
  })

  it('an email address has at most 320 characters, whatever the field says', async () => {
    const field = emailField({ maxLength: 1000 })
    expect(await acceptField(field, `${'a'.repeat(308)}@example.com`)).toHaveLength(320)
    expect(await refuseField(field, `${'a'.repeat(309)}@example.com`)).toEqual([invalid])
  })

  it.each([
    ['missing', undefined, 'required: This field is required.'],
    ['null', null, 'null: This field may not be null.'],
    ['blank', ' ', 'blank: This field may not be blank.'],
    ['a list', [], 'invalid: Enter a valid email address.'],
  ])('an email address is refused: %s', async (_name, value, told) => {
    expect(await refuseField(emailField(), value)).toEqual([told])
  })

  it('an email address has at most 254 characters, or as many as the field says', async () => {
    expect(await refuseField(emailField(), `${'a'.repeat(243)}@example.com`)).toEqual([
      'max_length: Ensure this field has no more than 254 characters.',
    ])
    expect(await refuseField(emailField({ maxLength: 5 }), 'not an\0address')).toEqual([
      'max_length: Ensure this field has no more than 5 characters.',
      'null_characters_not_allowed: Null characters are not allowed.',
      invalid,
    ])
  })

  it('an email address is checked in no time, even when it is long and invalid', async () => {
    const time = await processorTime(async () => {
      await refuseField(emailField({ maxLength: 1e6 }), 'a.'.repeat(200_000))
      await refuseField(emailField({ maxLength: 1e6 }), `a@${'a-'.repeat(200_000)}`)
    })

    expect(time).toBeLessThan(1000)
  })

  it('an email address is documented as one', () => {
    expect(z.toJSONSchema(emailField({ maxLength: 80 }), { io: 'output' })).toMatchObject({
      type: 'string',
      format: 'email',
      maxLength: 80,
    })
  })

  it('an email address has a documented pattern that every address matches', async () => {
    const { pattern } = z.toJSONSchema(emailField(), { io: 'input' })
    const described = new RegExp(pattern ?? '', 'u')
    for (const address of ['ada@example.com', 'a=b@bücher.example', '"a"@[::1]', 'a@localhost']) {
      expect(await acceptField(emailField(), address)).toMatch(described)
    }
    expect('a@b').not.toMatch(described)
  })
})
