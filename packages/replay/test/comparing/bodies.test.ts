import { processorTime } from '@turnpike/test-support/processor-time.ts'
import { describe, expect, it } from 'vitest'
import { CreatedIds } from '../../src/comparing/created-ids.ts'
import { compare, compareBodies } from './compare.ts'

describe('what is equal by rule in a body', () => {
  it.each([
    ['key-order', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['json-notation', '{"a":"é"}', '{ "a" : "\\u00e9" }'],
    ['number-notation', '[1.50,100,0]', '[1.5,1e2,0.0]'],
    ['number-notation', '[9007199254740993]', '[9007199254740993.0]'],
    ['same-instant', '["2024-01-01T00:00:00Z"]', '["2024-01-01T01:00:00.000+01:00"]'],
    ['same-instant', '["2024-01-01T00:00:00.123456Z"]', '["2024-01-01T00:00:00.123456+00:00"]'],
    [
      'own-links',
      '["http://old.test:8001/notes/?page=2"]',
      '["http://new.test:8002/notes/?page=2"]',
    ],
    ['own-links', '["see http://old.test:8001/a."]', '["see http://new.test:8002/a."]'],
    ['cursors', '["/notes/?cursor=abc&size=3"]', '["/notes/?cursor=xyz&size=3"]'],
  ] as const)('the rule %s leaves out the difference of %s and %s', (rule, old, changed) => {
    expect(compareBodies(old, changed).causes).toEqual([])
    expect(compareBodies(old, changed).rules).toContain(rule)
    expect(compareBodies(old, changed, { without: [rule] }).causes).not.toEqual([])
  })

  it('the rule changed-times is off unless it is chosen', () => {
    const bodies = ['["2024-01-01T00:00:00Z"]', '["2024-01-01T00:00:07Z"]'] as const
    expect(compareBodies(...bodies).causes).toEqual(['body /*: time'])
    expect(compareBodies(...bodies, { also: ['changed-times'] }).causes).toEqual([])
  })

  it('the rule created-ids leaves out ids that belong together, where ids are', () => {
    const created = new CreatedIds()
    created.add('17', '18')
    const rules = { created }
    expect(compareBodies('{"id":17}', '{"id":18}', rules).causes).toEqual([])
    expect(compareBodies('{"note_id":"17"}', '{"note_id":"18"}', rules).causes).toEqual([])
    expect(compareBodies('{"url":"/notes/17/"}', '{"url":"/notes/18/"}', rules).causes).toEqual([])
    expect(compareBodies('{"count":17}', '{"count":18}', rules).causes).toEqual([
      'body /count: value',
    ])
    expect(compareBodies('{"id":18}', '{"id":17}', rules).causes).toEqual(['body /id: value'])
    expect(compareBodies('{"id":17}', '{"id":19}', rules).causes).toEqual(['body /id: value'])
    expect(compareBodies('{"title":"a/17"}', '{"title":"a/18"}', rules).causes).toHaveLength(1)
  })
})

describe('what no rule leaves out of a body', () => {
  it.each([
    ['a value', '{"a":1}', '{"a":2}', 'body /a: value'],
    ['a key that is missing', '{"a":1,"b":2}', '{"a":1}', 'body /b: missing'],
    ['a key that is new', '{"a":1}', '{"a":1,"b":2}', 'body /b: only the new service has it'],
    ['a type', '{"a":1}', '{"a":"1"}', 'body /a: type: number → string'],
    ['null for a list', '{"a":[]}', '{"a":null}', 'body /a: type: array → null'],
    ['the order of items', '[1,2]', '[2,1]', 'body /*: value'],
    ['the number of items', '{"r":[1,2]}', '{"r":[1]}', 'body /r: number of items'],
    [
      'numbers that rounding makes equal',
      '[9007199254740992]',
      '[9007199254740993]',
      'body /*: value',
    ],
    ['numbers beyond the largest double', '[1e400]', '[1e401]', 'body /*: value'],
    ['numbers below the smallest double', '[1e-400]', '[2e-400]', 'body /*: value'],
    [
      'an endless exponent',
      '[1e99999999999999999999999]',
      '[1e99999999999999999999998]',
      'body /*: value',
    ],
    ['the sign of zero', '[0.0]', '[-0.0]', 'body /*: value'],
    ['a key that is there twice', '{"a":1,"a":1}', '{"a":1}', 'body /a: key repeated'],
    ['the first of two equal keys', '{"a":1,"a":2}', '{"a":3,"a":2}', 'body /a: value'],
    [
      'digits of a time',
      '["2024-01-01T00:00:00.123456Z"]',
      '["2024-01-01T00:00:00.123Z"]',
      'body /*: precision of the time',
    ],
    ['another time', '["2024-01-01T00:00:00Z"]', '["2024-01-01T00:00:00+01:00"]', 'body /*: time'],
    [
      'a time without an offset',
      '["2024-01-01T00:00:00Z"]',
      '["2024-01-01T00:00:00"]',
      'body /*: value',
    ],
    [
      'a day that does not exist',
      '["2024-02-30T00:00:00Z"]',
      '["2024-03-01T00:00:00Z"]',
      'body /*: value',
    ],
    ['a date', '["2024-01-01"]', '["2024-01-02"]', 'body /*: value'],
    [
      'the path of a link',
      '["http://old.test:8001/a"]',
      '["http://new.test:8002/b"]',
      'body /*: value',
    ],
    [
      'a link to the old service',
      '["http://old.test:8001/a"]',
      '["http://old.test:8001/b"]',
      'body /*: value',
    ],
    [
      'the base of the other service',
      '["http://new.test:8002/a"]',
      '["http://old.test:8001/a"]',
      'body /*: value',
    ],
    ['an absolute link made relative', '["http://old.test:8001/a"]', '["/a"]', 'body /*: value'],
    [
      'a longer port',
      '["http://old.test:80011/a"]',
      '["http://new.test:80021/a"]',
      'body /*: value',
    ],
    [
      'a longer host',
      '["http://old.test:8001.evil/a"]',
      '["http://new.test:8002.evil/a"]',
      'body /*: value',
    ],
    [
      'a parameter beside the cursor',
      '["/n/?cursor=a&p=1"]',
      '["/n/?cursor=b&p=2"]',
      'body /*: value',
    ],
    ['a cursor that is missing', '["/n/?cursor=a"]', '["/n/?cursor="]', 'body /*: value'],
    [
      'a cursor of another host',
      '["http://x.test/?cursor=a"]',
      '["http://x.test/?cursor=b"]',
      'body /*: value',
    ],
    [
      'a parameter whose name ends like it',
      '["/n/?precursor=a"]',
      '["/n/?precursor=b"]',
      'body /*: value',
    ],
    ['a text that speaks of a cursor', '["a?cursor=a"]', '["a?cursor=b"]', 'body /*: value'],
    ['spaces within a text', '["a b"]', '["a  b"]', 'body /*: value'],
    ['no body', '{}', '', 'body: missing'],
    ['a body where none was', '', '{}', 'body: only the new service has one'],
    ['text that is no JSON', '{"a":1', '{"a":1}', 'body: bytes'],
    ['what only looks like JSON', '[01]', '[1]', 'body: bytes'],
  ])('%s is reported', (_what, old, changed, cause) => {
    expect([...new Set(compareBodies(old, changed).causes)]).toEqual([cause])
  })

  it('a field of a thing is compared with the thing of the same id', () => {
    const old = '[{"id":1,"a":1},{"id":2,"a":2}]'
    const changed = '[{"id":2,"a":2},{"id":1,"a":7}]'
    expect(compareBodies(old, changed).causes).toEqual(['body: order of items', 'body /*/a: value'])
  })

  it('bytes that are no UTF-8 are compared as bytes', () => {
    const bodies = [Buffer.from([0x22, 0xff, 0x22]), Buffer.from([0x22, 0xfe, 0x22])] as const
    expect(compareBodies(...bodies).causes).toEqual(['body: bytes'])
    expect(compareBodies(bodies[0], bodies[0]).causes).toEqual([])
  })

  it('JSON that is nested too deeply is compared as bytes', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(compareBodies(nested(100_000), `${nested(100_000)} `).causes).toEqual(['body: bytes'])
  })

  it('a million zeros in a number are compared in a moment', async () => {
    const zeros = '0'.repeat(500_000)
    const time = await processorTime(() => {
      expect(compareBodies(`[1${zeros}1${zeros}]`, `[1${zeros}2${zeros}]`).causes).toHaveLength(1)
    })
    expect(time).toBeLessThan(10_000)
  })

  it('differences of all items of a list have one cause', () => {
    const { causes } = compareBodies('[{"a":1},{"a":2}]', '[{"a":3},{"a":4}]')
    expect(new Set(causes)).toEqual(new Set(['body /*/a: value']))
  })

  it.each([
    ['text/plain', 'text/plain', 'body: bytes'],
    ['text/html', 'text/html', 'body: HTML'],
    ['text/html', 'application/json', 'body: text/html → application/json'],
  ])('bodies of %s and %s are compared as bytes', (type, otherType, cause) => {
    const answer = (body: string, written: string) => ({
      body,
      headers: [['Content-Type', written] as const],
    })
    expect(compare(answer('[1]', type), answer('[1]', otherType)).causes).not.toContain(cause)
    expect(compare(answer('[1]', type), answer('[2]', otherType)).causes).toContain(cause)
  })
})
