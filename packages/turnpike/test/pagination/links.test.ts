import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linksOf, withParameter } from '../../src/pagination/links.ts'

const base = 'http://api.test/items/'

/** The query of the link with `page=2`. */
const query = (sent: string) => withParameter(base + sent, 'page', '2').replace(`${base}?`, '')

describe('a link', () => {
  it('keeps scheme, host and path, and sets the parameter', () => {
    expect(withParameter('https://api.test:8443/a%20b/', 'page', '2')).toBe(
      'https://api.test:8443/a%20b/?page=2',
    )
  })

  it('the links of a page differ in one parameter', () => {
    const linkTo = linksOf(`${base}?z=1&page=7&a=2`, 'page')
    expect([linkTo('2'), linkTo(null), linkTo('3')]).toEqual([
      `${base}?a=2&page=2&z=1`,
      `${base}?a=2&z=1`,
      `${base}?a=2&page=3&z=1`,
    ])
  })

  it('leaves the parameter out when the value is null, and the question mark with the last one', () => {
    expect(withParameter(`${base}?a=1&page=2`, 'page', null)).toBe(`${base}?a=1`)
    expect(withParameter(`${base}?page=2`, 'page', null)).toBe(base)
    expect(withParameter(`${base}?page=2&page=3`, 'page', null)).toBe(base)
    expect(withParameter(`${base}?`, 'page', null)).toBe(base)
    expect(withParameter(base, 'page', null)).toBe(base)
  })

  it('keeps a question mark that begins a name', () => {
    expect(query('??x=1')).toBe('%3Fx=1&page=2')
    expect(query('???x=1&?y')).toBe('%3F%3Fx=1&%3Fy=&page=2')
    expect(query('?&?x=1')).toBe('%3Fx=1&page=2')
  })

  it('sets an empty value', () => {
    expect(withParameter(base, 'page', '')).toBe(`${base}?page=`)
  })

  it('replaces a repeated parameter as a whole', () => {
    expect(query('?page=1&a=1&page=7')).toBe('a=1&page=2')
    expect(query('?pages=1&Page=7')).toBe('Page=7&page=2&pages=1')
  })

  it('sorts the parameters by name in code point order: upper case before lower case', () => {
    expect(query('?b=1&a=2&B=3&_=4&~=5&1=6')).toBe('1=6&B=3&_=4&a=2&b=1&page=2&~=5')
    expect(query('?ab=1&a=2&abc=3')).toBe('a=2&ab=1&abc=3&page=2')
    for (const sent of ['?a=1&a%00=2', '?a%00=2&a=1']) {
      expect(query(sent)).toBe('a=1&a%00=2&page=2')
    }
    // In UTF-16 units U+1F44D comes before U+FF01.
    expect(query('?%F0%9F%91%8D=1&%EF%BC%81=2&%C3%BC=3')).toBe(
      'page=2&%C3%BC=3&%EF%BC%81=2&%F0%9F%91%8D=1',
    )
    expect(query('?x%F0%9F%91%8Db=1&x%F0%9F%91%8Da=2')).toBe(
      'page=2&x%F0%9F%91%8Da=2&x%F0%9F%91%8Db=1',
    )
  })

  it('keeps the values of one name together, in their order', () => {
    expect(query('?t=b&a=1&t=a&t=b')).toBe('a=1&page=2&t=b&t=a&t=b')
  })

  it('a link reads queries as URLSearchParams does, whether something is encoded or not', () => {
    const piece = fc.constantFrom('a', 'b', '=', '&', '-', '~', '.', '_', '+', '%41', '%', '?', 'é')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const sent = [...new URLSearchParams(`&${text}`)]
        const kept = [
          ...new URLSearchParams(new URL(withParameter(`${base}?${text}`, 'c', null)).search),
        ]
        const byName = (one: string[], other: string[]) =>
          one[0] === other[0] ? 0 : String(one[0]) < String(other[0]) ? -1 : 1
        expect(kept).toEqual(sent.sort(byName))
      }),
    )
  })

  it('a link gives a parameter without = one', () => {
    expect(query('?flag&a=')).toBe('a=&flag=&page=2')
    expect(query('?&&a=1&')).toBe('a=1&page=2')
  })

  it('a link is encoded like a form: blanks as +, letters, digits and ~-._ unchanged, all else escaped', () => {
    expect(query("?q=a%20b+c~-._!'()*/:@%25&x=%C3%BC%F0%9F%91%8D")).toBe(
      'page=2&q=a+b+c~-._%21%27%28%29%2A%2F%3A%40%25&x=%C3%BC%F0%9F%91%8D',
    )
    expect(query('?a%26b=c%3Dd%2B')).toBe('a%26b=c%3Dd%2B&page=2')
  })

  it('escapes a % that escapes nothing', () => {
    expect(query('?q=100%&x=%zz')).toBe('page=2&q=100%25&x=%25zz')
  })

  it('replaces bytes that are not UTF-8', () => {
    expect(query('?q=%ff')).toBe('page=2&q=%EF%BF%BD')
  })

  it('a link loses the fragment', () => {
    expect(withParameter(`${base}?a=1#top?b=2`, 'page', '2')).toBe(`${base}?a=1&page=2`)
    expect(withParameter(`${base}#top`, 'page', null)).toBe(base)
  })

  it('keeps every parameter as it was and stays the same when it is set again', () => {
    const pairs = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })))
    fc.assert(
      fc.property(pairs, (parameters) => {
        const sent = new URLSearchParams(parameters)
        const link = withParameter(`${base}?${sent}`, 'page', '2')
        const kept = new URLSearchParams(link.slice(base.length))

        expect(kept.getAll('page')).toEqual(['2'])
        for (const name of sent.keys()) {
          if (name !== 'page') expect(kept.getAll(name)).toEqual(sent.getAll(name))
        }
        expect(new URL(link).href).toBe(link)
        expect(withParameter(link, 'page', '2')).toBe(link)
      }),
    )
  })
})
