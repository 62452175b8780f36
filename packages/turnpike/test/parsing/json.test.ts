import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { processorTime } from '@turnpike/test-support/processor-time.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiResponse, jsonParser } from '../../src/index.ts'

const client = oneView({
  post: async (request) => new ApiResponse({ data: await request.data() }),
})
const post = (body: BodyInit, contentType = 'application/json') =>
  client.post('/', { body, headers: { 'Content-Type': contentType } })

/** The parsed data, or the detail of the refusal. */
async function parse(body: BodyInit, contentType?: string): Promise<unknown> {
  const response = await post(body, contentType)
  const { data, detail } = await response.json()
  expect(response.status).toBe(detail === undefined ? 200 : 400)
  return detail ?? data
}

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)

describe('list items and object members in JSON', () => {
  const limit = 4
  const few = oneView(
    { post: async (request) => new ApiResponse({ data: await request.data() }) },
    { DATA_UPLOAD_MAX_NUMBER_ITEMS: limit },
  )
  const statusOf = async (body: string) =>
    (await few.post('/', { body, headers: { 'Content-Type': 'application/json' } })).status

  it.each([
    '[1,2,3,4]',
    '{"a":1,"b":2,"c":3,"d":4}',
    '{"a":[1,2,3]}',
    '[[],[],[],{}]',
    '[[ \n],\t[ ],[],{\r}]',
    '[[[[]]]]',
    '["a,b,c,d,e,[{"]',
    '"a,b,c,d,e,[{"',
    '["\\",\\",",1]',
  ])('items and members are read up to the limit: %s', async (body) => {
    expect(await statusOf(body)).toBe(200)
  })

  it.each([
    '[1,2,3,4,5]',
    '{"a":1,"b":2,"c":3,"d":4,"e":5}',
    '{"a":1,"a":1,"a":1,"a":1,"a":1}',
    '{"a":[1,2,3,4]}',
    '[[],[],[],[],{}]',
    '[[[[[]]]],1]',
    '[[1,2],[3]]',
  ])('items and members beyond the limit are refused, all together: %s', async (body) => {
    expect(await statusOf(body)).toBe(400)
  })
})

describe('the JSON parser', () => {
  it.each([
    ['{"a":[1,-2.5,true,null,"x"]}', { a: [1, -2.5, true, null, 'x'] }],
    ['null', null],
    ['"text"', 'text'],
    ['0', 0],
    ['false', false],
    [' [1] \r\n\t', [1]],
    ['"\\u00fc \\ud83d\\udc4d"', 'ü 👍'],
    ['"grün"', 'grün'],
  ])('the JSON parser reads %s', async (body, data) => {
    expect(await parse(body)).toEqual(data)
  })

  it('gives the whole body back, whatever valid JSON it is', async () => {
    const values = fc
      .jsonValue({ maxDepth: 5 })
      .filter((value) => !/(?<![.\d])\d{16}/.test(JSON.stringify(value)))
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const text = JSON.stringify(value)
        expect(JSON.stringify(await parse(text))).toBe(text)
      }),
      { numRuns: 50 },
    )
  })

  it('lets the last one of equal names count', async () => {
    expect(await parse('{"a":1,"b":2,"a":3}')).toEqual({ a: 3, b: 2 })
  })

  it('keeps a name __proto__ as a name, and no prototype is changed', async () => {
    const members = '"__proto__":{"isStaff":true},"constructor":{"prototype":{"isStaff":true}}'
    // A long number is parsed on a way of its own.
    for (const text of [`{${members}}`, `{${members},"long":1234567890123456}`]) {
      const data = await jsonParser().parse(
        new TextEncoder().encode(text),
        { essence: '', type: '', subtype: '', parameters: new Map() },
        { maxFields: 1, maxItems: 10 },
      )
      expect(JSON.stringify(data)).toBe(text)
      expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
    }
    expect(Object.hasOwn(Object.prototype, 'isStaff')).toBe(false)
  })

  it.each([
    '{',
    '[1,]',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    'NaN',
    'Infinity',
    '-Infinity',
    '[NaN]',
    '01',
    '+1',
    '1.',
    '.5',
    '0x10',
    '1_000',
    '"a\nb"',
    '"\\x41"',
    '// comment\n1',
    '1 2',
    '{} {}',
    'undefined',
    ' ',
    '\ufeff{}',
  ])('refuses %j as malformed', async (body) => {
    expect(await parse(body)).toMatch(/^JSON parse error - \S/)
  })

  it('a JSON error does not repeat what was sent', async () => {
    for (const body of [
      '{"password":"hunter2"',
      '{"a": hunter2}',
      'hunter2',
      '"hunter2',
      '[1 hunter2]',
      "{'hunter2': 1}",
      "['hunter2' in JSON at position 1",
      '1 hunter2 in JSON at position 1',
    ]) {
      expect(await parse(body)).not.toContain('hunter2')
      expect(await parse(body)).not.toContain('"')
    }
  })

  it('a JSON error says where the engine saw the mistake, when it does so without an excerpt', async () => {
    expect(await parse('"abc')).toBe('JSON parse error - Unterminated string in JSON at position 4')
    expect(await parse('{"a":1')).toBe(
      "JSON parse error - Expected ',' or '}' after property value in JSON at position 6",
    )
    expect(await parse('1 2')).toBe(
      'JSON parse error - Unexpected non-whitespace character after JSON at position 2',
    )
    expect(await parse('[')).toBe('JSON parse error - Unexpected end of JSON input')
    expect(await parse('nonsense')).toBe('JSON parse error - the body is not JSON.')
  })
})

