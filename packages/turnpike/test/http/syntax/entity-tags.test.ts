import { processorTime } from '@turnpike/test-support/processor-time.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isKnown, readEntityTags } from '../../../src/http/syntax/entity-tags.ts'

const strong = (opaque: string) => ({ opaque, isWeak: false })
const weak = (opaque: string) => ({ opaque, isWeak: true })

describe('readEntityTags', () => {
  it.each([
    ['"a"', [strong('a')]],
    ['W/"a"', [weak('a')]],
    ['""', [strong('')]],
    ['"a","b"', [strong('a'), strong('b')]],
    ['"a" ,\tW/"b"  , "c"', [strong('a'), weak('b'), strong('c')]],
    [', "a",, "b",', [strong('a'), strong('b')]],
    ['"a,b"', [strong('a,b')]],
    ['"a\\", "b"', [strong('a\\'), strong('b')]],
    ['"*"', [strong('*')]],
    ['"\xe4"', [strong('\xe4')]],
    ['*', '*'],
    [' * ', '*'],
  ])('reads the field %s', (field, tags) => {
    expect(readEntityTags(field)).toEqual(tags)
  })

  it.each([
    '',
    ' ',
    ',',
    'a',
    '"a',
    'a"',
    '"a" "b"',
    '"a"b',
    'w/"a"',
    'W /"a"',
    'W/a',
    '*, "a"',
    '"a", *',
    '**',
    '"a b"',
    "'a'",
    '"\x7f"',
    '"ä́"',
  ])('finds the field %j malformed', (field) => {
    expect(readEntityTags(field)).toBeNull()
  })

  it('reads every list of tags as it was written', () => {
    const opaque = fc.stringMatching(/^[\x21\x23-\x7e\x80-\xff]{0,8}$/)
    const tag = fc.record({ opaque, isWeak: fc.boolean() })
    const separator = fc.stringMatching(/^[ \t]{0,2},[ \t,]{0,3}$/)
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1 }), separator, (tags, separator) => {
        const field = tags.map(({ opaque, isWeak }) => `${isWeak ? 'W/' : ''}"${opaque}"`)
        expect(readEntityTags(field.join(separator))).toEqual(tags)
      }),
    )
  })

  it('takes a time that grows with the length of the field alone', async () => {
    const time = await processorTime(() => {
      for (const part of ['"a",', ' ', ',', '"', 'W/', '"a" '])
        readEntityTags(part.repeat(1_000_000 / part.length))
    })
    expect(time).toBeLessThan(2000)
  })
})

describe('isKnown', () => {
  it.each([
    [null, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['', false],
  ])('compares the field %j weakly with "a"', (field, expected) => {
    expect(isKnown(field, '"a"')).toBe(expected)
  })
})
