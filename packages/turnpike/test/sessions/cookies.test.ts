import { processorTime } from '@turnpike/test-support/processor-time.ts'
import { describe, expect, it } from 'vitest'
import { parseCookies, setCookie } from '../../src/http/syntax/cookies.ts'

const parsed = (header: string | null) => Object.fromEntries(parseCookies(header))

describe('reading cookies', () => {
  it('splits at semicolons and at the first equals sign', () => {
    expect(parsed('a=1; b=2;c=x=y=')).toEqual({ a: '1', b: '2', c: 'x=y=' })
    expect(parsed(null)).toEqual({})
    expect(parsed('')).toEqual({})
  })

  it('reading cookies takes the first one of a name', () => {
    expect(parsed('a=1; a=2')).toEqual({ a: '1' })
  })

  it('trims spaces and tabs, and no other blanks (RFC 6265bis §5.8.3)', () => {
    expect(parsed(' \ta \t=\t 1 \t; b=2')).toEqual({ a: '1', b: '2' })
    expect(parsed('\u00a0a=1; b=2\u00a0; \x0bc=3')).toEqual({
      '\u00a0a': '1',
      b: '2\u00a0',
      '\x0bc': '3',
    })
  })

  it('leaves quotes and percent signs as they are', () => {
    expect(parsed('a="1"; b=%20%; c="x;y"')).toEqual({ a: '"1"', b: '%20%', c: '"x' })
  })

  it('passes over what has no name', () => {
    expect(parsed('a; =1; ;;= ; b=')).toEqual({ b: '' })
  })

  it('keeps names that objects have of themselves', () => {
    expect(parseCookies('__proto__=1; constructor=2').get('__proto__')).toBe('1')
  })

  it('reading cookies takes linear time', async () => {
    const field = `a=${' '.repeat(200_000)}x${'; '.repeat(100_000)}`
    expect(await processorTime(() => parseCookies(field))).toBeLessThan(250)
  })
})

describe('setting cookies', () => {
  const attributes = { maxAgeSeconds: 60, isSecure: false, isHttpOnly: false }

  it('setting a cookie names every attribute', () => {
    expect(setCookie('a', '1', attributes)).toBe('a=1; Path=/; Max-Age=60; SameSite=Lax')
    expect(setCookie('a', '', { maxAgeSeconds: 0, isSecure: true, isHttpOnly: true })).toBe(
      'a=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly',
    )
  })

  it.each(['1; Domain=evil.example', '1\r\nX: y', '1,2', 'a b', '"', '\\', 'é', '\0'])(
    'refuses the value %j',
    (value) => {
      expect(() => setCookie('a', value, attributes)).toThrow('characters')
    },
  )

  it.each(['', 'a b', 'a=b', 'a;b', 'é'])('refuses the name %j', (name) => {
    expect(() => setCookie(name, '1', attributes)).toThrow('cannot be the name of a cookie')
  })
})
