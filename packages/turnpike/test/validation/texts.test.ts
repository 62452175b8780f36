import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { charField } from '../../src/validation/index.ts'
import { accept, refusal, refuse } from './checking.ts'

const noNull = ['Null characters are not allowed.']

describe('characters that cannot be stored', () => {
  it('characters that cannot be stored are refused in every text of valid data, with their codes', async () => {
    const schema = z.object({ plain: z.string(), any: z.any(), list: z.array(z.string()) })
    const error = await refusal(schema, {
      plain: '\0',
      any: { deep: [1, { text: '\udc00\0' }] },
      list: ['good', 'bad\0'],
    })

    expect(error.detail).toEqual({
      plain: noNull,
      any: {
        deep: {
          '1': { text: [...noNull, 'Surrogate characters are not allowed: U+DC00.'] },
        },
      },
      list: { '1': noNull },
    })
    expect(error.codes).toMatchObject({
      plain: ['null_characters_not_allowed'],
      any: {
        deep: {
          '1': { text: ['null_characters_not_allowed', 'surrogate_characters_not_allowed'] },
        },
      },
    })
  })

  it('characters that cannot be stored are refused in the keys of records and of free JSON', async () => {
    expect(await refuse(z.record(z.string(), z.number()), { 'a\0': 1 })).toEqual({ 'a\0': noNull })
    expect(await refuse(z.object({ meta: z.json() }), { meta: { 'a\0': 1 } })).toEqual({
      meta: { 'a\0': noNull },
    })
  })

  it('characters that cannot be stored are refused in transformed text, and in maps and sets', async () => {
    const set = z.array(z.string()).transform((items) => new Set(items))
    const map = z.array(z.string()).transform((items) => new Map(items.map((item) => [1, item])))

    expect(await refuse(z.object({ set, map }), { set: ['\0'], map: ['\0'] })).toEqual({
      set: { '\0': [...noNull] },
      map: { '1': noNull },
    })
    expect(await refuse(z.string(), '\0')).toEqual({ non_field_errors: noNull })
  })

  it('characters that cannot be stored do not matter where they are dropped', async () => {
    expect(await accept(z.object({ a: charField() }), { a: 'x', extra: '\0' })).toEqual({ a: 'x' })
  })

  it('pairs of surrogates may be stored', async () => {
    expect(await accept(z.object({ a: z.string() }), { a: '😀' })).toEqual({ a: '😀' })
  })

  it('characters that cannot be stored are looked for in output that contains itself', async () => {
    const looped = z.object({ text: z.string() }).transform((data) => {
      const loop: Record<string, unknown> = { ...data }
      loop.self = loop
      return loop
    })

    expect(await refuse(looped, { text: '\0' })).toEqual({ text: noNull })
  })
})
