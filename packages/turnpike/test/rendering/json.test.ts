import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { ApiResponse } from '../../src/index.ts'

const render = (data: unknown, accept = 'application/json') =>
  oneView({ get: () => new ApiResponse(data) }).get('/', { headers: { Accept: accept } })
const textOf = async (data: unknown, accept?: string) => (await render(data, accept)).text()

describe('the JSON renderer', () => {
  it('says application/json, without a charset (RFC 8259 §11)', async () => {
    expect((await render({})).headers.get('Content-Type')).toBe('application/json')
  })

  it('writes JSON without blanks', async () => {
    expect(await textOf({ a: [1, null, true], b: 'x' })).toBe('{"a":[1,null,true],"b":"x"}')
    expect(await textOf(null)).toBe('null')
    expect(await textOf('')).toBe('""')
    expect(await textOf(0)).toBe('0')
    expect(await textOf(false)).toBe('false')
  })

  it('writes null for numbers that JSON has not', async () => {
    expect(await textOf({ a: Number.NaN, b: [Number.POSITIVE_INFINITY] })).toBe(
      '{"a":null,"b":[null]}',
    )
  })

  it('JSON has a BigInt as a number when that is exact, and else as a text', async () => {
    expect(await textOf({ near: 7n, far: [9007199254740993n, -(2n ** 63n)] })).toBe(
      '{"near":7,"far":["9007199254740993","-9223372036854775808"]}',
    )
  })

  it('says what it makes, unless the response has a content type of its own', async () => {
    const headers = { 'Content-Type': 'application/vnd.api+json' }
    const client = oneView({ get: () => new ApiResponse({}, 200, headers) })
    const response = await client.get('/')

    expect(response.headers.get('Content-Type')).toBe('application/vnd.api+json')
    expect(await response.text()).toBe('{}')
    const plain = oneView({ get: () => new ApiResponse({}) })
    expect((await plain.get('/')).headers.get('Content-Type')).toBe('application/json')
  })

  it('keeps characters beyond ASCII as they are, in UTF-8', async () => {
    const bytes = new Uint8Array(await (await render('grün 👍')).arrayBuffer())
    expect(bytes).toEqual(new TextEncoder().encode('"grün 👍"'))
  })

  it('escapes a lone surrogate instead of failing', async () => {
    expect(await textOf('\ud800')).toBe('"\\ud800"')
  })

  it.each([
    ['indent=2', 2],
    ['indent=4', 4],
    ['indent=8', 8],
    ['indent=9', 8],
    ['indent=999', 8],
    ['indent=02', 2],
    ['INDENT=2', 2],
    ['charset=utf-8; indent=2', 2],
  ])('indents for application/json; %s', async (parameters, indent) => {
    expect(await textOf({ a: 1 }, `application/json; ${parameters}`)).toBe(
      `{\n${' '.repeat(indent)}"a": 1\n}`,
    )
  })

  it.each([
    'indent=0',
    'indent=',
    'indent=-2',
    'indent=1000',
    'indent=x',
    'indent=2.5',
    'charset=utf-8',
  ])('JSON is not indented for application/json; %s', async (parameters) => {
    expect(await textOf({ a: 1 }, `application/json; ${parameters}`)).toBe('{"a":1}')
  })

  it('indented JSON is application/json, too', async () => {
    const response = await render({}, 'application/json; indent=4')
    expect(response.headers.get('Content-Type')).toBe('application/json')
  })

  it('JSON is chosen by ?format=json', async () => {
    const client = oneView({ get: () => new ApiResponse({}) })
    expect((await client.get('/?format=json')).status).toBe(200)
  })
})
