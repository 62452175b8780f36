import { describe, expect, it } from 'vitest'
import { withProtocolToken } from '../../src/index.ts'

const sent = (protocols: string, headers: Record<string, string> = {}) =>
  new Request('https://api.example.com/feed/', {
    headers: { 'Sec-WebSocket-Protocol': protocols, ...headers },
  })
const fieldsOf = ({ headers }: Request) => [
  headers.get('Authorization'),
  headers.get('Sec-WebSocket-Protocol'),
]

describe('a token in a subprotocol', () => {
  it('moves into the Authorization header, and the other protocols stay', () => {
    const request = withProtocolToken(sent('notes.v1, turnpike.token.abc, notes.v2'))
    expect(fieldsOf(request)).toEqual(['Token abc', 'notes.v1, notes.v2'])
    expect(fieldsOf(withProtocolToken(sent('turnpike.token.abc')))).toEqual(['Token abc', null])
  })

  it('the header field has the keyword and the prefix of the options', () => {
    const request = withProtocolToken(sent('bearer-a.b-c_d'), {
      keyword: 'Bearer',
      prefix: 'bearer-',
    })
    expect(fieldsOf(request)).toEqual(['Bearer a.b-c_d', null])
  })

  it('an Authorization header is not replaced, and of several tokens none is chosen', () => {
    const both = sent('turnpike.token.abc', { Authorization: 'Token own' })
    expect(withProtocolToken(both)).toBe(both)
    const two = sent('turnpike.token.abc, turnpike.token.def')
    expect(withProtocolToken(two)).toBe(two)
    const none = sent('notes.v1')
    expect(withProtocolToken(none)).toBe(none)
  })

  it('refuses a prefix that no subprotocol can have', () => {
    expect(() => withProtocolToken(sent(''), { prefix: 'a token' })).toThrow(
      'prefix of withProtocolToken()',
    )
  })
})
