import { testClient } from '@turnpike/testing'
import {
  type Api,
  arrayStore,
  basicAuthentication,
  createApi,
  type ItemStore,
  memoryAccounts,
  pbkdf2,
  routes,
  type View,
} from 'turnpike'
import { afterAll, expect, it } from 'vitest'
import { writtenPage } from '../support/guide.ts'

const page = writtenPage('docs/nested-resources.md')
afterAll(() => page.remove())

interface Organisation {
  id: number
  owner: number
}
interface Ticket {
  id: number
  organisation: number
  isClosed: boolean
}

const { closeView } = await page.load<{
  closeView: (
    api: Api,
    organisations: Pick<ItemStore<Organisation>, 'find'>,
    tickets: Pick<ItemStore<Ticket>, 'find' | 'update'>,
  ) => View
}>('src/closing.ts')

/** Organisation 1 with ticket 1 is of ann, and organisation 2 with ticket 2 of bob. */
function openTickets() {
  const password = 'correct horse battery staple'
  const { users } = memoryAccounts({
    passwords: pbkdf2({ iterations: 1 }),
    users: [
      { username: 'ann', password },
      { username: 'bob', password },
    ],
  })
  const api = createApi({ DEFAULT_AUTHENTICATION_CLASSES: [basicAuthentication({ users })] })
  const organisations = [1, 2].map((id) => ({ id, owner: id }))
  const tickets = [1, 2].map((id) => ({ id, organisation: id, isClosed: false }))
  const view = closeView(api, arrayStore(organisations), arrayStore(tickets))
  const path = '/organisations/:organisation/tickets/:id/close/'
  const { post } = testClient(routes(api, { [path]: view }))
  return {
    tickets,
    async close(username: string | null, organisation: number, ticket: number) {
      const Authorization = `Basic ${btoa(`${username}:${password}`)}`
      const headers: Record<string, string> = username === null ? {} : { Authorization }
      const sent = `/organisations/${organisation}/tickets/${ticket}/close/`
      return (await post(sent, { headers })).status
    },
  }
}

it('the action of docs/nested-resources.md closes a ticket of an organisation of the caller', async () => {
  const { tickets, close } = openTickets()
  expect(await close('ann', 1, 1)).toBe(200)
  expect(tickets.map(({ isClosed }) => isClosed)).toEqual([true, false])
})

it.each([
  ['a ticket of the organisation of another user', 'bob', 1, 1, 404],
  ['a ticket of another organisation under one of the caller', 'bob', 2, 1, 404],
  ['a ticket of the caller under the organisation of another user', 'bob', 1, 2, 404],
  ['a ticket that does not exist', 'bob', 2, 3, 404],
  ['a ticket of an organisation that does not exist', 'bob', 3, 1, 404],
  ['a ticket for an anonymous client', null, 1, 1, 401],
] as const)(
  'the action of docs/nested-resources.md does not close %s',
  async (_what, username, organisation, ticket, status) => {
    const { tickets, close } = openTickets()
    expect(await close(username, organisation, ticket)).toBe(status)
    expect(tickets.some(({ isClosed }) => isClosed)).toBe(false)
  },
)
