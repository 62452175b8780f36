import { processorTime } from '@turnpike/test-support/processor-time.ts'
import { describe, expect, it } from 'vitest'
import { searchTerms } from '../../../src/filtering/search/terms.ts'

describe('the terms of a search', () => {
  it.each<[text: string, terms: string[]]>([
    ['sea', ['sea']],
    ['old man', ['old', 'man']],
    ['  old \t\n man  ', ['old', 'man']],
    ['old,man', ['old', 'man']],
    [' old , ,, man ,', ['old', 'man']],
    ['old\u00a0man\u3000sea', ['old', 'man', 'sea']],
    ['100% _ \\', ['100%', '_', '\\']],
    ['\ufeff', ['\ufeff']],
    ['sea\ufeffman', ['sea\ufeffman']],
    ['"old man"\ufeff', ['"old', 'man"\ufeff']],
  ])('the terms in %j are the words between blanks and commas', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms)
  })

  it.each<[text: string, terms: string[]]>([
    ['"the old man" sea', ['the old man', 'sea']],
    ["'the old man' sea", ['the old man', 'sea']],
    ['sea,"the old man",boat', ['sea', 'the old man', 'boat']],
    ['"old, man"', ['old, man']],
    ['"it\'s" \'a "b"\'', ["it's", 'a "b"']],
    ['"a \\"b\\" c"', ['a "b" c']],
    ['"a\\\\" b', ['a\\', 'b']],
    ['"a\\b"', ['a\\b']],
    ['" two  blanks "', [' two  blanks ']],
    ['"a\nb"', ['a\nb']],
    ['"a" "b"', ['a', 'b']],
  ])('the terms in %j include the phrase in quotation marks as it is', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms)
  })

  it.each<[text: string, terms: string[]]>([
    ["don't won't", ["don't", "won't"]],
    ["O'Brien 'x", ["O'Brien", "'x"]],
    ["'tis the season, 'twas", ["'tis", 'the', 'season', "'twas"]],
    ['"the old man', ['"the', 'old', 'man']],
    ['5" disk', ['5"', 'disk']],
    ['"a"b c', ['"a"b', 'c']],
    ['a"b c"', ['a"b', 'c"']],
    ['"', ['"']],
    ['a \\"b c\\"', ['a', '\\"b', 'c\\"']],
  ])('the terms in %j have marks without a phrase as characters', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms)
  })

  it.each(['', ' ', ' \t,, \u3000', '""', '\'\' "  "'])('there are no terms in %j', (text) => {
    expect(searchTerms(text)).toEqual([])
  })

  it('no term of a search is there twice', () => {
    expect(searchTerms('sea "sea" SEA sea')).toEqual(['sea', 'SEA'])
  })

  it('terms are found in linear time', async () => {
    for (const part of ['"', '"a ', '\\', '"\\', '\' "', '"a"b ', '\\" ']) {
      const text = part.repeat(100_000)
      expect(await processorTime(() => searchTerms(text))).toBeLessThan(500)
    }
  })
})
