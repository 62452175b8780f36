import { expect, it } from 'vitest'
import type { Desk } from './suite.ts'

/** Changes: across fields, in bulk, over several tables, bytes. */
export function writingCases(desk: Desk): void {
  it('a closed ticket has a resolution, and an open one has none', async () => {
    const ann = await desk().customer()
    const id = await ann.ticket()
    const change = (json: object) => ann.send('PATCH', `/tickets/${id}/`, { json })
    const message = { resolution: ['Closed tickets have one, and others none.'] }

    expect(await change({ status: 'closed' })).toMatchObject({ status: 400, body: message })
    expect(await change({ resolution: 'Done.' })).toMatchObject({ status: 400, body: message })
    expect(await change({ status: 'closed', resolution: 'Done.' })).toMatchObject({
      status: 200,
      body: { status: 'closed', resolution: 'Done.' },
    })
  })

  it('a closed ticket is locked for its customer, and staff go on with it', async () => {
    const [ann, root] = [await desk().customer(), await desk().customer({ isStaff: true })]
    const id = await ann.ticket()
    await ann.send('PATCH', `/tickets/${id}/`, { json: { status: 'closed', resolution: 'Done.' } })
    const locked = { detail: 'This ticket is closed.', code: 'ticket_locked', request_id: 'test' }
    const reopen = { json: { status: 'open', resolution: null } }

    expect(await ann.send('PATCH', `/tickets/${id}/`, reopen)).toMatchObject({
      status: 423,
      body: locked,
    })
    const comment = await ann.send('POST', `/tickets/${id}/comments/`, { json: { text: 'Hello?' } })
    expect(comment).toMatchObject({ status: 423, body: locked })
    expect((await root.send('PATCH', `/tickets/${id}/`, reopen)).status).toBe(200)
    expect((await ann.send('GET', `/tickets/${id}/comments/`)).body.results).toHaveLength(1)
  })

  it('comments are those of their ticket, in numbered pages', async () => {
    const ann = await desk().customer()
    const [id, other] = [await ann.ticket(), await ann.ticket()]
    for (let number = 1; number <= 25; number += 1) {
      const json = { text: `Number ${number}`, ticket: other }
      expect((await ann.send('POST', `/tickets/${id}/comments/`, { json })).status).toBe(201)
    }
    const { body } = await ann.send('GET', `/tickets/${id}/comments/?page=2`)

    expect(body).toMatchObject({
      count: 25,
      next: null,
      previous: expect.stringContaining('/comments/'),
    })
    expect(body.results).toHaveLength(5)
    expect(body.results[0]).toEqual({
      id: expect.any(Number),
      ticket: id,
      author: ann.user.pk,
      text: 'Number 21',
      created: expect.stringMatching(/Z$/),
    })
    expect((await ann.send('GET', `/tickets/${other}/comments/`)).body.count).toBe(0)
    expect((await ann.send('GET', `/tickets/${id}/comments/?page=3`)).status).toBe(404)
  })

  it('a list of tickets is added as a whole or not at all', async () => {
    const ann = await desk().customer()
    const send = (json: object[]) => ann.send('POST', '/tickets/bulk/', { json })
    const good = { subject: 'A', body: 'B' }

    const refused = await send([good, { subject: 'C' }])
    expect(refused).toMatchObject({
      status: 400,
      body: { 1: { body: ['This field is required.'] } },
    })
    expect((await ann.send('GET', '/tickets/')).body.results).toEqual([])

    const added = await send([good, { ...good, priority: 1 }])
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject([
      { subject: 'A', priority: 3, owner: ann.user.pk, status: 'open' },
      { subject: 'A', priority: 1 },
    ])
    expect((await ann.send('GET', '/tickets/')).body.results).toHaveLength(2)
  })

  it('a resolution is the last comment, and names the ticket that it repeats', async () => {
    const ann = await desk().customer()
    const [first, second] = [await ann.ticket(), await ann.ticket()]
    const json = { status: 'closed', resolution: 'As before.', duplicateOf: first }
    const { status, body } = await ann.send('PATCH', `/tickets/${second}/`, { json })

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: second, status: 'closed', duplicateOf: first })
    const { results } = (await ann.send('GET', `/tickets/${second}/comments/`)).body
    expect(results).toMatchObject([{ text: 'As before.', author: ann.user.pk }])
  })

  it('the comment of a resolution is rolled back with it', async () => {
    const ann = await desk().customer()
    const id = await ann.ticket()
    const json = { status: 'closed', resolution: 'As before.', duplicateOf: 999_999 }
    const { status, body } = await ann.send('PATCH', `/tickets/${id}/`, { json })

    expect(status).toBe(400)
    expect(body).toEqual({ duplicateOf: ['The referenced object does not exist.'] })
    expect((await ann.send('GET', `/tickets/${id}/comments/`)).body.results).toEqual([])
    expect((await ann.send('GET', `/tickets/${id}/`)).body.status).toBe('open')
  })

  it('an attachment is downloaded as it was sent', async () => {
    const ann = await desk().customer()
    const id = await ann.ticket()
    const path = `/tickets/${id}/attachments/`
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const sent = { body: bytes, headers: { 'Content-Type': 'image/png' } }

    expect(await ann.send('PUT', `${path}photo.png/`, sent)).toMatchObject({
      status: 201,
      body: { ticket: id, name: 'photo.png', type: 'image/png' },
    })
    const { response } = await ann.send('GET', `${path}photo.png/`)
    expect(response.headers.get('Content-Type')).toBe('image/png')
    expect(response.headers.get('Content-Disposition')).toBe('attachment')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect((await ann.send('GET', path)).body.results).toEqual([
      { ticket: id, name: 'photo.png', type: 'image/png' },
    ])
    expect(await ann.send('PUT', `${path}photo.png/`, sent)).toMatchObject({
      status: 400,
      body: {
        ticket: ['The fields ticket, name must make a unique set.'],
        name: ['The fields ticket, name must make a unique set.'],
      },
    })
    expect((await ann.send('GET', `${path}other.png/`)).status).toBe(404)
  })
}
