import { describe, expect, it } from 'vitest'
import { HeaderFields } from '../../src/http/header-fields.ts'

describe('the header fields of an answer', () => {
  const fields = new HeaderFields()
  fields.set('allow', 'GET')
  fields.set('allow', 'GET, HEAD')
  fields.set('x-gone', '1')
  fields.delete('x-gone')

  it('header fields of one name replace one another', () => {
    expect(fields.toList()).toEqual(['allow', 'GET, HEAD'])
  })

  it('cookies are kept beside one another', () => {
    const withCookies = new HeaderFields()
    withCookies.set('set-cookie', 'a=1')
    withCookies.set('set-cookie', 'b=2')

    expect(withCookies.has('set-cookie')).toBe(true)
    expect(withCookies.toList()).toEqual(['set-cookie', 'a=1', 'set-cookie', 'b=2'])
    expect(withCookies.shown().getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('a header value that would begin another field is refused, as by a Response', () => {
    expect(() => fields.set('location', '/a\r\nSet-Cookie: b=1')).toThrow(TypeError)
    expect(() => fields.set('location', '/snow/☃')).toThrow(TypeError)
  })
})
