import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPath } from '../../src/sessions/next-path.ts'

describe('the path after a login', () => {
  it.each([
    ['/', '/'],
    ['/notes/?page=2#top', '/notes/?page=2#top'],
    ['/a/../b/', '/b/'],
    ['/日本/?q=é', '/%E6%97%A5%E6%9C%AC/?q=%C3%A9'],
    ['/\ud800', '/%EF%BF%BD'],
    ['/login?next=https://evil.example/', '/login?next=https://evil.example/'],
  ])('%j leads to %s', (text, path) => {
    expect(nextPath(text)).toBe(path)
  })

  it.each([
    null,
    '',
    'notes/',
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/.\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\r\nSet-Cookie: x=y',
    ' //evil.example',
    `/${'a'.repeat(2048)}`,
  ])('the path %j after a login is ignored', (text) => {
    expect(nextPath(text)).toBeNull()
  })

  it('the path after a login can be sent in a header and never leaves the site', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      'evil.example',
      '%2f',
      '\t',
      '?',
      '#',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts, { maxLength: 8 }).map((found) => `/${found.join('')}`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const path = nextPath(text)
        if (path === null) return

        new Headers({ Location: path })
        expect(new URL(path, 'https://site.example/login/').origin).toBe('https://site.example')
      }),
      { numRuns: 2000 },
    )
  })
})
