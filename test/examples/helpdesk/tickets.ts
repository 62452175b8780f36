import { expect, it } from 'vitest'
import type { Desk } from './suite.ts'

/** The list: orders, cursors, filters, searches. */
export function ticketCases(desk: Desk): void {
  it('a new ticket is answered with all of its fields and its place', async () => {
    const ann = await desk().customer()
    const json = {
      subject: 'No paper',
      body: 'In tray 2.',
      priority: 2,
      owner: 1,
      status: 'closed',
    }
    const { status, body, response } = await ann.send('POST', '/tickets/', { json })

    expect(status).toBe(201)
    expect(response.headers.get('Location')).toBe(`/tickets/${body.id}/`)
    expect(body).toEqual({
      subject: 'No paper',
      body: 'In tray 2.',
      priority: 2,
      status: 'open',
      resolution: null,
      id: expect.any(Number),
      duplicateOf: null,
      owner: ann.user.pk,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect((await ann.send('GET', `/tickets/${body.id}/`)).body).toEqual(body)
  })

  it('invalid data are refused field by field', async () => {
    const ann = await desk().customer()
    const { status, body } = await ann.send('POST', '/tickets/', {
      json: { priority: 9, body: '' },
    })

    expect(status).toBe(400)
    expect(body).toEqual({
      subject: ['This field is required.'],
      body: ['This field may not be blank.'],
      priority: ['Ensure this value is less than or equal to 4.'],
    })
  })

  it('cursors meet every ticket once, the most urgent first and the newest of these', async () => {
    const ann = await desk().customer()
    const ids: number[] = []
    for (let index = 0; index < 25; index += 1) {
      ids.push(await ann.ticket({ priority: (index % 3) + 1 }))
    }
    // Equal moments are in the order of their keys.
    await desk()
      .service.db.updateTable('ticket')
      .set({ created: '2026-01-02T03:04:05.000Z' })
      .where('id', 'in', ids.slice(5, 15))
      .execute()

    const seen: { id: number; priority: number; created: string }[] = []
    let path: string | null = '/tickets/'
    let pages = 0
    for (; path !== null; pages += 1) {
      const { body } = await ann.send('GET', path)
      seen.push(...body.results)
      path = body.next
    }
    const sorted = seen.toSorted(
      (a, b) => a.priority - b.priority || b.created.localeCompare(a.created) || b.id - a.id,
    )
    expect(pages).toBe(2)
    expect(seen).toEqual(sorted)
    expect(seen.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids)
  })

  it('filters and a search narrow the list together', async () => {
    const ann = await desk().customer()
    const jam = await ann.ticket({ subject: 'Printer jam', priority: 1 })
    const ink = await ann.ticket({ subject: 'No ink', body: 'The printer is empty.', priority: 2 })
    await ann.ticket({ subject: 'No network', priority: 2 })
    const json = { status: 'closed', resolution: 'Filled.' }
    await ann.send('PATCH', `/tickets/${ink}/`, { json })
    const idsOf = async (query: string) =>
      (await ann.send('GET', `/tickets/${query}`)).body.results.map(
        (item: { id: number }) => item.id,
      )

    expect(await idsOf('?q=printer')).toEqual([jam, ink])
    expect(await idsOf('?q=PRINTER+jam')).toEqual([jam])
    expect(await idsOf('?status=closed')).toEqual([ink])
    expect(await idsOf('?status__in=open,closed&q=printer&priority=1')).toEqual([jam])
    expect((await ann.send('GET', '/tickets/?status=lost')).body).toEqual({
      status: ['"lost" is not a valid choice.'],
    })
  })
}
