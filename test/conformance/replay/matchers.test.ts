import { describe, expect, it } from 'vitest'
import { parseExact, valueAt } from './exact-json.ts'
import { jsonDifferences } from './matchers.ts'

const saved = new Map<string, unknown>([['first', { id: 1 }]])
const differences = (expected: unknown, came: unknown) => jsonDifferences(expected, came, saved)

describe('comparing JSON', () => {
  it.each([
    ['keys in another order', { a: 1, b: [true, null] }, { b: [true, null], a: 1 }],
    ['any string', { next: { $type: 'string' } }, { next: 'http://testserver/' }],
    ['a pattern found anywhere', { $re: 'b+' }, 'abbc'],
    ['a saved value', [{ $saved: 'first' }], [{ id: 1 }]],
    ['items in any order', { $unordered: [1, 2, 3] }, [3, 1, 2]],
    ['items that fit several matchers', { $unordered: [{ $type: 'string' }, 'a'] }, ['a', 'b']],
    ['a key with a dollar that is no matcher', { $set: 1 }, { $set: 1 }],
    ['two keys of matchers, which are a value', { $re: 'a', $type: 'b' }, { $re: 'a', $type: 'b' }],
  ])('comparing JSON accepts %s', (_name, expected, came) => {
    expect(differences(expected, came)).toEqual([])
  })

  it.each([
    ['a missing key', { a: 1, b: 2 }, { a: 1 }],
    ['one key too many', { a: 1 }, { a: 1, b: 2 }],
    ['an inherited key', { constructor: 1 }, {}],
    ['another order of items', [1, 2], [2, 1]],
    ['a shorter list', [1, 2], [1]],
    ['a longer list', [1], [1, 2]],
    ['another number', 1, 2],
    ['a text for a number', 1, '1'],
    ['a number for a boolean', true, 1],
    ['null for a text', 'a', null],
    ['null for an object', {}, null],
    ['an object for a list', [], {}],
    ['a list for an object', {}, []],
    ['a number for any string', { $type: 'string' }, 1],
    ['a pattern that is not found', { $re: '^b' }, 'ab'],
    ['a number where a pattern is', { $re: '1' }, 1],
    ['another value than the saved one', { $saved: 'first' }, { id: 2 }],
    ['a saved value that was never saved', { $saved: 'second' }, undefined],
    ['an item twice in any order', { $unordered: [1, 2] }, [1, 1]],
    ['an item too many in any order', { $unordered: [1, 2] }, [1, 2, 3]],
    ['an object in place of any order', { $unordered: [] }, {}],
  ])('comparing JSON refuses %s', (_name, expected, came) => {
    expect(differences(expected, came)).not.toEqual([])
  })

  it('comparing JSON reports the place, the expected and the actual value', () => {
    expect(differences({ a: [{ b: 1 }] }, { a: [{ b: 2 }] })).toEqual([
      '$.a[0].b: expected 1, came 2',
    ])
  })

  it.each([
    ['4', '4.0', true],
    ['1e2', '100', true],
    ['9007199254740993', '9007199254740992', false],
    ['0.1', '0.10000000000000002', false],
  ])('takes %s and %s as numbers by what they are worth', (expected, came, same) => {
    expect(differences(parseExact(expected), parseExact(came)).length === 0).toBe(same)
  })
})

describe('a place in JSON', () => {
  it.each([
    ['$', { a: 1 }],
    ['$.a', 1],
    ['$.b', undefined],
    ['$.a.b', undefined],
    ['$.toString', undefined],
  ])('a place in JSON is found: %s', (place, value) => {
    expect(valueAt({ a: 1 }, place)).toEqual(value)
  })

  it('a place in JSON may lie in lists', () => {
    expect(valueAt({ results: [{ id: 7 }, [8]] }, '$.results[0].id')).toBe(7)
    expect(valueAt({ results: [{ id: 7 }, [8]] }, '$.results[1][0]')).toBe(8)
    expect(valueAt([1], '$[0]')).toBe(1)
  })
})

it('numbers are sent again as they were written', () => {
  const written = '{"price":4.0,"count":12345678901234567890,"rate":1e400,"id":7}'

  expect(JSON.stringify(parseExact(written))).toBe(written)
})
