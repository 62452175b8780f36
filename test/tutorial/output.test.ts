import { describe, expect, it } from 'vitest'
import { difference } from './output.ts'

const isSame = (language: 'http' | 'text', expected: string, actual: string) =>
  difference({ language, text: expected }, actual) === null

describe('the outputs of the tutorial', () => {
  it('an output is compared without blanks, keys and times', () => {
    const [ours, theirs] = ['a'.repeat(40), 'b'.repeat(40)]
    expect(isSame('text', `token ${ours} at\n2026-01-02T03:04:05Z`, `token ${theirs} at `)).toBe(
      false,
    )
    expect(
      isSame(
        'text',
        `token ${ours}\n2026-01-02T03:04:05Z`,
        `token ${theirs} 2027-01-02T03:04:05.678Z`,
      ),
    ).toBe(true)
  })

  it('an output with another number, or with more or less than the page, is refused', () => {
    expect(isSame('text', '{"count":1}', '{"count":2}')).toBe(false)
    expect(isSame('text', '{"count":1}', '{"count":1}{"detail":"Not found."}')).toBe(false)
    expect(isSame('text', '{"count":1}{"detail":"Not found."}', '{"count":1}')).toBe(false)
  })

  it('three dots in an output stand for anything, and only where they are', () => {
    expect(isSame('text', '{"id":1, … }', '{"id":1,"subject":"No coffee"}')).toBe(true)
    expect(isSame('text', '{"id":1, … }', '{"id":2,"subject":"No coffee"}')).toBe(false)
  })

  const answer = 'HTTP/1.1 401 Unauthorized\r\nallow: GET\r\nwww-authenticate: Token\r\n\r\n{"a":1}'

  it('an answer needs the status, the body and the header fields of the page, and may have more', () => {
    const expected = (status: string, field: string, body: string) =>
      `HTTP/1.1 ${status}\n${field}\n\n${body}\n`
    const [status, field, body] = [
      '401 Unauthorized',
      'WWW-Authenticate: Token',
      '{"a":1}',
    ] as const
    expect(isSame('http', expected(status, field, body), answer)).toBe(true)
    expect(isSame('http', expected('403 Forbidden', field, body), answer)).toBe(false)
    expect(isSame('http', expected(status, 'location: /a/', body), answer)).toBe(false)
    expect(isSame('http', expected(status, field, '{"a":2}'), answer)).toBe(false)
  })
})