describe('the bytes of a JSON body', () => {
  it('JSON bytes that are not UTF-8 are malformed', async () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc3, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ]) {
      expect(await parse(Uint8Array.from(bytes))).toBe('JSON parse error - the body is not UTF-8.')
    }
    expect(await parse(Uint8Array.from([0x7b, 0, 0x7d, 0]))).toMatch(/^JSON parse error - /)
  })

  it('a JSON content type may name UTF-8', async () => {
    for (const charset of ['utf-8', 'UTF-8', 'utf8', '"utf-8"']) {
      expect(await parse('"ü"', `application/json; charset=${charset}`)).toBe('ü')
    }
  })

  it.each(['bz2', 'latin1', 'utf-16', 'utf-8-sig', 'utf-7', 'x-utf-8'])(
    'JSON in the charset %s is refused',
    async (charset) => {
      expect(await parse('{}', `application/json; charset=${charset}`)).toBe(
        `Unsupported charset "${charset}" in request Content-Type header.`,
      )
    },
  )

  it('JSON is recognised by its content type in any case, with any other parameter', async () => {
    expect(await parse('1', 'Application/JSON; version=2')).toBe(1)
  })
})

describe('the depth of JSON', () => {
  it('JSON has at most 64 levels of lists and objects', async () => {
    expect(await parse(nested(64))).toBeInstanceOf(Array)
    expect(await parse(nested(65))).toBe('JSON parse error - nested deeper than 64 levels.')
    expect(await parse(nested(64, '{"a":', '}').replace('{"a":}', '{}'))).toMatchObject({ a: {} })
    expect(await parse(nested(65, '{"a":', '}').replace('{"a":}', '{}'))).toBe(
      'JSON parse error - nested deeper than 64 levels.',
    )
    expect(await parse(nested(33, '[{"a":', '}]').replace('{"a":}', '{}'))).toBe(
      'JSON parse error - nested deeper than 64 levels.',
    )
  })

  it('counts what is open at the same time', async () => {
    expect(await parse(`[${Array(100).fill('[{}]').join()}]`)).toHaveLength(100)
  })

  it('brackets inside strings do not count as depth, whatever is escaped there', async () => {
    for (const text of ['['.repeat(100), `\\"${'{'.repeat(100)}`, `\\\\\\"${'['.repeat(100)}`]) {
      expect(await parse(`{"${text}":["${text}"]}`)).toBeInstanceOf(Object)
    }
    expect(await parse(`["\\\\", ${nested(64)}]`)).toBe(
      'JSON parse error - nested deeper than 64 levels.',
    )
    expect(await parse(`["${'['.repeat(200)}`)).not.toContain('deeper')
  })

  it('deep JSON is refused at once, however deep', async () => {
    const time = await processorTime(async () => {
      expect(await parse(nested(1_000_000))).toContain('deeper')
      expect(await parse('['.repeat(2_000_000))).toContain('deeper')
    })
    expect(time).toBeLessThan(2000)
  })

  it('the depth of JSON can be chosen', async () => {
    const shallow = oneView({
      parsers: [jsonParser({ maxDepth: 2 })],
      post: async (request) => new ApiResponse(await request.data()),
    })
    expect((await shallow.post('/', { json: [[]] })).status).toBe(200)
    expect(await (await shallow.post('/', { json: [[[]]] })).json()).toEqual({
      detail: 'JSON parse error - nested deeper than 2 levels.',
    })
  })
})

