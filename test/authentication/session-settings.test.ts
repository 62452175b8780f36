import { describe, expect, it } from 'vitest'
import { createApi } from '../../src/index.ts'

const declare = (settings: object) => () => createApi(settings)

describe('a session setting', () => {
  it.each([
    ['SESSION_COOKIE_NAME', 'the name of a cookie, or null', [5, ['sid'], '', 'a b']],
    ['CSRF_COOKIE_NAME', 'the name of a cookie, or null', [5, ['xsrf'], '', 'a;b']],
    ['CSRF_HEADER_NAME', 'the name of a header field', [5, null, '', 'X CSRF']],
    ['CSRF_FIELD_NAME', 'the name of a form field', [5, null, '']],
    ['SESSION_COOKIE_AGE', 'a whole number of seconds, at least 1', [0, -1, 1.5, '60', null]],
    [
      'SESSION_IDLE_AGE',
      'a whole number of seconds, at least 120, or null',
      [0, 119, 120.5, '120'],
    ],
    ['SESSIONS_PER_USER', 'a whole number, at least 1, or null', [0, -1, 1.5, '10', Infinity]],
    [
      'LOGIN_REDIRECT_URL',
      'a path or a URL in ASCII, such as /home/',
      [5, ['/home/'], null, '', '/a b'],
    ],
    ['LOGOUT_REDIRECT_URL', 'a path or a URL in ASCII, such as /home/', [5, null, '', '/ü/']],
  ])('%s must be %s', (name, expected, values) => {
    for (const value of values) {
      expect(declare({ [name]: value })).toThrow(
        `${name} must be ${expected}, not ${JSON.stringify(value)}.`,
      )
    }
  })

  it.each([
    'https://app.example.com',
    [5],
    [['https://app.example.com']],
    ['https://'],
    ['//app.example.com'],
    ['ws://https:8443'],
    ['https://app.example.com/'],
    ['https://app.example.com:443'],
    ['https://*.*.example.com'],
    ['https://app.*.com'],
    ['https://app.example.com', 'nonsense'],
    ['nonsense', 'https://app.example.com'],
  ])('CSRF_TRUSTED_ORIGINS cannot be %j', (value) => {
    expect(declare({ CSRF_TRUSTED_ORIGINS: value })).toThrow(
      'CSRF_TRUSTED_ORIGINS must be a list of origins, such as https://app.example.com or https://*.example.com, not ',
    )
  })

  it('CSRF_TRUSTED_ORIGINS are origins, as browsers write them, and those of every subdomain', () => {
    for (const origin of [
      'https://app.example.com',
      'http://localhost:8000',
      'https://[::1]:8443',
      'https://*.example.com:8443',
    ]) {
      expect(declare({ CSRF_TRUSTED_ORIGINS: [origin] })).not.toThrow()
    }
    expect(declare({ CSRF_TRUSTED_ORIGINS: [] })).not.toThrow()
  })

  it.each([
    ['SESSION_COOKIE_NAME', 'sid'],
    ['SESSION_COOKIE_AGE', 1],
    ['SESSION_IDLE_AGE', 120],
    ['SESSIONS_PER_USER', 1],
    ['SESSIONS_PER_USER', null],
    ['CSRF_COOKIE_NAME', 'xsrf'],
    ['CSRF_HEADER_NAME', 'X-XSRF-TOKEN'],
    ['CSRF_FIELD_NAME', 'a b'],
    ['LOGIN_REDIRECT_URL', 'https://app.example.com/home'],
    ['LOGOUT_REDIRECT_URL', '/~!'],
  ])('%s may be %j', (name, value) => {
    expect(createApi({ [name]: value }).settings).toMatchObject({ [name]: value })
  })

  it.each([
    ['SESSION_COOKIE_NAME', null],
    ['SESSION_COOKIE_AGE', 1_209_600],
    ['SESSION_IDLE_AGE', null],
    ['SESSIONS_PER_USER', 100],
    ['CSRF_COOKIE_NAME', null],
    ['CSRF_HEADER_NAME', 'X-CSRFToken'],
    ['CSRF_FIELD_NAME', 'csrfmiddlewaretoken'],
    ['CSRF_TRUSTED_ORIGINS', []],
    ['LOGIN_REDIRECT_URL', '/'],
    ['LOGOUT_REDIRECT_URL', '/'],
  ])('%s is %j by default, and when it is so given or undefined', (name, value) => {
    for (const settings of [{}, { [name]: value }, { [name]: undefined }]) {
      expect(createApi(settings).settings).toMatchObject({ [name]: value })
    }
  })
})
