import { processorTime } from '@turnpike/test-support/processor-time.ts'
import { describe, expect, it } from 'vitest'
import { readPythonLiteral } from '../../src/adopt/python/literal.ts'

const opaque = { kind: 'opaque' }
const dict = (entries: Record<string, unknown>) => ({
  kind: 'dict',
  entries: new Map(Object.entries(entries)),
})

describe('Python literals', () => {
  it.each([
    ['None', null],
    ['True', true],
    ['False', false],
    ['0', 0],
    ['-12', -12],
    ['1_000', 1000],
    ['2.5', 2.5],
    ['.5', 0.5],
    ['1e3', 1000],
    ["'a'", 'a'],
    ['"it\'s"', "it's"],
    ["'it\\'s'", "it's"],
    ["'a\\nb\\t\\\\'", 'a\nb\t\\'],
    ["'\\x41\\u00e9\\U0001f600\\101'", 'Aé😀A'],
    ["'\\d'", '\\d'],
    ["r'\\d\\''", "\\d\\'"],
    ["u'a'", 'a'],
    ["'''a'b'''", "a'b"],
    ["'a' 'b'", 'ab'],
    ["('a')", 'a'],
    ["('a',)", ['a']],
    ['()', []],
    ['[1, [2], (3,)]', [1, [2], [3]]],
    ["{'a', 'b'}", ['a', 'b']],
    ['{}', dict({})],
    ["{'a': {'b': 1}, 'c': None,}", dict({ a: dict({ b: 1 }), c: null })],
    ["PosixPath('/srv/app')", '/srv/app'],
    ['datetime.timedelta(seconds=300)', { kind: 'duration', seconds: 300 }],
    [
      'datetime.timedelta(days=1, seconds=1, microseconds=500000)',
      { kind: 'duration', seconds: 86_401.5 },
    ],
    ['datetime.timedelta(0)', { kind: 'duration', seconds: 0 }],
    ["<class 'a.B'>", opaque],
    ['<function f.<locals>.<lambda> at 0x7f2a>', opaque],
    ['<Signature (a) -> b>', opaque],
    ["b'bytes'", opaque],
    ['2j', opaque],
    ['9007199254740993', opaque],
    ['1e999', opaque],
    ["Decimal('1.0')", opaque],
    ["OrderedDict([('a', 1)])", opaque],
    ['nan', opaque],
  ])('the Python literal %s is read', (text, value) => {
    expect(readPythonLiteral(text)).toEqual(value)
  })

  it.each([
    ['', 'a value is missing', 0],
    ["'a", 'a text is not closed', 0],
    ["'a\\", 'a text is not closed', 2],
    ['[1, 22', 'a comma or ] is missing', 6],
    ['[1 2]', 'a comma or ] is missing', 3],
    ["{'a': }", 'a value is missing', 6],
    ['1 2', 'something follows the value', 2],
    ['<a', 'a < is not closed', 2],
    ["'\\Uffffffff'", 'an escape is beyond Unicode', 1],
    ['$x', 'a value is missing', 0],
  ])('%s is no Python literal, and the error has the position', (text, message, position) => {
    expect(() => readPythonLiteral(text)).toThrow(expect.objectContaining({ message, position }))
  })

  it('a Python literal that is nested too deeply is refused before the stack is exhausted', () => {
    expect(() => readPythonLiteral('['.repeat(100_000))).toThrow('nested too deeply')
  })

  it('a dictionary of Python may have __proto__ as a key, which changes no prototype', () => {
    const value = readPythonLiteral("{'__proto__': {'polluted': True}}")
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(value).toMatchObject({ kind: 'dict' })
  })

  it('a long text of blanks and brackets is read in linear time', async () => {
    const text = `[${"'<(', ".repeat(50_000)}${' '.repeat(100_000)}]`
    expect(await processorTime(() => readPythonLiteral(text))).toBeLessThan(3000)
  })
})
