import { describe, expect, it } from 'vitest'
import { filterFields } from '../../../../src/pages/browsable/list/filter-fields.ts'
import type { PageContext } from '../../../../src/pages/page-context.ts'
import { inputs } from './form-parts.ts'

interface Parameter {
  name: string
  schema: Record<string, unknown>
  description?: string
}

/** The fields of these parameters for a query. */
function fields(parameters: Parameter[], query = '', errors: [string, string[]][] = []): string {
  const sent = new URLSearchParams(query)
  const request = { queryValue: (name: string) => sent.get(name), translator: null }
  return filterFields(
    parameters.map((parameter) => ({ description: '', ...parameter })),
    { request } as unknown as PageContext,
    new Map(errors),
  )
    .join('')
    .replace(/\n+/g, '\n')
}

const moment = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
}
const labels = (form: string) =>
  [...form.matchAll(/<(?:label|legend)[^>]*>(.*?)<\/(?:label|legend)>/g)].map(([, text]) => text)

describe('the fields of filters', () => {
  it.each([
    ['an integer', { type: 'integer' }, '7', 'text', '7'],
    ['a number that is none', { type: 'number' }, 'abc', 'text', 'abc'],
    ['a decimal', { type: 'string', format: 'decimal' }, '1.50', 'text', '1.50'],
    ['a text', { type: 'string' }, 'a"b', 'text', 'a&quot;b'],
    ['a date', { type: 'string', format: 'date' }, '2026-01-31', 'date', '2026-01-31'],
    ['a date that is none', { type: 'string', format: 'date' }, '31.1.', 'text', '31.1.'],
    ['no date', { type: 'string', format: 'date' }, '', 'date', ''],
    ['no moment', moment, '', 'datetime-local', ''],
    ['a moment', moment, '2026-01-31T10:20', 'datetime-local', '2026-01-31T10:20'],
    [
      'a moment in UTC',
      moment,
      '2026-01-31T10:20:30.5Z',
      'datetime-local',
      '2026-01-31T10:20:30.5',
    ],
    ['a moment elsewhere', moment, '2026-01-31T10:20+02:00', 'text', '2026-01-31T10:20 02:00'],
    ['a day as a moment', moment, '2026-01-31', 'date', '2026-01-31'],
    ['a list', { type: 'array', items: { enum: ['a', 'b'] } }, 'a,b', 'text', 'a,b'],
  ])('a value is shown by an input that can hold it: %s', (_name, schema, sent, type, value) => {
    const form = fields([{ name: 'f', schema }], `f=${sent}`)
    expect(inputs(form)).toEqual([[type, 'f', value]])
  })

  it('numbers have the keyboard of numbers, and lists say how they are written', () => {
    expect(fields([{ name: 'f', schema: { type: 'integer' } }])).toContain('inputmode="decimal"')
    expect(fields([{ name: 'f', schema: { type: 'array' } }])).toContain('Separated by commas')
    expect(fields([{ name: 'f', schema: moment }])).toContain('>In UTC<')
  })

  it('choices and booleans are a choice of one, or of none', () => {
    const form = fields([{ name: 'size', schema: { enum: ['s', 'm'] } }], 'size=m')
    expect(form).toContain('<option value="">—</option>')
    expect(form).toContain('<option value="m" selected>m</option>')
    const isNull = fields([{ name: 'shelf__isnull', schema: { type: 'boolean' } }], '')
    expect(isNull).toContain('<option value="true">true</option><option value="false">false')
    expect(labels(isNull)).toEqual(['Shelf is null'])
  })

  it('a value that is no choice is kept beside its error', () => {
    const form = fields([{ name: 'size', schema: { enum: ['s', 1] } }], 'size=%3Cb%3E', [
      ['size', ['"<b>" is not a valid choice.']],
    ])
    expect(form).toContain('<option value="&lt;b&gt;" selected>&lt;b&gt;</option>')
    expect(form).toContain('aria-invalid="true" aria-describedby="query-field-size-errors"')
    expect(form).toContain('<li>&quot;&lt;b&gt;&quot; is not a valid choice.</li>')
  })

  it('the parameters of one field are a group with a name', () => {
    const integer = { type: 'integer' }
    const form = fields([
      { name: 'owner', schema: integer },
      { name: 'page_count', schema: integer },
      { name: 'page_count__gte', schema: integer },
      { name: 'page_count__in', schema: { type: 'array' } },
    ])
    expect(form.match(/<fieldset/g)).toHaveLength(1)
    expect(labels(form)).toEqual(['Owner', 'Page count', 'Is', 'At least', 'Is one of'])
  })

  it('moments and dates are from and until, after and before', () => {
    const form = fields(
      ['gt', 'gte', 'lt', 'lte'].map((lookup) => ({ name: `at__${lookup}`, schema: moment })),
    )
    expect(labels(form)).toEqual(['At', 'After', 'From', 'Before', 'Until'])
  })

  it('parameters that mean the same are one field, unless they were sent', () => {
    const same = ['title__contains', 'title__icontains'].map((name) => ({
      name,
      schema: { type: 'string' },
      description: 'Only items whose `title` contains this.',
    }))
    expect(inputs(fields(same)).map(([, name]) => name)).toEqual(['title__contains'])
    expect(inputs(fields(same, 'title__icontains=a')).map(([, name]) => name)).toEqual([
      'title__contains',
      'title__icontains',
    ])
  })

  it('a parameter of another kind has its own title and description', () => {
    const form = fields([
      {
        name: 'near',
        schema: { type: 'string', title: 'Close to' },
        description: 'Only shops near the `place`.',
      },
    ])
    expect(labels(form)).toEqual(['Close to'])
    expect(form).toContain('Only shops near the place</p>')
  })

  it('names and descriptions never become markup', () => {
    const attack = '"><script>alert(1)</script>'
    const form = fields(
      [
        { name: attack, schema: { type: 'string', title: attack }, description: attack },
        { name: '__proto__', schema: { enum: [attack] } },
        { name: '__', schema: {} },
        { name: '__gte', schema: {} },
      ],
      `__proto__=${encodeURIComponent(attack)}`,
      [[attack, [attack]]],
    )
    expect(form).not.toContain('<script')
    expect(form).toContain('name="__proto__"')
    expect(form).toContain('name="__gte"')
  })
})
