import { type Random, seededRandom } from './random.ts'

/** Bytes as a text, one character each, so that what is no UTF-8 can be written. */
export type Bytes = string

export interface Credentials {
  readonly token: string
  /** `sessionid=…; csrftoken=…` of a user who is signed in. */
  readonly cookies: string
  readonly csrfToken: string
}

/** So many requests that no honest client sends, the same for the same seed. */
export function* hostileRequests(
  count: number,
  credentials: Credentials,
  seed = 1,
): Generator<Bytes> {
  const random = seededRandom(seed)
  for (let index = 0; index < count; index++) {
    // Every fifth is broken as HTTP already; the others are read and reach a view.
    yield index % 5 === 0 ? malformed(random) : wellFormed(random, credentials)
  }
}

/** Mostly honest except for a place or two, since a request that is refused early gets no further. */
function wellFormed(random: Random, credentials: Credentials): Bytes {
  const method = random.pick(random.below(5) > 0 ? methods : oddMethods)
  const path = random.below(3) > 0 ? random.pick(known) : random.pick(paths)(random)
  const [type, body] = random.pick(bodies)(random)
  const hasBody = !['GET', 'HEAD', 'TRACE'].includes(method) || random.below(10) === 0
  const oddities = random.pick([0, 0, 0, 1, 1, 3])
  const fields = [
    'Host: api.example.com',
    'Connection: close',
    random.below(5) > 0 ? random.pick(honest(credentials)) : random.pick(identities),
    ...Array.from({ length: oddities }, () => random.pick(oddFields)(random)),
    ...(hasBody ? [`Content-Type: ${random.below(6) > 0 ? type : random.pick(contentTypes)}`] : []),
  ]
  const head = `${method} ${path}${query(random)} HTTP/1.1\r\n${fields.join('\r\n')}\r\n`
  return `${head}${hasBody ? framed(random, body) : '\r\n'}`
}

const honest = ({ token, cookies, csrfToken }: Credentials): readonly Bytes[] => [
  `Authorization: Token ${token}`,
  `Cookie: ${cookies}\r\nX-CSRFToken: ${csrfToken}`,
]

