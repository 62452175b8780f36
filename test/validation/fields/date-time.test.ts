import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dateTimeField } from '../../../src/validation/index.ts'
import { acceptField, refuseField } from '../checking.ts'

const when = dateTimeField()

describe('a moment', () => {
  it.each([
    ['2024-05-01T10:20:30.000123Z', '2024-05-01T10:20:30.000123Z'],
    ['2024-05-01T12:00:00+02:00', '2024-05-01T10:00:00Z'],
    ['2024-12-31T23:00:00-05:30', '2025-01-01T04:30:00Z'],
    ['2024-05-01T10:20:30.5Z', '2024-05-01T10:20:30.500000Z'],
    ['2024-05-01T10:20:30.999999+00:01', '2024-05-01T10:19:30.999999Z'],
    ['2024-05-01T10:20:30.000Z', '2024-05-01T10:20:30Z'],
    ['2024-05-01T10:20:30', '2024-05-01T10:20:30Z'],
    ['2024-05-01 10:20', '2024-05-01T10:20:00Z'],
    ['2024-02-29T00:00-00:00', '2024-02-29T00:00:00Z'],
    ['0050-01-01T00:00Z', '0050-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('%s is %s: UTC, exact to the microsecond', async (value, output) => {
    expect(await acceptField(when, value)).toBe(output)
  })

  it.each([
    'soon',
    '',
    5,
    true,
    {},
    '2024-05-01',
    '10:20:30',
    '2024-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-00-01T00:00:00Z',
    '2024-05-01T24:00:00Z',
    '2024-05-01T10:60:00Z',
    '2024-05-01T10:20:60Z',
    '2024-05-01T10:20:30.1234567Z',
    '2024-05-01T10:20.5Z',
    '2024-05-01T10:20:30+24:00',
    '2024-05-01T10:20:30+0200',
    '2024-05-01t10:20:30z',
    ' 2024-05-01T10:20:30Z',
    '2024-05-01T10:20:30Z\n',
    '+2024-05-01T10:20:30Z',
    '٢٠٢٤-05-01T10:20:30Z',
    '0000-12-31T23:59:59Z',
    '0000-12-31T23:59:00-00:01',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:00-00:01',
  ])('%j is refused', async (value) => {
    expect(await refuseField(when, value)).toEqual([
      'invalid: Datetime has wrong format. Use one of these formats instead: ' +
        'YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
    ])
  })

  it('is required, and may not be null', async () => {
    expect(await refuseField(when, undefined)).toEqual(['required: This field is required.'])
    expect(await refuseField(when, null)).toEqual(['null: This field may not be null.'])
  })

  it('is described as a date and time', () => {
    expect(z.toJSONSchema(when, { io: 'output' })).toMatchObject({
      type: 'string',
      format: 'date-time',
    })
  })
})
