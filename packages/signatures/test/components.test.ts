import { describe, expect, it } from 'vitest'
import { identifierOf, readComponent } from '../src/component.ts'
import { componentReader, registeredFields } from '../src/component-value.ts'

interface Message {
  url?: string
  method?: string
  headers?: [string, string][]
}

/** The line of a component in the signature base. */
function lineOf(name: string, { url, method = 'GET', headers = [] }: Message = {}): string {
  const message = {
    method,
    url: url ?? 'https://www.example.com/path?param=value',
    headers: new Headers(headers),
  }
  const read = componentReader(message, { ...registeredFields, 'example-dict': 'dictionary' })
  const component = readComponent(name)
  return `${identifierOf(component)}: ${read(component)}`
}

describe('the components of a request (RFC 9421 §2.2)', () => {
  it.each([
    ['@method', {}, '"@method": GET'],
    ['@method', { method: 'PATCH' }, '"@method": PATCH'],
    ['@target-uri', {}, '"@target-uri": https://www.example.com/path?param=value'],
    ['@authority', {}, '"@authority": www.example.com'],
    ['@authority', { url: 'https://WWW.example.com:443/' }, '"@authority": www.example.com'],
    ['@authority', { url: 'https://www.example.com:8443/' }, '"@authority": www.example.com:8443'],
    ['@scheme', { url: 'http://www.example.com/' }, '"@scheme": http'],
    ['@request-target', {}, '"@request-target": /path?param=value'],
    ['@path', {}, '"@path": /path'],
    ['@path', { url: 'https://www.example.com' }, '"@path": /'],
    ['@path', { url: 'https://www.example.com/a%20b' }, '"@path": /a%20b'],
    [
      '@query',
      { url: 'https://a.test/path?param=value&foo=bar&baz=bat%2Dman' },
      '"@query": ?param=value&foo=bar&baz=bat%2Dman',
    ],
    ['@query', { url: 'https://a.test/path?queryString' }, '"@query": ?queryString'],
    ['@query', { url: 'https://a.test/path?' }, '"@query": ?'],
    ['@query', { url: 'https://a.test/path' }, '"@query": ?'],
    ['@query', { url: 'https://a.test/path?a=1#part' }, '"@query": ?a=1'],
  ])('the component of a request is derived as in the RFC: %s of %j', (name, message, line) => {
    expect(lineOf(name, message)).toBe(line)
  })

  const query = 'param=value&foo=bar&baz=batman&qux='
  const encoded =
    'var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something'

  it.each([
    [query, 'baz', 'batman'],
    [query, 'qux', ''],
    [query, 'param', 'value'],
    [encoded, 'var', 'this%20is%20a%20big%0Amultiline%20value'],
    [encoded, 'bar', 'with%20plus%20whitespace'],
    [encoded, 'fa%C3%A7ade%22%3A%20', 'something'],
    ["a=it's(1)!~*", 'a', 'it%27s%281%29%21%7E*'],
  ])('a parameter of a query is encoded as in the RFC: %s, %s', (search, name, value) => {
    const message = { url: `https://www.example.com/path?${search}` }
    const identifier = `"@query-param";name="${name}"`
    expect(lineOf(`@query-param;name="${name}"`, message)).toBe(`${identifier}: ${value}`)
  })

  it('a parameter that the query has twice cannot be covered by its name', () => {
    const message = { url: 'https://www.example.com/?a=1&b=2&a=3' }
    expect(() => lineOf('@query-param;name="a"', message)).toThrow(
      'The query has the parameter a more than once: cover @query.',
    )
    expect(lineOf('@query-param;name="b"', message)).toContain(': 2')
    expect(() => lineOf('@query-param;name="c"', message)).toThrow('does not have')
  })
})

describe('the fields of a request (RFC 9421 §2.1)', () => {
  const headers: [string, string][] = [
    ['X-OWS-Header', '   Leading and trailing whitespace.   '],
    ['Cache-Control', 'max-age=60'],
    ['Cache-Control', '   must-revalidate'],
    ['Example-Dict', '  a=1,    b=2;x=1;y=2,   c=(a   b   c), d'],
    ['X-Empty', ''],
    ['Constructor', 'a=1'],
    ['X-Name', 'Ren\xe9'],
    ['Priority', 'u=1,i'],
  ]

  it.each([
    ['x-ows-header', '"x-ows-header": Leading and trailing whitespace.'],
    ['cache-control', '"cache-control": max-age=60, must-revalidate'],
    ['example-dict', '"example-dict": a=1,    b=2;x=1;y=2,   c=(a   b   c), d'],
    ['x-empty', '"x-empty": '],
    ['example-dict;sf', '"example-dict";sf: a=1, b=2;x=1;y=2, c=(a b c), d'],
    ['priority;sf', '"priority";sf: u=1, i'],
    ['example-dict;key="a"', '"example-dict";key="a": 1'],
    ['example-dict;key="d"', '"example-dict";key="d": ?1'],
    ['example-dict;key="b"', '"example-dict";key="b": 2;x=1;y=2'],
    ['example-dict;key="c"', '"example-dict";key="c": (a b c)'],
    ['x-name;bs', '"x-name";bs: :UmVu6Q==:'],
    ['x-empty;bs', '"x-empty";bs: ::'],
  ])('the field of a request is written as in the RFC: %s', (name, line) => {
    expect(lineOf(name, { headers })).toBe(line)
  })

  it.each([
    ['x-absent', 'The signature covers x-absent, which the request does not have.'],
    ['example-dict;key="z"', 'The signature covers example-dict;key="z", which the request does'],
    ['x-name', 'The value of x-name is not ASCII: use the parameter bs.'],
    ['constructor;sf', 'constructor is not known to be a structured field.'],
    ['cache-control;sf', 'cache-control is not known to be a structured field.'],
    ['x-ows-header;key="a"', 'The field x-ows-header is not a valid structured field.'],
    ['cache-control;bs', 'The field cache-control may have been sent in several lines'],
    ['@status', 'A signature of a request cannot cover @status.'],
    ['@signature-params', 'A signature of a request cannot cover @signature-params.'],
    ['@query-param', 'The component @query-param needs the parameter name, and no other.'],
    ['@query-param;name=a', 'The component @query-param needs the parameter name, and no other.'],
    ['@method;sf', 'The component @method takes no parameters.'],
    ['content-type;tr', 'Signatures of trailers (tr) are not supported.'],
    ['content-type;req', 'Signatures of the request of a response (req) are not supported.'],
    ['@method;req', 'The component @method takes no parameters.'],
    ['content-type;sf=1', 'The component content-type has an invalid parameter sf.'],
    ['content-type;key', 'The component content-type has an invalid parameter key.'],
    ['content-type;new', 'The component content-type has an invalid parameter new.'],
    ['priority;bs;sf', 'The component priority has the parameter bs and another one.'],
    ['Content-Type', '"Content-Type" is not the name of a field in lower case.'],
    ['a b', '"a b" is not the name of a field in lower case.'],
    ['', '"" is not the name of a field in lower case.'],
    ['a"', 'a" does not name a component of a request.'],
  ])('a component is refused when it cannot be signed: %s', (name, message) => {
    expect(() => lineOf(name, { headers })).toThrow(message)
  })
})
