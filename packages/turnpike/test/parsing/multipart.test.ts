import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiResponse, booleanField } from '../../src/index.ts'

const serve = (settings = {}) =>
  oneView({ post: async (request) => new ApiResponse({ data: await request.data() }) }, settings)

/** The parsed fields, or the detail of the refusal. */
async function parse(
  body: BodyInit,
  contentType = 'multipart/form-data; boundary=XX',
  settings = {},
): Promise<unknown> {
  const headers = { 'Content-Type': contentType }
  const response = await serve(settings).post('/', { body, headers })
  const { data, detail } = await response.json()
  expect(response.status).toBe(detail === undefined ? 200 : 400)
  return detail ?? data
}

const field = (name: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const form = (...parts: string[]) => `${parts.join('')}--XX--\r\n`
const fields = (count: number) =>
  form(...Array.from({ length: count }, (_, index) => field(`f${index}`, '')))

describe('the multipart parser', () => {
  it('the multipart parser reads fields', async () => {
    expect(await parse(form(field('a', '1'), field('b', 'x\r\ny')))).toEqual({
      a: '1',
      b: 'x\r\ny',
    })
  })

  it('reads what a browser sends', async () => {
    const data = new FormData()
    data.append('title', 'grün & gut')
    data.append('tag', 'x')
    data.append('tag', 'y')

    const response = await serve().post('/', { body: data })
    expect(await response.json()).toEqual({ data: { title: 'grün & gut', tag: ['x', 'y'] } })
  })

  it('keeps empty values and names, and a name __proto__', async () => {
    expect(await parse(form(field('a', '')))).toEqual({ a: '' })
    expect(await parse(form(field('', 'x')))).toEqual({ '': 'x' })
    const response = await serve().post('/', {
      body: form(field('__proto__', 'x')),
      headers: { 'Content-Type': 'multipart/form-data; boundary=XX' },
    })
    expect(await response.text()).toBe('{"data":{"__proto__":"x"}}')
  })

  it('gives form fields: an unticked box is absent, and false', async () => {
    const client = oneView({
      post: async (request) =>
        new ApiResponse(await request.data(z.object({ box: booleanField() }))),
    })
    const data = new FormData()
    data.append('other', '1')
    expect(await (await client.post('/', { body: data })).json()).toEqual({ box: false })
  })

  it('takes a boundary in quotes and other parameters', async () => {
    expect(
      await parse(form(field('a', '1')), 'Multipart/Form-Data; charset=utf-8; boundary="XX"'),
    ).toEqual({ a: '1' })
  })

  it('passes over lines before the first boundary and after the last one', async () => {
    for (const before of ['\r\n', 'This is a form.\r\n', '--X\r\n--Y\r\n', '\r\r\n']) {
      expect(await parse(before + form(field('a', '1')))).toEqual({ a: '1' })
      expect(await parse(`${before}${form(field('a', '1'))}${before}--XX\r\n`)).toEqual({ a: '1' })
    }
    expect(await parse(`a${form(field('a', '1'))}`)).toEqual({})
    expect(await parse(`${'\r'.repeat(2_000_000)}\n${form(field('a', '1'))}`)).toEqual({ a: '1' })
  })

  it.each([
    'CONTENT-DISPOSITION: FORM-DATA; NAME="a"',
    'Content-Disposition: form-data; Name=a',
    'Content-Disposition: form-data ; name = "a"',
    'Content-Type: text/plain\r\nContent-Disposition: form-data; x=1; name="a"',
  ])('reads names and parameters of header fields in any case: %j', async (header) => {
    expect(await parse(form(`--XX\r\n${header}\r\n\r\n1\r\n`))).toEqual({ a: '1' })
  })

  it('reads names with escapes and characters of any script', async () => {
    expect(await parse(form(field('\\"ä漢\\\\', '1')))).toEqual({ '"ä漢\\': '1' })
    expect(await parse(form(field('a; filename=b', '1')))).toEqual({ 'a; filename=b': '1' })
  })

  it('refuses a file however the parameter is written', async () => {
    for (const parameter of ['filename="x"', 'FileName=x', "filename*=utf-8''x"]) {
      const header = `Content-Disposition: form-data; name="a"; ${parameter}`
      expect(await parse(form(`--XX\r\n${header}\r\n\r\n1\r\n`))).toBe(
        'Multipart form parse error - the field "a" is a file.',
      )
    }
  })

  it('the multipart parser takes a form without any field', async () => {
    expect(await parse(form())).toEqual({})
  })

  it.each([
    ['multipart/form-data', 'Multipart form parse error - the content type has no boundary.'],
    [
      'multipart/form-data; boundary=',
      'Multipart form parse error - the content type has no boundary.',
    ],
    [
      'multipart/form-data; boundary=""',
      'Multipart form parse error - the content type has no boundary.',
    ],
  ])('refuses a content type without boundary: %s', async (contentType, text) => {
    expect(await parse(form(field('a', '1')), contentType)).toBe(text)
  })

  it('refuses files, because a JSON API has no field for them', async () => {
    const file =
      '--XX\r\nContent-Disposition: form-data; name="photo"; filename="x.png"\r\n\r\nPNG\r\n'
    expect(await parse(form(file))).toBe(
      'Multipart form parse error - the field "photo" is a file.',
    )
    const data = new FormData()
    data.append('photo', new Blob(['PNG']), 'x.png')
    expect((await serve().post('/', { body: data })).status).toBe(400)
  })

  it('refuses a part without a name', async () => {
    for (const header of ['Content-Disposition: form-data', 'Content-Type: text/plain']) {
      expect(await parse(form(`--XX\r\n${header}\r\n\r\nx\r\n`))).toBe(
        'Multipart form parse error - a part has no name.',
      )
    }
  })

  it.each([
    'nonsense',
    '--XX',
    '--XX\r\n',
    '--XX\r\nContent-Disposition: form-data; name="a"',
    field('a', '1'),
    `${field('a', '1')}--X`,
    form(field('a', '1')).replaceAll('XX', 'YY'),
  ])('refuses a body that is not multipart or is cut off: %j', async (body) => {
    expect(await parse(body)).toMatch(/^Multipart form parse error - \S/)
  })

  it('refuses values that are not UTF-8', async () => {
    const [head = '', tail = ''] = form(field('a', '?')).split('?')
    const bytes = [...new TextEncoder().encode(head), 0xff, ...new TextEncoder().encode(tail)]
    expect(await parse(Uint8Array.from(bytes))).toMatch(/^Multipart form parse error - /)
  })

  it('keeps a byte order mark in a value', async () => {
    expect(await parse(form(field('a', '\ufeffx')))).toEqual({ a: '\ufeffx' })
  })

  it('takes 1,000 parts and refuses 1,001', async () => {
    expect(Object.keys((await parse(fields(1000))) as object)).toHaveLength(1000)
    expect(await parse(fields(1001))).toMatch(/^Multipart form parse error - /)
  })

  it('takes as many as DATA_UPLOAD_MAX_NUMBER_FIELDS says', async () => {
    const settings = { DATA_UPLOAD_MAX_NUMBER_FIELDS: 2 }
    expect(await parse(fields(2), undefined, settings)).toEqual({ f0: '', f1: '' })
    expect(await parse(fields(3), undefined, settings)).toMatch(/^Multipart form parse error - /)
  })

  it('takes one long value, as long as the body may be', async () => {
    const long = 'x'.repeat(2_600_000)
    expect(await parse(form(field('a', long)))).toEqual({ a: long })
  })

  it('refuses a part with very long header fields', async () => {
    expect(await parse(form(field('a'.repeat(10_000), '1')))).toMatch(
      /^Multipart form parse error - /,
    )
  })
})
