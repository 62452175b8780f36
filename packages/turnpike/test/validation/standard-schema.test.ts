import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { accept, refusal, refuse } from './checking.ts'

/** A schema as another library would make it: `{ title: text, tags?: text[] }`. */
const note: StandardSchemaV1<unknown, { title: string; tags?: string[] }> = {
  '~standard': {
    version: 1,
    vendor: 'by hand',
    validate(value) {
      const { title, tags } = (value ?? {}) as { title?: unknown; tags?: unknown[] }
      const issues: StandardSchemaV1.Issue[] = []
      if (typeof value !== 'object' || value === null) {
        issues.push({ message: 'Expected an object.' })
      } else if (typeof title !== 'string') {
        issues.push({ message: 'Expected a text.', path: ['title'] })
      }
      tags?.forEach((tag, index) => {
        if (typeof tag !== 'string') {
          issues.push({ message: 'Expected a text.', path: [{ key: 'tags' }, { key: index }] })
        }
      })
      if (title === 'forbidden') issues.push({ message: 'Not this note.' })
      return issues.length > 0 ? { issues } : { value: value as { title: string } }
    },
  },
}

describe('a schema of another library', () => {
  it('a schema of another library gives its output, typed', async () => {
    const data = await accept(note, { title: 'a' })

    expectTypeOf(data).toEqualTypeOf<{ title: string; tags?: string[] }>()
    expect(data).toEqual({ title: 'a' })
  })

  it('the texts of another library are used unchanged, with the code `invalid`', async () => {
    const error = await refusal(note, { title: 5, tags: ['a', 5] })

    expect(error.detail).toEqual({
      title: ['Expected a text.'],
      tags: { '1': ['Expected a text.'] },
    })
    expect(error.codes).toEqual({ title: ['invalid'], tags: { '1': ['invalid'] } })
  })

  it('another library reports absent fields and null like any schema', async () => {
    expect((await refusal(note, {})).fullDetails).toEqual({
      title: [{ message: 'This field is required.', code: 'required' }],
    })
    expect((await refusal(note, { title: null })).fullDetails).toEqual({
      title: [{ message: 'This field may not be null.', code: 'null' }],
    })
    expect(await refuse(note, null)).toEqual({ non_field_errors: ['No data provided'] })
  })

  it('a field that only a prototype has is absent', async () => {
    const issues = [{ message: 'Expected a text.', path: ['constructor'] }]
    const named: StandardSchemaV1 = {
      '~standard': { version: 1, vendor: 'by hand', validate: () => ({ issues }) },
    }

    expect(await refuse(named, {})).toEqual({ constructor: ['This field is required.'] })
  })

  it('another library reports errors of the whole under the non-field key', async () => {
    expect(await refuse(note, { title: 'forbidden' })).toEqual({
      non_field_errors: ['Not this note.'],
    })
    expect(await refuse(note, 'x')).toEqual({ non_field_errors: ['Expected an object.'] })
  })

  it('a schema of another library may answer later', async () => {
    const slow: StandardSchemaV1<unknown, number> = {
      '~standard': { version: 1, vendor: 'by hand', validate: async () => ({ value: 1 }) },
    }

    expect(await accept(slow, {})).toBe(1)
  })

  it('a schema of another library may be a function', async () => {
    const callable = Object.assign(() => true, note)

    expect(await accept(callable, { title: 'a' })).toEqual({ title: 'a' })
  })

  it('the output of another library is searched for characters that cannot be stored', async () => {
    expect(await refuse(note, { title: 'a\0' })).toEqual({
      title: ['Null characters are not allowed.'],
    })
  })

  it('a schema of another library cannot be made partial', async () => {
    await expect(refuse(note, {}, { partial: true })).rejects.toThrow(
      /^Only a z\.object\(\) can be used/,
    )
  })
})
