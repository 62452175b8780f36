import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  createApi,
  cursorPagination,
  type ItemStore,
  integerField,
  pageNumberPagination,
  routes,
} from '../../src/index.ts'
import { type NoteTag, type TestClient, testClient } from '../../src/testing/index.ts'
import { silentLogger } from '../support/one-view.ts'

interface OpenStore {
  store: ItemStore<NoteTag, NoteTag>
  close(): Promise<void>
}

/** How views show items that are identified by two fields together, from any store. */
export function testCompositeKeyViews(name: string, openStore: () => Promise<OpenStore>): void {
  async function open(rows: readonly NoteTag[] = tags) {
    const { store, close } = await openStore()
    onTestFinished(close)
    for (const row of rows) await store.create(row)

    const api = createApi({ PAGE_SIZE: 3, LOGGER: silentLogger })
    const orderingFilter = { fields: ['note_id', 'tag_id', 'weight'] } as const
    const cursors = cursorPagination({ ordering: 'weight' })
    const client = testClient(
      routes(api, {
        '/cursor/': api.listView({ store, orderingFilter, pagination: cursors }),
        '/pages/': api.listView({ store, orderingFilter, pagination: pageNumberPagination() }),
        '/notes/:note_id/tags/:tag_id/': api.detailView({ store, schema }),
      }),
    )
    return { store, client }
  }

  describe(`items with a composite key: ${name}`, () => {
    it.each(['', 'weight', '-weight', 'note_id', '-tag_id', 'tag_id,-note_id', '-weight,tag_id'])(
      'items with a composite key are each met once, forward and back, by ?ordering=%s',
      async (ordering) => {
        const { client } = await open()

        const forward = await walk(client, `/cursor/?ordering=${ordering}`, 'next')
        const back = await walk(client, forward.last, 'previous')

        expect(new Set(forward.keys).size).toBe(tags.length)
        expect(forward.keys.length).toBe(tags.length)
        // The last page has been met on both ways.
        expect(new Set([...back.keys]).size).toBe(tags.length)

        const numbered = await walk(client, `/pages/?ordering=${ordering || 'weight'}`, 'next')
        expect(numbered.keys.toSorted()).toEqual(forward.keys.toSorted())
      },
    )

    it('items with a composite key are found by route parameters named like the fields', async () => {
      const { client } = await open()

      expect(await (await client.get('/notes/2/tags/3/')).json()).toEqual({
        note_id: 2,
        tag_id: 3,
        weight: 5,
      })
      for (const path of ['5/tags/2', '2/tags/4', '9/tags/9', 'null/tags/3', '2/tags/3x']) {
        expect((await client.get(`/notes/${path}/`)).status, path).toBe(404)
      }
    })

    it('items with a composite key are changed and removed one at a time', async () => {
      const { client, store } = await open()

      const changed = await client.patch('/notes/2/tags/3/', { json: { weight: 99 } })
      expect(await changed.json()).toEqual({ note_id: 2, tag_id: 3, weight: 99 })
      expect((await client.delete('/notes/1/tags/3/')).status).toBe(204)

      const left = await store.items.slice(0, null)
      expect(left.length).toBe(tags.length - 1)
      expect(left.filter(({ weight }) => weight === 99).length).toBe(1)
      expect(await store.find('1', '3')).toBeNull()
      expect(await store.find('2', '3')).toMatchObject({ weight: 99 })
    })

    it('a detail view of a composite key names the parameters that its route lacks', async () => {
      const logged: unknown[] = []
      const { store } = await open([])
      const api = createApi({ LOGGER: { ...silentLogger, error: (fields) => logged.push(fields) } })
      const client = testClient(routes(api, { '/:id/': api.detailView({ store }) }))

      expect((await client.get('/7/')).status).toBe(500)
      expect(String((logged[0] as { err: Error }).err)).toContain(':note_id and :tag_id')
    })
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
