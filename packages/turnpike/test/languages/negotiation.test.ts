import { processorTime } from '@turnpike/test-support/processor-time.ts'
import { describe, expect, it } from 'vitest'
import { chooseLanguage } from '../../src/languages/accept-language.ts'

type Tags = readonly [string, ...string[]]

describe('the language for an Accept-Language field', () => {
  const rows: [field: string | null, tags: Tags, chosen: string, why: string][] = [
    [null, ['en', 'de'], 'en', 'no field'],
    ['', ['de', 'en'], 'de', 'an empty field'],
    ['de', ['en', 'de'], 'de', 'the same tag'],
    ['DE', ['en', 'de'], 'de', 'case does not matter'],
    ['de-CH', ['en', 'de'], 'de', 'a shorter tag'],
    ['zh-Hant-TW', ['en', 'zh-Hant', 'zh'], 'zh-Hant', 'the longest of the shorter tags'],
    ['de-1-x', ['en', 'de'], 'de', 'a single letter goes with what follows it'],
    ['pt', ['en', 'pt-BR'], 'pt-BR', 'a longer tag'],
    ['pt-PT', ['en', 'pt-BR'], 'pt-BR', 'another region'],
    ['de-CH', ['en', 'de-CH', 'de'], 'de-CH', 'the same before a shorter tag'],
    ['den', ['en', 'de'], 'en', 'a tag that only begins with the same letters'],
    ['sv', ['en', 'de'], 'en', 'none of the languages'],
    ['sv, de;q=0.1', ['en', 'de'], 'de', 'the second wish'],
    ['en;q=0.4, de;q=0.8', ['en', 'de'], 'de', 'the higher quality'],
    ['de;q=0.8, fr;q=0.8', ['en', 'fr', 'de'], 'de', 'the first of equal quality'],
    ['de;q=0.001', ['en', 'de'], 'de', 'three digits of quality'],
    ['fr-CA, de;q=0.9', ['en', 'fr', 'de'], 'fr', 'a shorter tag before the next wish'],
    ['*', ['en', 'de'], 'en', 'anything'],
    ['*', ['de', 'en'], 'de', 'anything, with another default'],
    ['fr, *;q=0.5', ['en', 'de'], 'en', 'anything else'],
    ['*, en;q=0.5', ['en', 'de'], 'de', 'anything rather than the default'],
    ['*, en;q=0.5', ['en'], 'en', 'anything rather than the only one'],
    ['en;q=0', ['en', 'de'], 'de', 'the default is refused'],
    ['de;q=0', ['en', 'de-CH', 'de'], 'en', 'a refused language with its regions'],
    ['de-CH;q=0, de', ['en', 'de-CH', 'de'], 'de', 'a refused region'],
    ['de-CH, de;q=0', ['en', 'de'], 'en', 'a shorter tag that is refused'],
    ['de;q=0, de-CH', ['en', 'de', 'de-CH'], 'de-CH', 'a region of a refused language'],
    ['*;q=0', ['en', 'de'], 'en', 'nothing suits'],
    ['de, *;q=0', ['en', 'de'], 'de', 'nothing else'],
    ['en;q=0, de;q=0', ['en', 'de'], 'en', 'every language is refused'],
    ['de ; q=0.5, en ;q=0.4', ['en', 'de'], 'de', 'blanks around the parameter'],
    [' de , en', ['en', 'de'], 'de', 'blanks around the ranges'],
    ['de;q=2, fr', ['en', 'de', 'fr'], 'fr', 'an invalid quality'],
    ['de;q=-1, fr;q=0.1', ['en', 'de', 'fr'], 'fr', 'a negative quality'],
    ['de;q=0.1234, fr;q=0.1', ['en', 'de', 'fr'], 'fr', 'too many digits'],
    ['de;level=1, fr;q=0.1', ['en', 'de', 'fr'], 'fr', 'an unknown parameter'],
    ['-de, de-, d_e, 12, toolonglanguage', ['en', 'de'], 'en', 'invalid tags'],
    ['__proto__, constructor', ['en', 'de'], 'en', 'names of objects'],
    [',,,de,,', ['en', 'de'], 'de', 'empty elements'],
  ]

  it.each(rows)('%j of %j chooses %s: %s', (field, tags, chosen) => {
    expect(chooseLanguage(tags, field)).toBe(chosen)
  })
})

describe('a hostile Accept-Language field', () => {
  it('a field of 10 kB is read up to its first 1,000 characters', () => {
    expect(chooseLanguage(['en', 'de'], `de, ${'x'.repeat(10_000)}`)).toBe('de')
    expect(chooseLanguage(['en', 'de'], `${' '.repeat(10_000)}de`)).toBe('en')
    expect(chooseLanguage(['en', 'de'], `${'de-'.repeat(3_000)}de`)).toBe('en')
  })

  it('a field of 10,000 ranges is answered by its first 20', () => {
    const many = Array.from({ length: 10_000 }, () => 'xx').join()
    expect(chooseLanguage(['en', 'de'], `de;q=0.5,${many}`)).toBe('de')
    expect(chooseLanguage(['en', 'de'], `${'xx,'.repeat(20)}de`)).toBe('en')
  })

  it('a hostile Accept-Language field takes less than a millisecond', async () => {
    const fields = [
      'a-'.repeat(5_000),
      `de${' '.repeat(10_000)};q=1`,
      `de;${' '.repeat(10_000)}q=1`,
      '*,'.repeat(5_000),
      `de;q=0.${'0'.repeat(10_000)}`,
    ]
    chooseLanguage(['en', 'de'], 'de, en;q=0.5')
    const time = await processorTime(() => {
      for (let round = 0; round < 20; round++) {
        for (const field of fields) chooseLanguage(['en', 'de', 'fr', 'pt-BR'], field)
      }
    })
    expect(time / 100).toBeLessThan(1)
  })
})