describe('an integer that JavaScript would change', () => {
  const tooLong =
    'JSON parse error - an integer beyond 2^53 - 1 would be rounded: send it as a string.'

  it.each([
    '9007199254740992',
    '-9007199254740992',
    '9007199254740993',
    '99999999999999999999',
    '9007199254740993.0',
    '900719925474099.3e1',
    '90071992547409930e-1',
    '0.9007199254740993e16',
    '1234567890123456789e3',
    '1'.repeat(300),
  ])('the integer %s is refused', async (number) => {
    expect(await parse(number)).toBe(tooLong)
    expect(await parse(`{"a":[{"b":${number}}]}`)).toBe(tooLong)
  })

  it.each([
    '1e16',
    '1e22',
    '1e100',
    '1E+100',
    '1e23',
    '10000000000000000000.0',
    '4.433429478331699e+30',
    '3.1415926535897931',
    '5e-324',
  ])('%s is kept, because it is the number that is meant', async (number) => {
    expect(await parse(`[${number}]`)).toEqual([Number(number)])
  })

  it('digits inside a text are not an integer', async () => {
    expect(await parse('["9007199254740993", "1e400"]')).toEqual(['9007199254740993', '1e400'])
  })

  it.each(['1e400', '-1e400', '10e308', '1E+400', '1'.repeat(400)])(
    'the integer %s is refused in any notation',
    async (number) => {
      expect(await parse(`[${number}]`)).toBe('JSON parse error - a number is too large.')
    },
  )

  it.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['0.1234567890123456', 0.1234567890123456],
    ['1234567890123456', 1234567890123456],
    ['1e-100', 1e-100],
    ['1.5e2', 150],
    ['1e+2', 100],
    ['12e14', 12e14],
    ['1e22', 1e22],
    ['1E+100', 1e100],
    ['-1.5e300', -1.5e300],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['100e-2', 1],
    ['9007199254740991.0', Number.MAX_SAFE_INTEGER],
    ['0.30000000000000004', 0.1 + 0.2],
    ['0.00000000000000000000', 0],
    ['1.00000000000000000000', 1],
    ['0.000000000000000000001', 1e-21],
    ['0e999', 0],
    ['5e-324', Number.MIN_VALUE],
  ])('%s is not such a number', async (text, number) => {
    expect(await parse(text)).toBe(number)
  })

  it.each([
    ['123456789012345.678', 123456789012345.67],
    ['3.141592653589793238', Math.PI],
    ['-1.234567890123456789e-7', -1.2345678901234568e-7],
    ['12345678901234567.5', 12345678901234568],
    ['90071992547409935e-1', 9007199254740994],
    ['1e-400', 0],
    ['-1e-400', 0],
  ])('a fraction is rounded as by any reader of JSON: %s', async (number, value) => {
    expect(await parse(`{"a":[${number},1]}`)).toEqual({ a: [value, 1] })
  })

  it('an inexact integer is refused at once, however many zeros it has', async () => {
    for (const number of [
      `1${'0'.repeat(300)}.${'0'.repeat(1_000_000)}1`,
      `1${'0'.repeat(1_000_000)}1`,
      `0.${'0'.repeat(1_000_000)}1${'0'.repeat(1_000_000)}1e1000020`,
    ]) {
      await parse(`[${number}]`)
    }
    expect(await parse(`[0.1${'0'.repeat(1_000_000)}1]`)).toEqual([0.1])
    expect(await parse(`[1e-${'9'.repeat(1_000_000)}]`)).toEqual([0])
    expect(await parse(`[${'9'.repeat(100)}.${'0'.repeat(1_000_000)}]`)).toBe(tooLong)
  })

  it('an inexact integer is found wherever it stands', async () => {
    for (const body of [
      '[1,2,%]',
      '{"a":"x","b":[{"c":%}]}',
      '[ % ]',
      '{"1":"\\\\","2":%}',
      '-%',
    ]) {
      expect(await parse(body.replace('%', '9007199254740993'))).toBe(tooLong)
    }
    expect(await parse('[1e22,"12345678901234567890"]')).toEqual([1e22, '12345678901234567890'])
  })

  it('inexact integers are not looked for in texts', async () => {
    expect(await parse('{"99999999999999999999":"1e400 99999999999999999999"}')).toEqual({
      '99999999999999999999': '1e400 99999999999999999999',
    })
  })
})

it('keeps the mistake of the engine as cause', async () => {
  let cause: unknown
  await oneView(
    { post: async (request) => new ApiResponse(await request.data()) },
    {
      LOGGER: silentLogger,
      EXCEPTION_HANDLER: (error) => {
        cause = error instanceof Error && error.cause
        return new ApiResponse()
      },
    },
  ).post('/', { body: '{', headers: { 'Content-Type': 'application/json' } })

  expect(cause).toBeInstanceOf(SyntaxError)
})