/** With its length, in chunks, or with the length of another body. */
function framed(random: Random, body: Bytes): Bytes {
  switch (random.below(8)) {
    case 0:
      return `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    case 1:
      return `Content-Length: ${body.length + random.below(50)}\r\n\r\n${body}`
    case 2:
      return `Content-Length: ${random.below(body.length + 1)}\r\n\r\n${body}`
    default:
      return `Content-Length: ${body.length}\r\n\r\n${body}`
  }
}

const utf8 = (text: string): Bytes => Buffer.from(text).toString('latin1')

/** Values for which some reader somewhere has failed. */
const values: readonly Bytes[] = [
  '',
  '0',
  '-1',
  '1e3',
  '0x10',
  '1_000',
  '%20 1'.replace(' ', ''),
  '99999999999999999999',
  '9223372036854775808',
  '-9223372036854775809',
  '2147483648',
  'NaN',
  'Infinity',
  '1e400',
  'null',
  'undefined',
  'last',
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%F0%9F%98%80',
  utf8('%EF%BC%91１'),
  utf8('ümläut'),
  utf8('\u2028\u202e'),
  '\x80\xff',
  '__proto__',
  'constructor',
  'toString',
  '__proto__[x]=1',
  "'%20or%201=1--",
  '%27%3B%20drop%20table%20note%3B--',
  '..%2f..%2fetc%2fpasswd',
  '%0d%0aSet-Cookie:%20a=b',
  '<script>',
  '%24%7B7*7%7D',
  '{{7*7}}',
  'eyJhbGciOiJub25lIn0..',
  'A'.repeat(5000),
  '%41'.repeat(2000),
  'bzE9MSZyPTE%3D',
]

const methods = ['GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
const oddMethods = ['OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'MKCOL', 'LOCK', 'PURGE', 'M-SEARCH']

const known = ['/notes/', '/notes/', '/notes/1/', '/timeline/', '/export/', '/whoami/', '/'].concat(
  '/login/',
  '/logout/',
  '/api-token-auth/',
  '/healthz',
  '/readyz',
)

const paths: readonly ((random: Random) => Bytes)[] = [
  (random) => `/notes/${random.pick(values)}/`,
  // Without its last slash, or the session would be over.
  (random) => `/logout?next=${random.pick(values)}`,
  (random) => `/notes/${random.pick(values)}/`,
  (random) => `/${random.pick(values)}`,
  (random) => `${random.pick(known)}${random.pick(values)}`,
  (random) => `/${random.pick(known)}`,
  (random) => random.pick(known).slice(0, -1),
  (random) =>
    random.pick(['//', '//[', '/..', '/.', '/%2e%2e/', '/notes//1/', '/notes/;a=b', '/\\']),
  (random) => `/${'a/'.repeat(random.below(3000))}`,
]

const names = [
  'page',
  'page_size',
  'cursor',
  'limit',
  'offset',
  'ordering',
  'format',
  'next',
].concat('__proto__', 'constructor', 'a[b][c]', 'id', 'title', '%00', '', utf8('é'))

function query(random: Random): Bytes {
  const pair = () => `${random.pick(names)}=${random.pick(values)}`
  switch (random.below(14)) {
    case 0:
    case 5:
    case 6:
    case 7:
      return ''
    case 1:
      return `?${'a=1&'.repeat(random.below(1500))}`
    case 2:
      return `?${'&'.repeat(random.below(3000))}`
    case 3:
      return `?${'a['.repeat(random.below(2000))}`
    default:
      return `?${Array.from({ length: 1 + random.below(4) }, pair).join('&')}`
  }
}

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')

const identities: readonly Bytes[] = [
  'Authorization: Token',
  'Authorization: Token ',
  'Authorization: Token a b',
  `Authorization: Token ${'f'.repeat(40)}`,
  `Authorization: Token ${'f'.repeat(8000)}`,
  'Authorization: Token \x80\xff',
  'Authorization: tOkEn __proto__',
  'Authorization: Basic',
  'Authorization: Basic !!!!',
  'Authorization: Basic =',
  `Authorization: Basic ${base64('nocolon')}`,
  `Authorization: Basic ${base64('a\0b:c\0d')}`,
  `Authorization: Basic ${base64('\xff\xfe:\xff')}`,
  `Authorization: Basic ${base64('ann:')}`,
  `Authorization: Basic ${base64(`${'u'.repeat(3000)}:${'p'.repeat(3000)}`)}`,
  `Authorization: Basic ${base64('__proto__:constructor')}`,
  'Authorization: Bearer x',
  'Authorization: Digest username="a", realm="b"',
  'Authorization: ,,,,',
  'Authorization: \t',
  'Cookie: sessionid=',
  'Cookie: sessionid=%00; sessionid=a; sessionid=b',
  `Cookie: sessionid=${'a'.repeat(6000)}`,
  'Cookie: sessionid="\\""; csrftoken=\xff',
  'Cookie: =;;;=a; __proto__=x; constructor=y',
  `Cookie: ${'a=b; '.repeat(1500)}`,
  'X-Nothing: here',
]

const fieldNames = ['Accept', 'Accept-Language', 'Origin', 'Referer', 'X-CSRFToken', 'Range']
  .concat('If-None-Match', 'If-Modified-Since', 'X-Request-Id', 'X-Forwarded-For', 'Forwarded')
  .concat('X-Forwarded-Proto', 'X-Forwarded-Host', 'X-HTTP-Method-Override', 'Content-Encoding')
  .concat('REMOTE_USER', 'X-Remote-User', '__proto__', 'constructor', 'Upgrade', 'Max-Forwards')

const oddFields: readonly ((random: Random) => Bytes)[] = [
  (random) => `${random.pick(fieldNames)}: ${random.pick(values)}`,
  (random) =>
    `${random.pick(fieldNames)}: ${random.pick(values)}, ${random.pick(values)};q=${random.pick(values)}`,
  () => utf8('Accept: é/é'),
  () => 'Accept: text/html',
  () => `Accept: ${'a/b;q=0.1,'.repeat(700)}`,
  () => 'Accept: application/json;q=;q=1;;;="',
  () => 'Expect: 100-continue',
  () => 'Origin: null',
  () => 'Access-Control-Request-Method: \xff',
  () => 'Range: bytes=0-18446744073709551615',
  () => 'X-CSRFToken: \x80',
  () => `X-Padding: ${'x'.repeat(4000)}`,
]

const contentTypes: readonly Bytes[] = [
  '',
  'application/json',
  'application/json; charset=utf-7',
  'application/json; charset="\x80"',
  'application/json; charset=zlib',
  'text/plain',
  'application/x-www-form-urlencoded; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="\x80"',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'application/vnd.api+json',
  'a/b/c',
  '\xff/\xff',
  ';;;',
]

const json = (text: string): [Bytes, Bytes] => ['application/json', utf8(text)]
const form = (text: Bytes): [Bytes, Bytes] => ['application/x-www-form-urlencoded', text]
const multipart = (text: Bytes): [Bytes, Bytes] => ['multipart/form-data; boundary=b', text]

const scalars = ['null', 'true', '0', '-0', '1e400', '-1e400', '99999999999999999999', '0.1e-999']
  .concat('"\\u0000"', '"\\ud800"', '"\\udfff x"', '"\u202e"', '[]', '{}', '[null]', '{"a":1}')
  .concat(
    '{"toString":1}',
    '{"then":1}',
    '{"toJSON":1}',
    '""',
    '" "',
    '"a"',
    `"${'x'.repeat(20_000)}"`,
  )

const keys = [
  'title',
  'body',
  'priority',
  'rating',
  'username',
  'password',
  'id',
  'owner',
  'created',
].concat('__proto__', 'constructor', 'prototype', 'hasOwnProperty', '', '\\u0000', '\\ud800')

const bodies: readonly ((random: Random) => [Bytes, Bytes])[] = [
  (random) => {
    const member = () => `"${random.pick(keys)}":${random.pick(scalars)}`
    return json(`{${Array.from({ length: 1 + random.below(6) }, member).join(',')}}`)
  },
  (random) => {
    const member = () => `"${random.pick(keys)}":${random.pick(scalars)}`
    return json(`{"title":"t",${Array.from({ length: 3 }, member).join(',')}}`)
  },
  (random) => json(random.pick(scalars)),
  (random) =>
    json(random.pick(['', ' ', '{', '[', '"', '{"a"', '{"a":}', '[1,]', 'NaN', "{'a':1}"])),
  (random) => json('['.repeat(random.below(100_000))),
  (random) => json(`${'['.repeat(random.below(20_000))}${']'.repeat(random.below(20_000))}`),
  (random) => json(`${'{"a":'.repeat(random.below(20_000))}1`),
  () => json(`{"title":"\ufeff","__proto__":{"isStaff":true}}`),
  () => ['application/json', '\xef\xbb\xbf{"title":"bom"}'],
  () => ['application/json', '{"title":"\xff\xfe"}'],
  () => ['application/json', '{"title":"\x00"}'],
  () => ['application/json', `{"title":${'9'.repeat(50_000)}}`],
  (random) =>
    form(
      `title=${random.pick(values)}&rating=${random.pick(values)}&priority=${random.pick(values)}`,
    ),
  (random) => form(`username=${random.pick(values)}&password=${random.pick(values)}`),
  (random) => form('a=1&'.repeat(random.below(5000))),
  (random) => form(`${random.pick(values)}&=&&=${random.pick(values)}`),
  (random) =>
    multipart(
      `--b\r\nContent-Disposition: form-data; name="${random.pick(values)}"\r\n\r\n${random.pick(values)}\r\n--b--\r\n`,
    ),
  (random) =>
    multipart(
      random.pick([
        '',
        '--b',
        '--b--',
        '--b\r\n\r\n',
        '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--',
      ]),
    ),
  (random) =>
    multipart(
      `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(random.below(2000))}--b--\r\n`,
    ),
  () =>
    multipart(
      '--b\r\nContent-Disposition: form-data; name="title"; filename="\x00\xff"\r\nContent-Type: \xff\r\n\r\n\x00\r\n--b--\r\n',
    ),
  (random) => ['application/octet-stream', 'x'.repeat(random.below(100_000))],
]

const start = 'GET /notes/ HTTP/1.1\r\nHost: a\r\n'

/** What is no HTTP, or HTTP that two readers would read in two ways. */
const malformedShapes: readonly ((random: Random) => Bytes)[] = [
  () => '\r\n\r\n\r\n',
  () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => 'GET\r\n\r\n',
  () => 'GET /notes/\r\n\r\n',
  () => 'GET /notes/ HTTP/9.9\r\n\r\n',
  () => 'GET /notes/ HTTP/1.1\n\nHost: a\n\n',
  () => 'GET  /notes/  HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'GET /no tes/ HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'get /notes/ HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'GET notes HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'GET http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
  () => 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  () => `${start}${'X: y\r\n'.repeat(3000)}\r\n`,
  () => `${start}X: ${'y'.repeat(100_000)}\r\n\r\n`,
  () => `${start}X: a\x00b\r\n\r\n`,
  () => `${start}X\x00: a\r\n\r\n`,
  () => `${start}X : a\r\n\r\n`,
  () => `${start}: a\r\n\r\n`,
  () => `${start}X: a\r\n b\r\n\r\n`,
  () => `${start}X: a\rb\r\n\r\n`,
  () => `${start}X: a\nY: b\r\n\r\n`,
  () => `${start}no colon\r\n\r\n`,
  () => `${start}Host: b\r\n\r\n`,
  (random) => `GET / HTTP/1.1\r\nHost: ${random.pick(values)}\r\nConnection: close\r\n\r\n`,
  (random) => `GET http://${random.pick(values)}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  (random) => `GET ${random.pick(values)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  ...['5, 5', '+5', '-1', '0x5', '5 5', '1e1', '99999999999999999999', '', '５', '5;']
    .map(utf8)
    .map((length) => () => `${post}Content-Length: ${length}\r\n\r\nhello`),
  () => `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`,
  ...['xchunked', 'chunked, chunked', 'gzip, chunked', 'identity', ' chunked', '\x0bchunked', '']
    .concat('chunked\x00', 'CHUNKED, identity')
    .map((coding) => () => `${post}Transfer-Encoding: ${coding}\r\n\r\n5\r\nhello\r\n0\r\n\r\n`),
  () =>
    `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n5c\r\nGPOST / HTTP/1.1\r\n\r\n0\r\n\r\n`,
  ...[
    '5;ext=1',
    '0x5',
    '-5',
    '5\n',
    'g',
    'ffffffffffffffff',
    '',
    ' 5',
    `5;${'e'.repeat(20_000)}`,
  ].map((size) => () => `${post}Transfer-Encoding: chunked\r\n\r\n${size}\r\nhello\r\n0\r\n\r\n`),
  () => `${post}Transfer-Encoding: chunked\r\n\r\n5\r\nhelloX\r\n0\r\n\r\n`,
  () => `${post}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nTrailer: x\r\nHost: b\r\n\r\n`,
  () =>
    `${start}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAA\r\n\r\n`,
  () => `${start}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  () => `${start}Connection: close, Host, Authorization\r\n\r\n`,
  () => 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
  () => `${start}\r\n`.repeat(200),
  (random) => Array.from({ length: 500 }, () => String.fromCharCode(random.below(256))).join(''),
  (random) =>
    `${start}${Array.from({ length: 300 }, () => String.fromCharCode(random.below(256))).join('')}\r\n\r\n`,
]

const post =
  'POST /notes/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n'

const malformed = (random: Random): Bytes => random.pick(malformedShapes)(random)
