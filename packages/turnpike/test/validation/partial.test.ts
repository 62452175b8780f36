import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { Schema } from '../../src/http/schema.ts'
import { charField, integerField, partialSchema } from '../../src/validation/index.ts'
import { accept, refuse } from './checking.ts'

const note = z.object({
  title: charField({ maxLength: 8 }),
  rank: integerField().default(3),
  status: z.string().default('draft').nullable(),
  label: z.string().prefault('none').optional(),
  place: z.string().catch('nowhere'),
  address: z.object({ street: charField(), zip: integerField().default(0) }).optional(),
})
const partial = true

describe('validation of some fields', () => {
  it('gives the fields that were sent and fills in no defaults', async () => {
    expect(await accept(note, {}, { partial })).toEqual({})
    expect(await accept(note, { rank: '5', status: null }, { partial })).toEqual({
      rank: 5,
      status: null,
    })
  })

  it('checks the fields that were sent', async () => {
    expect(await refuse(note, { title: '', rank: null }, { partial })).toEqual({
      title: ['This field may not be blank.'],
      rank: ['This field may not be null.'],
    })
  })

  it('partial validation takes an inner object whole', async () => {
    expect(await accept(note, { address: { street: 'a' } }, { partial })).toEqual({
      address: { street: 'a', zip: 0 },
    })
    expect(await refuse(note, { address: {} }, { partial })).toEqual({
      address: { street: ['This field is required.'] },
    })
  })

  it('partial validation leaves the whole schema unchanged', async () => {
    await accept(note, {}, { partial })

    expect(await accept(note, { title: 'a' })).toEqual({
      title: 'a',
      rank: 3,
      status: 'draft',
      label: 'none',
      place: 'nowhere',
    })
  })
})

describe('partialSchema', () => {
  it('partialSchema() is typed as a part, and made once', () => {
    const schema = partialSchema(z.object({ title: charField(), rank: integerField() }))

    expectTypeOf(schema).toEqualTypeOf<Schema<Partial<{ title: string; rank: number }>>>()
    expect(partialSchema(note)).toBe(partialSchema(note))
  })

  it('partialSchema() is documented without required fields and without defaults', () => {
    const described = z.toJSONSchema(partialSchema(note) as unknown as z.ZodType, { io: 'input' })

    expect(described.required).toBeUndefined()
    expect(described.properties?.rank).not.toHaveProperty('default')
    expect(described.properties?.title).toMatchObject({ type: 'string', maxLength: 8 })
  })

  it('refuses to drop a check of the object as a whole', async () => {
    const checked = note.refine(({ title, place }) => title !== place)

    expect(() => partialSchema(checked)).toThrow(/checks the object as a whole.*`partialSchema`/)
    await expect(refuse(checked, {}, { partial })).rejects.toThrow(/cannot be used for PATCH/)
  })

  it('partialSchema() fills in nothing when no field is required', async () => {
    const caught = z.object({ place: z.string().catch('nowhere') })

    expect(await accept(caught, {}, { partial })).toEqual({})
  })

  it('refuses what is no object', () => {
    expect(() => partialSchema(z.array(note))).toThrow(/^Only a z\.object\(\) can be used/)
    expect(() => partialSchema(note.transform((data) => data))).toThrow(
      /^Only a z\.object\(\) can be used/,
    )
  })

  it('returns a schema of optional fields as it is, with its checks', async () => {
    const own = z
      .object({ start: integerField().optional(), end: integerField().optional() })
      .refine(({ start = 0, end = Infinity }) => start < end, 'The end must come after the start.')

    expect(partialSchema(own)).toBe(own)
    expect(await accept(own, { start: 3 }, { partial })).toEqual({ start: 3 })
    expect(await refuse(own, { start: 3, end: 1 }, { partial })).toEqual({
      non_field_errors: ['The end must come after the start.'],
    })
  })
})
