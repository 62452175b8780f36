import type { AnyService } from '@turnpike/service'
import type { TestClient } from '@turnpike/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenGuide, openGuide, shownAfter, writtenPage } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'

const guide = writtenPage('docs/guides/nested-resources.md')
afterAll(() => guide.remove())

const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')

describe.each(guideDatabases)('comments of tickets on $name', ({ name, isMissing, open }) => {
  let database: Awaited<ReturnType<typeof open>>
  let service: OpenGuide
  let ann: TestClient
  let bob: TestClient
  let staff: TestClient

  beforeEach(async () => {
    if (isMissing) return
    database = await open()
    service = await openGuide(definition, database.url)
    ann = await service.clientOf('ann')
    bob = await service.clientOf('bob')
    staff = await service.clientOf('root', { isStaff: true })
  })
  afterEach(async () => {
    if (isMissing) return
    await service.close()
    await database.drop()
  })
  const onDatabase = it.skipIf(isMissing)

  onDatabase(`the commands of the guide to comments are answered as shown on ${name}`, async () => {
    const ticket = await ann.post('/tickets/', { form: { subject: 'The printer is on fire' } })
    expect([ticket.status, await ticket.json()]).toEqual([
      201,
      JSON.parse(shownAfter(guide, 'subject=')),
    ])
    const comment = await ann.post('/tickets/1/comments/', { form: { text: 'Which one?' } })
    expect([comment.status, await comment.text()]).toEqual([201, shownAfter(guide, 'text=')])
    expect(comment.headers.get('Location')).toBe('/tickets/1/comments/1/')
    expect(await (await ann.get('/tickets/')).text()).toBe(
      shownAfter(guide, '/tickets/ -H "Authorization: Token $KEY"\n'),
    )
  })

  onDatabase(`comments of a ticket that one may not see do not exist on ${name}`, async () => {
    await ann.post('/tickets/', { json: { subject: 'Secret' } })
    await ann.post('/tickets/1/comments/', { json: { text: 'Secret' } })
    for (const ticket of ['1', '99', '0', 'x', '1%00']) {
      for (const path of [`/tickets/${ticket}/comments/`, `/tickets/${ticket}/comments/1/`]) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const json = method.startsWith('P') ? { json: { text: 'Mine' } } : {}
          const response = await bob.request(method, path, json)
          const text = await response.text()
          expect(text).not.toContain('Secret')
          if (response.status !== 405)
            expect([response.status, text]).toEqual([404, '{"detail":"Not found."}'])
          expect((await service.anonymous.request(method, path, json)).status).toBe(401)
        }
      }
    }
    expect(await (await bob.get('/tickets/')).json()).toMatchObject({ results: [] })
    expect((await staff.get('/tickets/1/comments/1/')).status).toBe(200)
  })

  onDatabase(
    `a comment belongs to the ticket of its path and to its caller on ${name}`,
    async () => {
      await ann.post('/tickets/', { json: { subject: 'One' } })
      await ann.post('/tickets/', { json: { subject: 'Two' } })
      const sent = { text: 'Hello', ticket: 2, author: 2 }
      const comment = await ann.post('/tickets/1/comments/', { json: sent })
      expect(await comment.json()).toEqual({ id: 1, ticket: 1, author: 1, text: 'Hello' })
      await ann.patch('/tickets/1/comments/1/', { json: { ticket: 2, author: 2 } })
      expect((await ann.get('/tickets/1/comments/1/')).status).toBe(200)
      expect((await ann.get('/tickets/2/comments/1/')).status).toBe(404)
      expect((await ann.delete('/tickets/2/comments/1/')).status).toBe(404)
    },
  )

  onDatabase(`only its author changes a comment on ${name}`, async () => {
    await ann.post('/tickets/', { json: { subject: 'One' } })
    await ann.post('/tickets/1/comments/', { json: { text: 'Hello' } })
    const response = await staff.patch('/tickets/1/comments/1/', { json: { text: 'Changed' } })
    expect([response.status, await response.json()]).toEqual([
      403,
      { detail: 'Only its author may change a comment.' },
    ])
    expect((await ann.patch('/tickets/1/comments/1/', { json: { text: 'Mine' } })).status).toBe(200)
  })

  onDatabase(
    `a closed ticket takes no comments, and a removed one loses them, on ${name}`,
    async () => {
      await ann.post('/tickets/', { json: { subject: 'One' } })
      await ann.post('/tickets/1/comments/', { json: { text: 'Hello' } })
      await service.db.updateTable('ticket').set({ closed: '2026-01-02' }).execute()
      const refused = await ann.post('/tickets/1/comments/', { json: { text: 'Late' } })
      expect([refused.status, await refused.json()]).toEqual([
        409,
        { detail: 'The ticket is closed.' },
      ])

      expect((await ann.delete('/tickets/1/')).status).toBe(204)
      expect(await service.db.selectFrom('comment').selectAll().execute()).toEqual([])
    },
  )
})
