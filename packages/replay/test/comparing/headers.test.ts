import { describe, expect, it } from 'vitest'
import type { HeaderField } from '../../src/reading/recorded-request.ts'
import { compare, compareFields } from './compare.ts'

const field = (text: string): HeaderField[] => {
  if (text === '') return []
  return text.split('\n').map((line) => {
    const at = line.indexOf(': ')
    return [line.slice(0, at), line.slice(at + 2)] as const
  })
}

describe('what is equal by rule in header fields', () => {
  it.each([
    ['connection-fields', 'Connection: close', 'Connection: keep-alive'],
    ['connection-fields', 'Transfer-Encoding: chunked', ''],
    ['server-fields', 'Server: gunicorn', ''],
    ['server-fields', 'Date: Mon, 01 Jan 2024 00:00:00 GMT', 'Date: Mon, 01 Jan 2024 00:00:09 GMT'],
    ['protective-fields', 'X-Frame-Options: DENY', 'X-Frame-Options: SAMEORIGIN'],
    ['length-fields', 'Content-Length: 3', 'Content-Length: 4'],
    ['compression', 'Content-Encoding: gzip', ''],
    ['compression', 'Vary: Accept, Accept-Encoding', 'Vary: Accept'],
    ['compression', 'Vary: Accept-Encoding', ''],
    ['entity-tags', 'ETag: "a"', 'ETag: W/"b"'],
    [
      'cookie-values',
      'Set-Cookie: sessionid=a; Path=/; HttpOnly',
      'Set-Cookie: sessionid=b; httponly; path=/',
    ],
    ['sets', 'Allow: GET, PUT, HEAD', 'Allow: HEAD,GET, PUT'],
    ['sets', 'Vary: Accept\nVary: Cookie', 'Vary: cookie, Accept'],
    ['sets', 'Cache-Control: no-cache, private', 'Cache-Control: private, no-cache'],
    [
      'media-types',
      'Content-Type: application/json',
      'Content-Type: application/json; charset=utf-8',
    ],
    [
      'media-types',
      'Content-Type: text/html; charset=utf-8',
      'Content-Type: Text/HTML;charset="UTF-8"',
    ],
    ['retry-after', 'Retry-After: 40', 'Retry-After: 42'],
    [
      'relative-expiry',
      'Expires: Mon, 01 Jan 2024 01:00:00 GMT\nDate: Mon, 01 Jan 2024 00:00:00 GMT',
      'Expires: Mon, 01 Jan 2024 01:00:10 GMT\nDate: Mon, 01 Jan 2024 00:00:10 GMT',
    ],
    ['own-links', 'Location: http://old.test:8001/a/', 'Location: http://new.test:8002/a/'],
    [
      'cursors',
      'Link: <http://old.test:8001/a/?cursor=1>; rel="next"',
      'Link: <http://new.test:8002/a/?cursor=2>; rel="next"',
    ],
  ] as const)('the rule %s leaves out the difference of %s and %s', (rule, old, changed) => {
    const fields = [field(old), field(changed)] as const
    expect(compareFields(...fields).causes).toEqual([])
    expect(compareFields(...fields).rules).toContain(rule)
    expect(compareFields(...fields, { without: [rule] }).causes).not.toEqual([])
  })

  it('the case and the order of header fields mean nothing', () => {
    const olds = field('Allow: GET\nX-Total: 1')
    const { causes, rules } = compareFields(olds, field('x-total: 1\nallow: GET'))
    expect(causes).toEqual([])
    expect(rules).toEqual([])
  })
})

describe('what no rule leaves out of header fields', () => {
  it.each([
    ['Allow: GET, PUT', 'Allow: GET', 'header Allow: without PUT'],
    ['Allow: GET', 'Allow: GET, PUT', 'header Allow: also PUT'],
    ['Allow: GET', 'Allow: get', 'header Allow: without GET; also get'],
    ['Vary: Cookie, Accept', 'Vary: Accept', 'header Vary: without cookie'],
    ['Vary: Accept', '', 'header Vary: missing'],
    ['ETag: "a"', '', 'header ETag: missing'],
    ['', 'ETag: "a"', 'header ETag: only the new service sends it'],
    ['Location: /a/', 'Location: https://evil.test/a/', 'header Location: value'],
    [
      'Location: http://old.test:8001/a/',
      'Location: http://new.test:8002/b/',
      'header Location: value',
    ],
    ['Content-Type: application/json', 'Content-Type: text/html', 'header Content-Type: value'],
    [
      'Content-Type: text/html; charset=utf-8',
      'Content-Type: text/html',
      'header Content-Type: value',
    ],
    ['Retry-After: 40', 'Retry-After: 50', 'header Retry-After: value'],
    [
      'Cache-Control: max-age=60',
      'Cache-Control: max-age=61',
      'header Cache-Control: without max-age=60; also max-age=61',
    ],
    ['X-Total: 1', 'X-Total: 2', 'header X-Total: value'],
    ['WWW-Authenticate: Token', 'WWW-Authenticate: Basic', 'header WWW-Authenticate: value'],
    ['Set-Cookie: a=1; Secure', 'Set-Cookie: a=1', 'header Set-Cookie a: attributes'],
    ['Set-Cookie: a=1', '', 'header Set-Cookie a: missing'],
    ['Set-Cookie: a=1', 'Set-Cookie: a=', 'header Set-Cookie a: value'],
    ['Set-Cookie: a=1\nSet-Cookie: b=1', 'Set-Cookie: a=1', 'header Set-Cookie b: missing'],
    [
      'Last-Modified: Mon, 01 Jan 2024 00:00:00 GMT',
      'Last-Modified: Mon, 01 Jan 2024 00:00:01 GMT',
      'header Last-Modified: value',
    ],
  ])('%s beside %s is reported', (old, changed, cause) => {
    expect(compareFields(field(old), field(changed)).causes).toEqual([cause])
  })
})

describe('statuses', () => {
  it('a status of another class is the only difference that is reported', () => {
    const { causes } = compare(
      { status: 200, body: '{"a":1}', headers: [['ETag', '"a"']] },
      { status: 404, body: '{"detail":"Not found."}' },
    )
    expect(causes).toEqual(['status 200 → 404'])
  })

  it('answers of the same class are compared although their statuses differ', () => {
    const { causes } = compare({ status: 200, body: '[1]' }, { status: 201, body: '[2]' })
    expect(causes).toEqual(['status 200 → 201', 'body /*: value'])
  })
})
