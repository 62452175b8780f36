import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiResponse, charField, type Parser, uploadParser } from '../../src/index.ts'

const schema = z.object({ title: charField(), photo: z.file().max(5) })

const client = (parser: Parser = uploadParser(), settings = {}) =>
  oneView(
    {
      parsers: [parser],
      async post(request) {
        const { title, photo } = await request.data(schema)
        return new ApiResponse({
          title,
          name: photo.name,
          type: photo.type,
          text: await photo.text(),
        })
      },
    },
    settings,
  )

function form(...files: File[]): FormData {
  const data = new FormData()
  data.append('title', 'Harbour')
  for (const file of files) data.append('photo', file)
  return data
}

const photo = new File(['abc'], 'grün "a".png', { type: 'image/png' })

describe('the parser of uploads', () => {
  it('a file of a form is a File among the data', async () => {
    const response = await client().post('/', { body: form(photo) })
    expect(await response.json()).toEqual({
      title: 'Harbour',
      name: 'grün %22a%22.png',
      type: 'image/png',
      text: 'abc',
    })
  })

  it('a file control that was left empty is absent', async () => {
    const response = await client().post('/', { body: form(new File([], '')) })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ photo: ['This field is required.'] })
  })

  it('an empty file with a name is a file', async () => {
    const response = await client().post('/', { body: form(new File([], 'a.txt')) })
    expect(await response.json()).toMatchObject({ name: 'a.txt', text: '' })
  })

  it('a text for a file, and a file for a text, are refused', async () => {
    const data = new FormData()
    data.append('title', photo)
    data.append('photo', 'text')
    const response = await client().post('/', { body: data })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      title: ['Not a valid string.'],
      photo: ['Not a valid file.'],
    })
  })

  it('too large a file for its schema is refused by name', async () => {
    const response = await client().post('/', { body: form(new File(['abcdef'], 'a')) })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ photo: ['Ensure this file has no more than 5 bytes.'] })
  })

  it('more files than maxFiles are refused', async () => {
    const few = client(uploadParser({ maxFiles: 2 }))
    expect((await few.post('/', { body: form(photo, photo) })).status).toBe(200)
    const response = await few.post('/', { body: form(photo, photo, photo) })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      detail: 'Multipart form parse error - more than 2 files.',
    })
  })

  it('OPTIONS describes a file with its largest size', async () => {
    const view = oneView({
      parsers: [uploadParser()],
      operations: { post: { accepts: schema } },
      post: () => new ApiResponse(undefined, 204),
    })
    const { actions } = await (await view.request('OPTIONS', '/')).json()
    expect(actions.POST.photo).toMatchObject({ type: 'file upload', required: true, max_length: 5 })
  })

  it('a body with files has the limit of all bodies', async () => {
    const small = client(uploadParser(), { DATA_UPLOAD_MAX_MEMORY_SIZE: 200 })
    const sent = new Response(form(new File(['x'.repeat(200)], 'a')))
    const response = await small.post('/', {
      headers: { 'Content-Type': sent.headers.get('Content-Type') ?? '' },
      body: await sent.bytes(),
    })
    expect(response.status).toBe(413)
  })

  it('a list of files has all of one name', async () => {
    const photos = z.object({ photo: z.array(z.file()) })
    const view = oneView({
      parsers: [uploadParser()],
      async post(request) {
        const { photo } = await request.data(photos)
        return new ApiResponse(photo.map(({ name }) => name))
      },
    })
    const body = form(new File(['1'], 'a'), new File(['2'], 'b'))
    expect(await (await view.post('/', { body })).json()).toEqual(['a', 'b'])
  })
})
