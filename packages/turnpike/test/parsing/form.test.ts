import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiResponse, booleanField } from '../../src/index.ts'

const client = oneView({
  post: async (request) => new ApiResponse({ data: await request.data() }),
  put: async (request) => new ApiResponse(await request.data(z.object({ box: booleanField() }))),
})
const urlEncoded = 'application/x-www-form-urlencoded'

const post = (body: BodyInit, contentType = urlEncoded) =>
  client.post('/', { body, headers: { 'Content-Type': contentType } })

/** The parsed fields, or the detail of the refusal. */
async function parse(body: BodyInit, contentType?: string): Promise<unknown> {
  const response = await post(body, contentType)
  const { data, detail } = await response.json()
  expect(response.status).toBe(detail === undefined ? 200 : 400)
  return detail ?? data
}
const fields = (count: number) =>
  Array.from({ length: count }, (_, index) => `f${index}=`).join('&')

describe('the form parser', () => {
  it('repeated fields are a list in their order', async () => {
    expect(await parse('a=1&b=2&a=3&a=4')).toEqual({ a: ['1', '3', '4'], b: '2' })
  })

  it.each([
    ['a=1&b=x+y%21', { a: '1', b: 'x y!' }],
    ['a=&b', { a: '', b: '' }],
    ['a=1=2', { a: '1=2' }],
    ['na%20me=gr%C3%BCn', { 'na me': 'grün' }],
    ['a=grün', { a: 'grün' }],
    ['&&a=1&', { a: '1' }],
    ['a=%', { a: '%' }],
    ['a=%zz', { a: '%zz' }],
    ['a=1;b=2', { a: '1;b=2' }],
    ['a[b]=1', { 'a[b]': '1' }],
    ['?a=1', { '?a': '1' }],
  ])('the form parser reads %s', async (body, data) => {
    expect(await parse(body)).toEqual(data)
  })

  it('makes a list of a repeated name, in order', async () => {
    expect(await parse('a=1&b=x&a=2&a=1')).toEqual({ a: ['1', '2', '1'], b: 'x' })
  })

  it('the form parser keeps a name __proto__ as a name', async () => {
    const response = await post('__proto__=1&constructor=2&__proto__=3')
    expect(await response.text()).toBe('{"data":{"__proto__":["1","3"],"constructor":"2"}}')
  })

  it('takes 1,000 fields and refuses 1,001, repeated ones among them', async () => {
    expect(Object.keys((await parse(fields(1000))) as object)).toHaveLength(1000)
    expect(await parse(fields(1001))).toBe('Form parse error - more than 1000 fields.')
    expect(await parse('a=&'.repeat(1001))).toBe('Form parse error - more than 1000 fields.')
  })

  it('takes as many as DATA_UPLOAD_MAX_NUMBER_FIELDS says', async () => {
    const small = oneView(
      { post: async (request) => new ApiResponse(await request.data()) },
      { DATA_UPLOAD_MAX_NUMBER_FIELDS: 2 },
    )
    expect((await small.post('/', { form: { a: '1', b: '2' } })).status).toBe(200)
    expect((await small.post('/', { form: { a: '1', b: '2', c: '3' } })).status).toBe(400)
  })

  it('gives form fields: an unticked box is absent, and false', async () => {
    expect(await (await client.put('/', { form: { other: '1' } })).json()).toEqual({ box: false })
    expect((await client.put('/', { json: { other: '1' } })).status).toBe(400)
  })

  it('the form parser reads UTF-8 only', async () => {
    expect(await parse(Uint8Array.from([0x61, 0x3d, 0xff]))).toBe(
      'Form parse error - the body is not UTF-8.',
    )
    expect(await parse('a=1', `${urlEncoded}; charset=latin1`)).toBe(
      'Unsupported charset "latin1" in request Content-Type header.',
    )
    expect(await parse('a=1', `${urlEncoded}; charset=UTF-8`)).toEqual({ a: '1' })
  })

  it('replaces escaped bytes that are not UTF-8', async () => {
    expect(await parse('a=%ff')).toEqual({ a: '\ufffd' })
  })
})
