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

describe('the moments of a form', () => {
  const accepts = z.object({
    at: z.iso.datetime(),
    day: z.iso.date(),
    local: z.iso.datetime({ local: true }).optional(),
  })
  const received: unknown[] = []
  const client = browser({
    permissions: [],
    authentication: [],
    get: () => new ApiResponse({}),
    put: async (request) => new ApiResponse(received.push(await request.data(accepts))),
    operations: { put: { accepts } },
  })
  const send = async (fields: Record<string, string>) => {
    const page = await client.get('/')
    const token = /name="csrfmiddlewaretoken" value="([\w-]+)"/.exec(await page.text())?.[1] ?? ''
    const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const body = new URLSearchParams({ _method: 'PUT', csrfmiddlewaretoken: token, ...fields })
    return client.request('POST', '/', { body, headers: { Cookie: cookie } } as never)
  }

  it('days and moments have the inputs of the browser, and moments without a zone a line', () => {
    expect(kinds(accepts)).toEqual({ at: 'datetime-local', day: 'date', local: 'text' })
  })

  it('a moment is sent in UTC, as programs write it', async () => {
    const form = { at: '2026-05-01T10:00', day: '2026-05-01', _moment: 'at' }
    expect((await send(form)).status).toBe(200)
    expect(received.at(-1)).toEqual({ at: '2026-05-01T10:00:00Z', day: '2026-05-01' })
  })

  it('a moment that is missing is said to be required, and one with microseconds is a text', async () => {
    const page = await (await send({ at: '', day: '2026-05-01', _moment: 'at' })).text()
    expect(page).toContain('id="change-field-at-errors"><li>This field is required.</li>')

    const exact = '2026-05-01T10:00:00.123456Z'
    const again = await (await send({ at: exact, day: 'x', _moment: 'at' })).text()
    expect(again).toMatch(
      /<input type="text" id="change-field-at"[^>]* value="2026-05-01T10:00:00.1/,
    )
  })
})
