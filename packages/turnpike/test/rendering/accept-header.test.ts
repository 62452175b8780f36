import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAccept } from '../../src/rendering/accept-header.ts'

/** `type/subtype;q` of each range. */
const read = (header: string) => parseAccept(header).map(({ range, q }) => `${range.essence};${q}`)

describe('an Accept header', () => {
  it('lists media ranges, each with a weight of 1 unless it says otherwise', () => {
    expect(read('text/html, application/json;q=0.5 ,*/*; q=0.1')).toEqual([
      'text/html;1',
      'application/json;0.5',
      '*/*;0.1',
    ])
  })

  it('an Accept header keeps its parameters', () => {
    const [accepted] = parseAccept('application/json; indent=4; q=0.5')
    expect([...(accepted?.range.parameters ?? [])]).toEqual([
      ['indent', '4'],
      ['q', '0.5'],
    ])
  })

  it('an Accept header is read without regard to case', () => {
    expect(read('Application/JSON;Q=0.2')).toEqual(['application/json;0.2'])
  })

  it.each([
    ['0', 0],
    ['0.', 0],
    ['0.0', 0],
    ['0.000', 0],
    ['0.001', 0.001],
    ['0.5', 0.5],
    ['0.999', 0.999],
    ['1', 1],
    ['1.', 1],
    ['1.000', 1],
    ['"0.5"', 0.5],
  ])('an Accept header has the weight q=%s (RFC 9110 §12.4.2)', (text, weight) => {
    expect(read(`a/b;q=${text}`)).toEqual([`a/b;${weight}`])
  })

  it.each(['', '2', '-1', '1.001', '0.0001', '.5', '0,5', 'high', '1e-3', '٠', 'NaN', '0.5.5'])(
    'takes q=%s, which is no weight, as 1',
    (text) => {
      expect(parseAccept(`a/b;q="${text}"`).map(({ q }) => q)).toEqual([1])
    },
  )

  it('an Accept header is not split at a comma inside quotes', () => {
    expect(read('a/b;title="x, c/d, y";q=0.3, e/f')).toEqual(['a/b;0.3', 'e/f;1'])
    expect(read('a/b;title="x\\", c/d";q=0.3, e/f')).toEqual(['a/b;0.3', 'e/f;1'])
    expect(read('a/b;title="x\\\\", c/d')).toEqual(['a/b;1', 'c/d;1'])
    expect(read('a/b;title=x\\, "c/d", e/f')).toEqual(['a/b;1', 'e/f;1'])
    expect(read('a/b;title="never closed, c/d')).toEqual(['a/b;1'])
    expect(read('"x, c/d, y"')).toEqual([])
    expect(read('a/b;title="x",c/d,e/f')).toEqual(['a/b;1', 'c/d;1', 'e/f;1'])
  })

  it('invalid ranges in an Accept header are skipped', () => {
    expect(read(',, html, a/b, /x, y/, é/é, c / d, text/*')).toEqual(['a/b;1', 'text/*;1'])
    expect(read('')).toEqual([])
    expect(read('nonsense')).toEqual([])
  })

  it('counts the first 64 ranges only, unreadable ones among them', () => {
    const others = (count: number) => Array.from({ length: count }, (_, index) => `x/${index}`)

    expect(read([...others(63), 'a/b'].join())).toContain('a/b;1')
    expect(read([...others(64), 'a/b'].join())).not.toContain('a/b;1')
    expect(read([...Array(64).fill('nonsense'), 'a/b'].join())).toEqual([])
    expect(read([...others(64), '"', 'a/b'].join())).not.toContain('a/b;1')
  })

  it('an Accept header is cut at 8,192 characters', () => {
    const behind = (length: number) => `${'x'.repeat(length - 1)},a/b`

    expect(read(behind(8192 - 3))).toEqual(['a/b;1'])
    expect(read(behind(8192 - 1))).toEqual([])
    expect(read(behind(8192 - 2))).toEqual([])
  })

  it('skips a range of more than 256 characters', () => {
    const range = (length: number) => `a/${'b'.repeat(length - 2)}`

    expect(read(`${range(256)},c/d`)).toEqual([`${range(256)};1`, 'c/d;1'])
    expect(read(`${range(257)},c/d`)).toEqual(['c/d;1'])
  })

  it('an Accept header never makes an error, whatever it holds', () => {
    const pieces = fc.constantFrom(
      'a/b',
      '*/*',
      ',',
      ';',
      '=',
      'q=',
      '0.5',
      '"',
      '\\',
      ' ',
      'é',
      '/',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        for (const { q } of parseAccept(parts.join(''))) expect(q >= 0 && q <= 1).toBe(true)
      }),
    )
  })
})
