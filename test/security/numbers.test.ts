import { describe, expect, it } from 'vitest'
import { openNotes } from './open-notes.ts'

/** Numbers to some reader or other, but not to this service. */
const otherForms = [
  ...['0x10', '0b1', '1e0', '1.0', '+1', '-1', '1_0', '1,0', '%201', '1%20', '%091', '1%0a', "1'"],
  ...['%EF%BC%91', '%D9%A1', '%C2%B2', 'Infinity', 'NaN', 'null', '1%00', '%001'],
]

/** At and beyond the bounds of 32 and 64 bits, of JavaScript, and of what any language parses. */
const huge = [
  ...['2147483647', '2147483648', '4294967296', '9007199254740991', '9007199254740993'],
  ...['9223372036854775807', '9223372036854775808', '18446744073709551616', '9'.repeat(4300)],
]

async function openNotesOfAnn() {
  const service = await openNotes()
  for (const title of ['first', 'second', 'third']) await addNote(service, { title })
  const get = async (path: string) => {
    const response = await service.fetch(path, { headers: service.signed })
    return { status: response.status, body: await response.json() }
  }
  return { ...service, get }
}

const addNote = ({ fetch, signed }: Awaited<ReturnType<typeof openNotes>>, note: unknown) =>
  fetch('/notes/', {
    method: 'POST',
    body: typeof note === 'string' ? note : JSON.stringify(note),
    headers: { ...signed, 'Content-Type': 'application/json' },
  })

describe('a number in a URL', () => {
  it('a number in a URL is ASCII digits and nothing else: other forms are no page and no item', async () => {
    const { get } = await openNotesOfAnn()

    for (const form of otherForms) {
      expect(await get(`/notes/?page=${form}`), form).toEqual({
        status: 404,
        body: { detail: 'Invalid page.' },
      })
      expect((await get(`/notes/${form}/`)).status, form).toBe(404)
    }
    expect((await get('/notes/?page=1')).status).toBe(200)
    expect((await get('/notes/1/')).status).toBe(200)
  })

  it('a number in another form chooses no size, no window and no other page', async () => {
    const { get } = await openNotesOfAnn()
    const usual = (await get('/export/')).body.results

    for (const form of otherForms) {
      expect((await get(`/notes/?page_size=${form}`)).body.results, form).toHaveLength(3)
      expect((await get(`/export/?limit=${form}`)).body.results, form).toEqual(usual)
      expect((await get(`/export/?offset=${form}`)).body.results, form).toEqual(usual)
    }
  })

  it('a number beyond every bound is no page and no item, and never another one', async () => {
    const { get } = await openNotesOfAnn()

    for (const number of huge) {
      expect((await get(`/notes/?page=${number}`)).status, number).toBe(404)
      expect((await get(`/notes/${number}/`)).status, number).toBe(404)
      expect((await get(`/notes/?page_size=${number}`)).body.results, number).toHaveLength(3)
      expect((await get(`/export/?limit=${number}`)).body.results, number).toHaveLength(3)
      expect((await get(`/export/?offset=${number}`)).body.results, number).toEqual([])
    }
  })
})

describe('a number in a body', () => {
  it('a number beyond what JavaScript holds exactly is 400, and nothing is stored', async () => {
    const service = await openNotesOfAnn()

    for (const number of ['9007199254740993', '-9007199254740993', '1e400', '9'.repeat(4300)]) {
      const response = await addNote(service, `{"title":"a","priority":${number}}`)
      expect(response.status, number).toBe(400)
    }
    expect((await service.get('/notes/')).body.count).toBe(3)
  })

  it('a number that is not whole is 400', async () => {
    const service = await openNotesOfAnn()

    for (const priority of [1.5, '1.5', '0x10', '1e3', '１', '1_0', [1], { valueOf: 1 }, true]) {
      const response = await addNote(service, { title: 'a', priority })
      expect(response.status, JSON.stringify(priority)).toBe(400)
      expect(await response.json(), JSON.stringify(priority)).toEqual({
        priority: ['A valid integer is required.'],
      })
    }
  })
})
