import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plural } from '../../src/adopt/writing/names.ts'
import { inlineCode } from '../../src/adopt/writing/report/markdown.ts'
import {
  bracketed,
  commentText,
  Imports,
  numberLiteral,
  printed,
  stringLiteral,
} from '../../src/adopt/writing/source.ts'

const hostile = [
  "'; process.exit(1); '",
  '$' + '{process.exit(1)}',
  '`',
  '\\',
  "\\'",
  '\n// ',
  '\u2028',
  '*/',
  '\u202e',
  '\ud800',
  '"\'',
]

describe('written source', () => {
  it.each(hostile)('the text %j is written as a literal of itself', (text) => {
    const literal = stringLiteral(text)
    expect(runInThisContext(literal)).toBe(text)
    expect(literal).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u)
  })

  it('any text is written as a literal of itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => runInThisContext(stringLiteral(text)) === text,
      ),
    )
  })

  it('a comment ends neither early nor at the end of a line of its text', () => {
    expect(commentText('a */ b\nc\u2028d')).toBe('a * / b?c?d')
  })

  it.each([
    ['name', '`name`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['a\n# b', '`a?# b`'],
    ['', '(empty)'],
  ])('%j is one line of code in the report', (text, code) => {
    expect(inlineCode(text)).toBe(code)
  })

  it('lists are broken over lines only if they are longer than a line', () => {
    const items = Array.from({ length: 12 }, (_, index) => `item${index}: ${index}`)
    expect(printed(bracketed('f({', items.slice(0, 2), '})'))).toBe('f({ item0: 0, item1: 1 })')
    expect(printed(bracketed('f({', items, '})')).split('\n')).toHaveLength(14)
  })

  it('imports are sorted by module and name, and types alone are imported as types', () => {
    const imports = new Imports()
    imports.add('./b.ts', 'type B')
    imports.add('zod', 'z')
    imports.add('turnpike', 'charField', 'ApiResponse', 'charField')
    imports.add('./c.ts', 'pages', 'type Permission', 'anon', 'Anon')
    imports.add('node:crypto', 'randomUUID')
    expect(String(imports).split('\n')).toEqual([
      "import { randomUUID } from 'node:crypto'",
      "import { ApiResponse, charField } from 'turnpike'",
      "import { z } from 'zod'",
      "import type { B } from './b.ts'",
      "import { Anon, anon, type Permission, pages } from './c.ts'",
    ])
  })

  it.each([
    [0, '0'],
    [1000, '1000'],
    [32_767, '32_767'],
    [-2_147_483_648, '-2_147_483_648'],
  ])('the number %d is written with separators', (number, text) => {
    expect(numberLiteral(number)).toBe(text)
  })

  it.each([
    ['book', 'books'],
    ['category', 'categories'],
    ['day', 'days'],
    ['box', 'boxes'],
    ['address', 'addresses'],
  ])('the plural of %s in a path is %s', (word, words) => {
    expect(plural(word)).toBe(words)
  })
})
