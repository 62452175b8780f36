import { silentLogger } from '@turnpike/test-support/one-view.ts'
import {
  type ContractCase,
  type NoteTag,
  type Opened,
  type TestClient,
  testClient,
} from '@turnpike/testing'
import {
  createApi,
  cursorPagination,
  type ItemStore,
  integerField,
  pageNumberPagination,
  routes,
} from 'turnpike'
import { z } from 'zod'
import { contract, type It } from '../../../../testing/src/contracts/contract.ts'
import { expectSame, expectThat } from '../../../../testing/src/contracts/expect.ts'

interface OpenedTags extends Opened {
  store: ItemStore<NoteTag, NoteTag>
}

/** How views show items that are identified by two fields together, from any store. */
export const compositeKeyViews = (open: () => Promise<OpenedTags>): ContractCase[] =>
  contract(open, orders, items, routeNames)

async function viewsOf(store: OpenedTags['store'], rows: readonly NoteTag[] = tags) {
  for (const row of rows) await store.create(row)

  const api = createApi({ PAGE_SIZE: 3, LOGGER: silentLogger })
  const orderingFilter = { fields: ['note_id', 'tag_id', 'weight'] } as const
  const cursors = cursorPagination({ ordering: 'weight' })
  return testClient(
    routes(api, {
      '/cursor/': api.listView({ store, orderingFilter, pagination: cursors }),
      '/pages/': api.listView({ store, orderingFilter, pagination: pageNumberPagination() }),
      '/notes/:note_id/tags/:tag_id/': api.detailView({ store, schema }),
    }),
  )
}

function orders(it: It<OpenedTags>): void {
  const all = ['', 'weight', '-weight', 'note_id', '-tag_id', 'tag_id,-note_id', '-weight,tag_id']
  for (const ordering of all) {
    it(`items with a composite key are each met once, forward and back, by ?ordering=${ordering}`, async ({
      store,
    }) => {
      const client = await viewsOf(store)

      const forward = await walk(client, `/cursor/?ordering=${ordering}`, 'next')
      const back = await walk(client, forward.last, 'previous')

      expectSame(new Set(forward.keys).size, tags.length, 'the number of different keys')
      expectSame(forward.keys.length, tags.length, 'the number of keys')
      // The last page has been met on both ways.
      expectSame(new Set(back.keys).size, tags.length, 'the number of different keys, back')

      const numbered = await walk(client, `/pages/?ordering=${ordering || 'weight'}`, 'next')
      expectSame(numbered.keys.toSorted(), forward.keys.toSorted(), 'the keys on numbered pages')
    })
  }
}

function items(it: It<OpenedTags>): void {
  it('items with a composite key are found by route parameters named like the fields', async ({
    store,
  }) => {
    const client = await viewsOf(store)

    const expected = { note_id: 2, tag_id: 3, weight: 5 }
    expectSame(await (await client.get('/notes/2/tags/3/')).json(), expected, 'the item')
    for (const path of ['5/tags/2', '2/tags/4', '9/tags/9', 'null/tags/3', '2/tags/3x']) {
      expectSame((await client.get(`/notes/${path}/`)).status, 404, `the status of ${path}`)
    }
  })

  it('items with a composite key are changed and removed one at a time', async ({ store }) => {
    const client = await viewsOf(store)

    const changed = await client.patch('/notes/2/tags/3/', { json: { weight: 99 } })
    expectSame(await changed.json(), { note_id: 2, tag_id: 3, weight: 99 }, 'the changed item')
    expectSame((await client.delete('/notes/1/tags/3/')).status, 204, 'the status of DELETE')

    const left = await store.items.slice(0, null)
    expectSame(left.length, tags.length - 1, 'the number of items that are left')
    expectSame(left.filter(({ weight }) => weight === 99).length, 1, 'the number of changed items')
    expectSame(await store.find('1', '3'), null, 'the removed item')
    expectSame((await store.find('2', '3'))?.weight, 99, 'the weight of the changed item')
  })
}

function routeNames(it: It<OpenedTags>): void {
  it('a detail view of a composite key names the parameters that its route lacks', async ({
    store,
  }) => {
    const logged: { err: Error }[] = []
    const error = (fields: object) => void logged.push(fields as { err: Error })
    const api = createApi({ LOGGER: { ...silentLogger, error } })
    const client = testClient(routes(api, { '/:id/': api.detailView({ store }) }))

    expectSame((await client.get('/7/')).status, 500, 'the status')
    const reason = String(logged[0]?.err)
    expectThat(reason.includes(':note_id and :tag_id'), `${reason} names the parameters.`)
  })
}

const schema = z.object({
  note_id: integerField(),
  tag_id: integerField(),
  weight: integerField().nullable(),
})

/** Every note has every tag, with ties and nulls among the weights. */
const tags: NoteTag[] = [1, 2, 3, 4].flatMap((note_id) =>
  [1, 2, 3].map((tag_id) => ({
    note_id,
    tag_id,
    weight: (note_id * tag_id) % 4 === 0 ? null : note_id + tag_id,
  })),
)

interface Page {
  results: NoteTag[]
  next: string | null
  previous: string | null
}

/** The keys on the page and those that its links lead to, and the address of the last page. */
async function walk({ get }: TestClient, path: string, link: 'next' | 'previous') {
  const keys: string[] = []
  let last = path
  for (let url: string | null = path; url !== null; ) {
    const page: Page = await (await get(url)).json()
    keys.push(...page.results.map(({ note_id, tag_id }) => `${note_id}-${tag_id}`))
    last = url
    url = page[link]
    if (keys.length > 3 * tags.length) throw new Error('The links go round.')
  }
  return { keys, last }
}
