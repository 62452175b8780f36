import { describe, expect, expectTypeOf, it } from 'vitest'
import { createClient, type FromOpenApi, type List } from '../src/index.ts'
import { helpDesk } from './help-desk.ts'

interface Note {
  id: number
  title: string
}

interface Body<Content> {
  headers: { [name: string]: unknown }
  content: { 'application/json': Content }
}

/** As openapi-typescript writes it. */
interface paths {
  '/stream/': {
    parameters: { query?: never }
    get: {
      parameters: {
        query?: { owner?: number; owner__in?: number[]; cursor?: string }
        path?: never
      }
      requestBody?: never
      responses: { 200: Body<{ next: string | null; previous: string | null; results: Note[] }> }
    }
    put?: never
    post?: never
  }
  '/tickets/{ticket}/close/': {
    get?: never
    post: {
      parameters: { path: { ticket: number } }
      requestBody: { content: { 'application/json': { reason: string } } }
      responses: { 200: Body<{ closed: boolean }>; 400: Body<{ reason?: string[] }> }
    }
  }
  '/notes/{id}/': {
    get: { parameters: { path: { id: number } }; responses: { 200: Body<Note> } }
    delete: { parameters: { path: { id: number } }; responses: { 204: { content?: never } } }
  }
}

const app = helpDesk()
const client = createClient<FromOpenApi<paths>>({
  url: 'http://localhost/',
  fetch: (url, init) => app.request(url, init),
})

describe('a client with the types of an OpenAPI document', () => {
  it('a client by the document lists, reads and deletes', async () => {
    expectTypeOf(client.stream.list({ owner: 2 })).toEqualTypeOf<List<Note>>()
    const titles: string[] = []
    for await (const { title } of client.stream.list({ owner: 3 })) titles.push(title)
    expect(titles).toEqual(['Note 3', 'Note 6', 'Note 9'])
    // @ts-expect-error each owner is a number
    client.stream.list({ owner__in: [[3]] })
    const some = await client.stream.page({ owner__in: [3] }).orThrow()
    expect(some.results.map(({ title }) => title)).toEqual(titles)
    const note = await client.notes.get(2).orThrow()
    expectTypeOf(note).toEqualTypeOf<Note>()
    expect(note.title).toBe('Note 2')
    expect((await client.notes.delete(2)).ok).toBe(true)
  })

  it('a client by the document knows bodies and refuses others', async () => {
    const closed = client.request('POST', '/tickets/:ticket/close/', {
      params: { ticket: 3 },
      body: { reason: 'done' },
    })
    expectTypeOf(await closed.orThrow()).toEqualTypeOf<{ closed: boolean }>()
    // @ts-expect-error the reason is a text
    await client.tickets(3).close.create({ reason: 5 })
    // @ts-expect-error the document has no such method
    await client.stream.create({}).catch(() => {})
  })
})
