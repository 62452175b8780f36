import { describe, expect, it } from 'vitest'
import { decodeUtf8, readAuthorization } from '../../src/authentication/authorization-header.ts'
import { AuthenticationFailed } from '../../src/index.ts'

const read = (header: string | null, keyword = 'Token', kind: 'basic' | 'token' = 'token') =>
  readAuthorization(new Headers(header === null ? {} : { Authorization: header }), keyword, kind)

describe('the Authorization header', () => {
  it('gives the credentials after the keyword and a single space', () => {
    expect(read('Token 401f7ac8')).toBe('401f7ac8')
    expect(read('Bearer a.b-c~', 'Bearer')).toBe('a.b-c~')
  })

  it('an Authorization header that is absent, empty or for another scheme is not attempted', () => {
    for (const header of [
      null,
      '',
      'Basic abc',
      'Tokens abc',
      'Toke abc',
      '401f7ac8',
      'Token:abc',
    ]) {
      expect(read(header)).toBeNull()
    }
  })

  it('the Authorization keyword is compared without regard to case (RFC 9110 §11.1)', () => {
    expect(read('tOKEN abc')).toBe('abc')
    expect(read('token abc', 'TOKEN')).toBe('abc')
  })

  it('the Authorization keyword and the credentials are separated by exactly one space', () => {
    expect(read('Token\tabc')).toBeNull()
  })

  it.each([
    ['Token', 'token', 'Invalid token header. No credentials provided.'],
    ['Token a b', 'token', 'Invalid token header. Token string should not contain spaces.'],
    ['Token  a', 'token', 'Invalid token header. Token string should not contain spaces.'],
    ['Token', 'basic', 'Invalid basic header. No credentials provided.'],
    ['Token a b', 'basic', 'Invalid basic header. Credentials string should not contain spaces.'],
  ] as const)('%j of kind %s is refused: %s', (header, kind, text) => {
    expect(() => read(header, 'Token', kind)).toThrow(AuthenticationFailed)
    expect(() => read(header, 'Token', kind)).toThrow(text)
  })

  it('sent twice never counts the second one', () => {
    const headers = new Headers([
      ['Authorization', 'Token a'],
      ['Authorization', 'Token b'],
    ])
    expect(() => readAuthorization(headers, 'Token', 'token')).toThrow(AuthenticationFailed)
  })
})

describe('the bytes of a header', () => {
  it('header bytes are read as UTF-8', () => {
    expect(decodeUtf8('abc')).toBe('abc')
    expect(decodeUtf8('gr\u00c3\u00bcn')).toBe('grün')
    expect(decodeUtf8('')).toBe('')
  })

  it('header bytes keep a byte order mark', () => {
    expect(decodeUtf8('\u00ef\u00bb\u00bfkey')).toBe('\ufeffkey')
  })

  it('header bytes that are not UTF-8 give null', () => {
    expect(decodeUtf8('gr\u00fcn')).toBeNull()
  })
})
