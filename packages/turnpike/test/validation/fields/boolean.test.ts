import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { booleanField } from '../../../src/validation/index.ts'
import { acceptField, refuseField } from '../checking.ts'

const done = booleanField()

describe('a boolean', () => {
  it.each([true, 't', 'T', 'y', 'yes', 'YES', 'true', 'True', 'on', '1', 1])(
    'a boolean takes %j as true',
    async (value) => {
      expect(await acceptField(done, value)).toBe(true)
    },
  )

  it.each([false, 'f', 'n', 'no', 'false', 'FALSE', 'off', 'Off', '0', 0, -0])(
    'a boolean takes %j as false',
    async (value) => {
      expect(await acceptField(done, value)).toBe(false)
    },
  )

  it.each(['perhaps', '', ' true', 2, [true], {}, 'constructor'])(
    'a boolean refuses %j',
    async (value) => {
      expect(await refuseField(done, value)).toEqual(['invalid: Must be a valid boolean.'])
    },
  )

  it.each([null, '', 'null', 'Null', 'NULL'])(
    'a boolean takes %j as null when that is allowed',
    async (value) => {
      expect(await acceptField(done.nullable(), value)).toBeNull()
      expect(await acceptField(done.nullable().default(true), value)).toBeNull()
      expect(await acceptField(done.nullish(), value)).toBeNull()
      expect(await acceptField(z.record(z.string(), done.nullable()), { a: value })).toEqual({
        a: null,
      })
    },
  )

  it.each([' ', 'none', 'undefined'])(
    'a boolean refuses %j even when null is allowed',
    async (value) => {
      expect(await refuseField(done.nullable(), value)).toEqual([
        'invalid: Must be a valid boolean.',
      ])
    },
  )

  it('a boolean is required, and may not be null', async () => {
    expect(await refuseField(done, undefined)).toEqual(['required: This field is required.'])
    expect(await refuseField(done, null)).toEqual(['null: This field may not be null.'])
  })

  it('a boolean is documented as a boolean', () => {
    expectTypeOf<z.output<typeof done>>().toEqualTypeOf<boolean>()
    expect(z.toJSONSchema(done, { io: 'output' })).toMatchObject({ type: 'boolean' })
  })
})
