import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  booleanField,
  charField,
  choiceField,
  dateTimeField,
  decimalField,
  emailField,
  integerField,
  listField,
} from '../../src/validation/index.ts'
import { accept, refuse } from './checking.ts'

const isForm = true

const entry = z.object({
  title: charField(),
  count: integerField(),
  done: booleanField(),
  note: charField().optional(),
})

describe('form data', () => {
  it('form data are read from their texts', async () => {
    const form = { title: 'a', count: '3', done: 'true', note: 'n' }

    expect(await accept(entry, form, { isForm })).toEqual({
      title: 'a',
      count: 3,
      done: true,
      note: 'n',
    })
  })

  it('form data are required like all data', async () => {
    expect(await refuse(entry, {}, { isForm })).toEqual({
      title: ['This field is required.'],
      count: ['This field is required.'],
    })
  })

  it('form data are refused when they are blank and required', async () => {
    expect(await refuse(entry, { title: '', count: '', done: '' }, { isForm })).toEqual({
      title: ['This field may not be blank.'],
      count: ['A valid integer is required.'],
      done: ['Must be a valid boolean.'],
    })
  })
})

describe('an absent box of a form', () => {
  it('an absent checkbox of a form is false', async () => {
    expect(await accept(entry, { title: 'a', count: '3' }, { isForm })).toEqual({
      title: 'a',
      count: 3,
      done: false,
    })
    const defaulted = z.object({ done: z.boolean().default(true), maybe: z.boolean().optional() })
    expect(await accept(defaulted, {}, { isForm })).toEqual({ done: false, maybe: false })
  })

  it('an absent checkbox of a form is null when that is allowed', async () => {
    expect(await accept(z.object({ done: booleanField().nullable() }), {}, { isForm })).toEqual({
      done: null,
    })
  })

  it('an absent checkbox of a form is absent from a change of some fields', async () => {
    expect(await accept(entry, { title: 'b' }, { isForm, partial: true })).toEqual({ title: 'b' })
  })

  it('an absent boolean is required in JSON', async () => {
    expect(await refuse(z.object({ done: booleanField() }), {})).toEqual({
      done: ['This field is required.'],
    })
  })
})

describe('a blank text of a form', () => {
  it('a blank text of a form counts as absent when the field may be absent', async () => {
    const loose = z.object({
      title: charField().optional(),
      count: integerField().optional(),
      size: choiceField(['s']).optional(),
      price: decimalField({ maxDigits: 5, decimalPlaces: 2 }).optional(),
      when: dateTimeField().optional(),
      email: emailField().optional(),
      link: z.url().optional(),
      code: z.string().length(3).optional(),
      rank: integerField().default(7),
      tags: listField(charField()).optional(),
    })
    const form = Object.fromEntries(Object.keys(loose.shape).map((name) => [name, '']))

    expect(await accept(loose, form, { isForm })).toEqual({ rank: 7 })
  })

  it('a blank text of a form is null when the field may be null, even if it may be absent', async () => {
    const nullable = z.object({
      rank: integerField().nullable(),
      count: integerField().nullable().optional(),
      done: booleanField().nullish(),
    })

    expect(await accept(nullable, { rank: '', count: '', done: '' }, { isForm })).toEqual({
      rank: null,
      count: null,
      done: null,
    })
  })

  it('a blank text of a form stays blank when the field takes blank texts', async () => {
    const blank = z.object({
      note: charField({ allowBlank: true }).nullable().optional(),
      plain: z.string().optional(),
      choice: choiceField(['', 'a']).optional(),
    })
    const form = { note: '', plain: '', choice: '' }

    expect(await accept(blank, form, { isForm })).toEqual(form)
  })

  it('a blank text stays blank in JSON', async () => {
    expect(await refuse(z.object({ rank: integerField().nullable() }), { rank: '' })).toEqual({
      rank: ['A valid integer is required.'],
    })
  })
})

