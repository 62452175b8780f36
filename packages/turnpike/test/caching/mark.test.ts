import { describe, expect, it } from 'vitest'
import { mark } from '../../src/caching/mark.ts'

describe('a mark', () => {
  it('belongs to the object, and not to a copy of it', () => {
    const colours = mark<object, string>()
    const object = { slice: () => [] }
    colours.set(object, 'red')

    expect(colours.get(object)).toBe('red')
    expect(colours.get({ ...object })).toBeUndefined()
    colours.delete(object)
    expect(colours.get(object)).toBeUndefined()
  })
})
