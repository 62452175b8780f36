import { type Server, serve } from 'turnpike/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, ClientError, createClient } from '../src/index.ts'
import { type HelpDesk, helpDesk } from './help-desk.ts'

/** The API on a socket of its own, and its client. */
let server: Server
let client: Client<HelpDesk>
beforeAll(async () => {
  server = await serve(helpDesk(), { port: 0 })
  client = createClient<HelpDesk>({ url: server.url })
})
afterAll(() => server.close())

const idsOf = async (items: AsyncIterable<{ id: number }>): Promise<number[]> => {
  const ids: number[] = []
  for await (const { id } of items) ids.push(id)
  return ids
}

describe('the client of a running service', () => {
  it.each(['notes', 'windows', 'stream', 'whole'] as const)(
    'the client iterates over all items of the list %s',
    async (name) => {
      expect((await idsOf(client[name].list())).toSorted((a, b) => a - b)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
      ])
    },
  )

  it('the client keeps the filters of a list from page to page', async () => {
    const own = client.notes.list({ owner__in: [1, 2], page_size: 2 })
    expect(await idsOf(own)).toEqual([1, 2, 4, 5, 7, 8, 10])
    expect(await idsOf(client.stream.list({ owner: 1 }))).toEqual([1, 4, 7, 10])
    expect(await idsOf(client.notes.list({ created__gte: new Date('2026-01-01T00:08Z') }))).toEqual(
      [9, 10],
    )
    expect(await idsOf(client.notes.list({ title__contains: undefined, owner: 3 }))).toEqual([
      3, 6, 9,
    ])
  })

  it('a page of the client has its count and leads to the next one', async () => {
    const first = await client.notes.page({ owner: 1, page_size: 3 }).orThrow()
    expect(first).toMatchObject({ count: 4, previous: null })
    const next = await client.notes.page({}, { from: first.next }).orThrow()
    expect(next.results.map(({ id }) => id)).toEqual([10])
    expect(next.next).toBeNull()

    const cursors = await client.stream.page().orThrow()
    expect(cursors.count).toBeNull()
    expect((await client.stream.page({}, { from: cursors.next }).orThrow()).results).toHaveLength(4)
    expect(await client.whole.page().orThrow()).toMatchObject({ count: 10, next: null })
  })

  it('the pages of the client come one by one', async () => {
    const sizes: number[] = []
    for await (const { results } of client.windows.list().pages()) sizes.push(results.length)
    expect(sizes).toEqual([4, 4, 2])
  })

  it('the client creates, reads, changes, replaces and deletes an item', async () => {
    const made = await client.notes.create({ title: 'New', owner: 9 }).orThrow()
    expect(made).toMatchObject({ title: 'New', status: 'open', created: new Date(0).toISOString() })
    const { id } = made
    expect(await client.notes.get(id).orThrow()).toEqual(made)
    expect(await client.notes.update(id, { title: 'Newer' }).orThrow()).toMatchObject({
      title: 'Newer',
      owner: 9,
    })
    const replaced = await client.notes.replace(id, { title: 'Newest', owner: 8 }).orThrow()
    expect(replaced.owner).toBe(8)
    expect(await client.notes.delete(id)).toMatchObject({ ok: true, data: undefined })
    const gone = await client.notes.get(id)
    expect(gone).toMatchObject({ ok: false, error: { kind: 'not_found', status: 404 } })
  })

  it('the client has the errors of a body by field, with their codes', async () => {
    const refused = await client.notes.create({ title: 'x'.repeat(21), owner: 'me' as never })
    if (refused.ok || refused.error.kind !== 'invalid') return expect(refused).toBe('invalid')
    expect(refused.error.fields.title).toEqual([
      'Ensure this field has no more than 20 characters.',
    ])
    expect(refused.error.fields.owner).toEqual(['A valid integer is required.'])
    expect(refused.error.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['#/title', 'max_length'],
      ['#/owner', 'invalid'],
    ])
  })

  it('the client reads plain errors as it reads problem details', async () => {
    const plain = createClient<HelpDesk>({
      url: server.url,
      headers: { Accept: 'application/json' },
    })
    const refused = await plain.notes.create({ owner: 1 } as never)
    expect(refused).toMatchObject({
      ok: false,
      error: {
        kind: 'invalid',
        fields: { title: ['This field is required.'] },
        errors: [{ pointer: '#/title', code: null }],
      },
    })
    expect(await plain.notes.get(999)).toMatchObject({
      error: { kind: 'not_found', detail: 'Not found.', code: null },
    })
  })

  it('the client makes one of two changes with the same tag', async () => {
    const read = await client.notes.get(1)
    const ifMatch = read.ok ? read.etag : null
    expect(ifMatch).toMatch(/^".+"$/)
    expect((await client.notes.update(1, { title: 'Mine' }, { ifMatch })).ok).toBe(true)
    const late = await client.notes.update(1, { title: 'Yours' }, { ifMatch })
    expect(late).toMatchObject({
      error: { kind: 'precondition_failed', status: 412, code: 'precondition_failed' },
    })
  })

  it('the client reaches nested lists and views of other methods', async () => {
    const { comments } = client.tickets(3)
    const made = await comments.create({ text: 'Out of paper' }).orThrow()
    expect(made).toMatchObject({ ticket: 3, text: 'Out of paper' })
    expect(await idsOf(comments.list())).toEqual([made.id])
    expect(await comments.get(made.id).orThrow()).toEqual(made)
    expect(await client.tickets(4).comments.page()).toMatchObject({ error: { status: 404 } })
    expect(await client.whoami.get().orThrow()).toEqual({ username: 'ann' })
    const closed = client.request('POST', '/tickets/:ticket/close/', {
      params: { ticket: 3 },
      body: { reason: 'done' },
    })
    expect(await closed.orThrow()).toEqual({ closed: true })
    expect(await client.request('GET', '/').orThrow()).toEqual({ hello: 'world' })
    expect(await client.request('DELETE', '/whoami/')).toMatchObject({
      error: { kind: 'method_not_allowed', status: 405 },
    })
  })

  it('what orThrow throws has the error with its kind', async () => {
    const error = await client.notes
      .get(999)
      .orThrow()
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ message: 'Not found.', error: { kind: 'not_found' } })
    const iterated = idsOf(client.notes.list({ owner: 'x' as never }))
    await expect(iterated).rejects.toMatchObject({ error: { kind: 'invalid', status: 400 } })
  })
})
