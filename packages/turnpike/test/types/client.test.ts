import { createClient, type FieldErrors, type List, type Page } from '@turnpike/client'
import { defineService } from '@turnpike/service'
import { describe, expectTypeOf, it } from 'vitest'
import { helpDesk } from '../../../client/test/help-desk.ts'

interface SentNote {
  id: number
  owner: number
  title: string
  status: 'open' | 'done'
  created: string
}

/** Types alone: no request is sent. */
const url = 'http://localhost/'
const client = createClient<typeof helpDesk>({ url })
const unsent = (_: () => unknown) => {}

describe('the types of a client', () => {
  it('a list of the client has the items as JSON', () => {
    expectTypeOf(client.notes.list()).toEqualTypeOf<List<SentNote>>()
    expectTypeOf(client.windows.list()).toEqualTypeOf<List<{ id: number; created: string }>>()
    expectTypeOf(client.stream.list()).toEqualTypeOf<List<{ id: number; title: string }>>()
    unsent(async () => {
      const page = await client.notes.page().orThrow()
      expectTypeOf(page).toEqualTypeOf<Page<SentNote>>()
    })
  })

  it('the query of a list of the client has the parameters of its filters', () => {
    client.notes.list({ owner: 2, owner__in: [1, 2], status: 'open', title__contains: 'a' })
    client.notes.list({ created__gte: new Date(0), created__year: 2026, page: 'last', search: 'x' })
    client.notes.list({ owner: undefined, status: null })
    // @ts-expect-error no filter has this parameter
    client.stream.list({ ownr: 2 })
    // @ts-expect-error a number is no text
    client.stream.list({ owner: 'ann' })
    // @ts-expect-error this list has no filters
    client.windows.list({ owner: 2 })
  })

  it('an ordering of the client is any text, and lists without one take it, too', () => {
    client.notes.list({ ordering: '-created,misspelt' })
    client.stream.list({ ordering: 'id', search: 'x', page_size: 5 })
    // @ts-expect-error a list is no text
    client.notes.list({ ordering: ['created'] })
  })

  it('a path of a request of the client that the service does not have is not checked', () => {
    unsent(() => client.request('POST', '/nots/', { body: { anything: 1 }, query: { x: 'y' } }))
    // @ts-expect-error this path is known, and the owner is missing
    unsent(() => client.request('POST', '/notes/', { body: { title: 'a' } }))
  })

  it('a choice of a filter is one of its values', () => {
    // @ts-expect-error no note is archived
    client.notes.list({ status: 'archived' })
  })

  it('a body of the client is what the schema takes', () => {
    unsent(async () => {
      const created = await client.notes.create({ title: 'a', owner: 1 })
      if (created.ok) expectTypeOf(created.data).toEqualTypeOf<SentNote>()
      else if (created.error.kind === 'invalid') {
        expectTypeOf(created.error.fields.title).toEqualTypeOf<readonly string[] | undefined>()
        // @ts-expect-error no field of the schema
        created.error.fields.titel
      } else if (created.error.kind === 'throttled') {
        expectTypeOf(created.error.retryAfter).toEqualTypeOf<number | null>()
      }
      await client.notes.update(1, { title: 'b' })
      // @ts-expect-error PUT needs all fields
      await client.notes.replace(1, { title: 'b' })
      // @ts-expect-error the owner is missing
      await client.notes.create({ title: 'a' })
      // @ts-expect-error a title is a text
      await client.notes.update('1', { title: 5 })
    })
  })

  it('the client has only the methods that a view has', () => {
    unsent(async () => {
      // @ts-expect-error nothing can be added
      await client.windows.create({})
      // @ts-expect-error there is no item
      await client.windows.get(1)
      // @ts-expect-error it is no list
      client.whoami.list()
      // @ts-expect-error there is no such path
      client.nots
    })
  })

  it('nested paths of a client take the key of the parent', () => {
    unsent(async () => {
      const comments = client.tickets(3).comments
      const created = await comments.create({ text: 'x' }).orThrow()
      expectTypeOf(created).toEqualTypeOf<{ id: number; ticket: number; text: string }>()
      expectTypeOf(await comments.get(1).orThrow()).toEqualTypeOf(created)
      // @ts-expect-error it cannot be changed
      await comments.update(1, { text: 'y' })
    })
  })

  it('other views of a client have the types of their operations', () => {
    unsent(async () => {
      expectTypeOf(await client.whoami.get().orThrow()).toEqualTypeOf<{ username: string }>()
      const closed = await client
        .request('POST', '/tickets/:ticket/close/', { params: { ticket: 3 }, body: { reason: '' } })
        .orThrow()
      expectTypeOf(closed).toEqualTypeOf<{ closed: boolean }>()
      // @ts-expect-error the parameter is missing
      client.request('POST', '/tickets/:ticket/close/', { body: { reason: '' } })
      expectTypeOf(await client.request('GET', '/elsewhere/').orThrow()).toBeUnknown()
    })
  })

  it('a service whose app is inferred is known to a client', () => {
    const service = defineService({ name: 'desk', app: () => helpDesk() })
    const own = createClient<typeof service>({ url })
    expectTypeOf(own.notes.list()).toEqualTypeOf<List<SentNote>>()
  })

  it('the errors of nested data are nested', () => {
    type Errors = FieldErrors<{ tags: { name: string }[]; author?: { name: string } }>
    expectTypeOf<NonNullable<Errors['author']>['name']>().toEqualTypeOf<
      readonly string[] | undefined
    >()
  })
})