describe('a repeated name of a form', () => {
  it('gives a list all its texts, and every other field the last one', async () => {
    const schema = z.object({ tags: listField(integerField()), title: charField() })
    const form = { tags: ['1', '2'], title: ['a', 'b'] }

    expect(await accept(schema, form, { isForm })).toEqual({ tags: [1, 2], title: 'b' })
    expect(await accept(schema, { tags: '1', title: 'a' }, { isForm })).toEqual({
      tags: [1],
      title: 'a',
    })
    expect(await refuse(schema, { tags: ['1', 'x'], title: 'a' }, { isForm })).toEqual({
      tags: { '1': ['A valid integer is required.'] },
    })
  })
})

describe('a blank text alone for a list', () => {
  it('a blank text for a list is the empty list in a change of some fields', async () => {
    const schema = z.object({ tags: listField(charField()), title: charField() })

    expect(await accept(schema, { tags: '' }, { isForm, partial: true })).toEqual({ tags: [] })
    expect(await accept(schema, { title: 'a' }, { isForm, partial: true })).toEqual({ title: 'a' })
  })
})

describe('a blank text among others of a list', () => {
  it('a blank text among others of a list is an item', async () => {
    const schema = z.object({ tags: listField(charField()).optional() })

    expect(await refuse(schema, { tags: ['a', ''] }, { isForm })).toEqual({
      tags: { '1': ['This field may not be blank.'] },
    })
  })
})

describe('plain zod fields of a form', () => {
  const plain = z.object({
    count: z.number(),
    done: z.boolean().optional(),
    ratios: z.array(z.number()),
  })

  it('plain zod objects cannot be sent in a form: a text under their name does not count', async () => {
    const object = z.object({ a: charField() })
    const kinds = [
      object,
      z.array(object),
      z.record(z.string(), z.string()),
      z.discriminatedUnion('a', [z.object({ a: z.literal('x') })]),
      object.nullable(),
    ]
    for (const kind of kinds) {
      for (const sent of ['x', '', ['x', 'y']]) {
        expect(await refuse(z.object({ field: kind }), { field: sent }, { isForm })).toEqual({
          field: ['This field is required.'],
        })
        const optional = z.object({ field: kind.optional() })
        expect(await accept(optional, { field: sent }, { isForm })).toEqual({})
        expect(await accept(optional, { field: sent }, { isForm, partial: true })).toEqual({})
      }
    }
    const either = z.object({ field: z.union([z.string(), object]) })
    expect(await accept(either, { field: 'x' }, { isForm })).toEqual({ field: 'x' })
  })

  it('plain zod fields of a form read null for a boolean that may be null, from an empty text or the word', async () => {
    const boxes = z.object({ done: booleanField().nullable(), plain: z.boolean().nullable() })
    for (const text of ['', 'null', 'NULL']) {
      expect(await accept(boxes, { done: text, plain: text }, { isForm })).toEqual({
        done: null,
        plain: null,
      })
    }
  })

  it('plain zod fields of a form read numbers and booleans from texts', async () => {
    const form = { count: '-3', done: 'on', ratios: ['0.5', '1'] }

    expect(await accept(plain, form, { isForm })).toEqual({
      count: -3,
      done: true,
      ratios: [0.5, 1],
    })
  })

  it.each(['x', '', ' 1', '+1', '1e2', 'Infinity', '12345678901234567890'])(
    'plain zod numbers of a form do not accept %j',
    async (count) => {
      expect(await refuse(plain, { count, ratios: '1' }, { isForm })).toEqual({
        count: ['A valid number is required.'],
      })
    },
  )
})

describe('the schema of a form', () => {
  it('the schema of a form is found inside wrappers', async () => {
    const box = z.object({ done: booleanField() })

    for (const schema of [
      box.transform((data) => data),
      z.preprocess((data) => data, box),
      z.lazy(() => box),
      box.readonly(),
    ]) {
      expect(await accept(schema, {}, { isForm })).toEqual({ done: false })
    }
  })

  it('the schema of a form need not be an object', async () => {
    expect(await refuse(z.array(entry), { title: 'a' }, { isForm })).toEqual({
      non_field_errors: ['Expected a list of items but got type "object".'],
    })
  })
})
