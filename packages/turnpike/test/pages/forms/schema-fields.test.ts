import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiResponse, booleanField, charField, choiceField, listField } from '../../../src/index.ts'
import { formSchemaOf } from '../../../src/pages/forms/form-schema.ts'
import { schemaFields } from '../../../src/pages/forms/schema-fields.ts'
import { browser, markup } from '../page.ts'

const kinds = (schema: z.ZodObject) =>
  Object.fromEntries(schemaFields(schema)?.fields.map(({ name, kind }) => [name, kind]) ?? [])

describe('the fields of a schema', () => {
  it('the fields of a schema are the same when its parts have an id for the OpenAPI document', () => {
    const size = choiceField(['s', 'm']).meta({ id: 'Size of a shirt' })
    const schema = z
      .object({
        size,
        other: size.optional(),
        none: size.nullable(),
        all: listField(size),
        shape: z.object({ corners: z.int() }).meta({ id: 'Shape of a shirt' }).optional(),
      })
      .meta({ id: 'Shirt' })

    expect(kinds(schema)).toEqual({ size: 'choice', other: 'choice', none: 'choice', all: 'list' })
    expect(schemaFields(schema)?.unsupported).toEqual(['shape'])
    expect(schemaFields(schema)?.fields.map(({ choices }) => choices)).toEqual(
      Array(4).fill(['s', 'm']),
    )
  })

  it('the fields of a schema end where it contains itself', () => {
    interface Branch {
      name: string
      branches?: Branch[] | undefined
    }
    const branch: z.ZodType<Branch> = z
      .object({ name: charField(), branches: z.lazy(() => z.array(branch)).optional() })
      .meta({ id: 'Branch' })

    expect(schemaFields(branch)).toMatchObject({
      fields: [{ name: 'name', kind: 'text' }],
      unsupported: ['branches'],
    })
  })

  it('a boolean that may be null is a choice of three', () => {
    expect(schemaFields(z.object({ isRead: booleanField().nullable() }))?.fields).toMatchObject([
      { kind: 'choice', choices: ['true', 'false'], isRequired: false },
    ])
  })

  it('the fields of a schema are computed once, not with every request', () => {
    const schema = z.object({ title: charField() })

    expect(formSchemaOf(schema)).toBe(formSchemaOf(schema))
  })
})

it('a field whose name has blanks is tied to its texts, and its choices are sent as they are', async () => {
  const accepts = z.object({ 'two  words"<b>': choiceField([' a  b ', '"<b>']) })
  const page = await markup(
    browser({
      permissions: [],
      get: () => new ApiResponse({}),
      post: () => new ApiResponse({}),
      operations: { post: { accepts } },
    }),
  )

  expect(page).toContain('<label for="add-field-two__words&quot;&lt;b&gt;">')
  expect(page).toContain(
    'id="add-field-two__words&quot;&lt;b&gt;" name="two  words&quot;&lt;b&gt;"',
  )
  expect(page).toContain('<option value=" a  b "> a  b </option>')
  expect(page).toContain('<option value="&quot;&lt;b&gt;">')
  expect(page).not.toContain('<b>')
})
