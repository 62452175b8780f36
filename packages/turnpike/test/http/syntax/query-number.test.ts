import { describe, expect, it } from 'vitest'
import { parseNumber } from '../../../src/http/syntax/query-number.ts'
import { parseSize } from '../../../src/pagination/page-size.ts'

describe('a number in a query', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['007', 7],
    ['123', 123],
    ['9007199254740991', 9007199254740991],
  ])('%j is a number in a query', (text, number) => {
    expect(parseNumber(text)).toBe(number)
  })

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '-0',
    '1.0',
    '1.',
    '1e3',
    '0x10',
    '1_0',
    '1,000',
    '٢',
    '\uff12',
    '²',
    'one',
    'NaN',
    'Infinity',
    '1\n',
    '1\0',
    'null',
  ])('%j is not a number in a query', (text) => {
    expect(parseNumber(text)).toBeNull()
  })

  it('a number in a query is at most the largest that JavaScript holds exactly', () => {
    for (const text of ['9007199254740992', '1'.repeat(40), '9'.repeat(400)]) {
      expect(parseNumber(text)).toBe(9007199254740991)
    }
  })
})

describe('a page size or limit in a query', () => {
  it('a page size below 1 counts as absent', () => {
    expect(parseSize('1', null)).toBe(1)
    for (const text of [null, '', '0', '00', '-1', 'many']) expect(parseSize(text, 5)).toBeNull()
  })

  it('a page size is at most the maximum', () => {
    expect(parseSize('4', 5)).toBe(4)
    expect(parseSize('5', 5)).toBe(5)
    expect(parseSize('6', 5)).toBe(5)
    expect(parseSize('9'.repeat(40), 5)).toBe(5)
    expect(parseSize('6', null)).toBe(6)
  })
})
