import { describe, expect, it } from 'vitest'
import { isSecret, redactText } from '../../src/reporting/redact.ts'

const plain = [
  ...[
    'not_found',
    'authentication_failed',
    'NOT_FOUND',
    'invalid',
    'Invalid page',
    'invalid-token',
  ],
  ...['FR1', 'FRKEEP', 'ACME-001', 'FR', '404'],
]
const credentials = [
  ...[
    'SplxlOBeZQQYbYS6WxSbIA',
    '4/0AX4XfWgYk',
    '123456',
    'a1b2c3',
    'XKQZ-PWRT',
    'GEZDGNBVGY3TQOJQ',
  ],
  ...['550e8400-e29b-41d4-a716-446655440000', 'kYqPzWvTbNxR', 'eyJhbGciOiJIUzI1NiJ9', ''],
]
const at = (where: string, old: string | null, other: string | null) =>
  isSecret({ part: 'body', where, kind: 'value', old, new: other })

describe('codes in the report of replay', () => {
  it.each(plain)('the code %s is no credential and is shown', (code) => {
    expect(at('/code', `"${code}"`, '"FR2"')).toBe(false)
    expect(at('/results/*/code', null, `"${code}"`)).toBe(false)
    expect(redactText(`{"code": "${code}", "id": 1}`)).toBe(`{"code": "${code}", "id": 1}`)
    expect(redactText(`/customers/?code=${code}`)).toBe(`/customers/?code=${code}`)
  })

  it.each(credentials)('the code %j may be a credential and is not shown', (code) => {
    expect(at('/code', `"${code}"`, '"FR2"')).toBe(true)
    expect(at('/code', '"FR2"', `"${code}"`)).toBe(true)
    expect(redactText(`{"code": "${code}"}`)).toBe('{"code": "(redacted)"}')
    if (code !== '') {
      expect(redactText(`/callback?code=${code}`)).toBe('/callback?code=(redacted)')
      expect(redactText(`code=${code}&id=1`)).toBe('code=(redacted)&id=1')
    }
  })

  it.each([
    ['/callback?code=abc&state=def', '/callback?code=(redacted)&state=def'],
    ['grant_type=authorization_code&code=abc', 'grant_type=authorization_code&code=(redacted)'],
    [
      '{"grant_type":"authorization_code","code":"abc"}',
      '{"grant_type":"authorization_code","code":"(redacted)"}',
    ],
  ])('no code of an OAuth sign-in is shown: %s', (text, shown) => {
    expect(redactText(text)).toBe(shown)
  })

  it.each(['key', 'access', 'refresh', 'token', 'password', 'sessionid', 'secret'])(
    'a value named %s is never shown',
    (name) => {
      expect(at(`/${name}`, '"plain"', '"word"')).toBe(true)
      expect(redactText(`{"${name}": "plain"}`)).toBe(`{"${name}": "(redacted)"}`)
      expect(redactText(`${name}=plain&id=1`)).toBe(`${name}=(redacted)&id=1`)
    },
  )
})
