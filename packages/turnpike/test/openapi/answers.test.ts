import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiResponse, createApi, decimalField } from '../../src/index.ts'
import { openApiDocument } from '../../src/openapi/index.ts'

async function documented(answers: z.ZodType): Promise<object | undefined> {
  const api = createApi()
  const view = api.view({
    get: () => new ApiResponse(),
    operations: { get: { answers } },
  })
  const { components } = await openApiDocument(api, { '/': view }, { title: 'T', version: '1' })
  return Object.values(components.schemas ?? {}).find((schema) => 'properties' in schema)
}

const isoCodec = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

describe('the schema of an answer', () => {
  it('moments, integers of any size and codecs are described in the form in which they are sent', async () => {
    const schema = z.object({
      at: z.date(),
      seen: z.date().nullable().describe('Last visit.'),
      big: z.bigint(),
      coded: isoCodec.describe('When.'),
      price: decimalField({ maxDigits: 5, decimalPlaces: 2 }),
    })

    expect(await documented(schema)).toMatchObject({
      properties: {
        at: { type: 'string', format: 'date-time' },
        seen: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
        big: { type: ['integer', 'string'] },
        coded: { type: 'string', format: 'date-time', description: 'When.' },
        price: { type: 'string', format: 'decimal' },
      },
    })
  })

  it('a field is required unless it may be absent from the answer', async () => {
    const schema = z.object({
      id: z.int(),
      note: z.string().nullable(),
      filled: z.string().default(''),
      maybe: z.string().optional(),
    })

    expect(await documented(schema)).toMatchObject({ required: ['id', 'note', 'filled'] })
  })
})
