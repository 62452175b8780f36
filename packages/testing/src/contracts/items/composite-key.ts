import type { ItemStore } from 'turnpike'
import { type Chapter, type ContractCase, contract, type Opened } from '../contract.ts'
import { expectFailure, expectSame } from '../expect.ts'
import { walk } from './keyset.ts'

/** A row of a join table. Its key is `note_id` and `tag_id` together. */
export interface NoteTag {
  note_id: number
  tag_id: number
  weight: number | null
}

/** A store whose items have a key of two fields, under test. */
export interface OpenedNoteTags extends Opened {
  store: ItemStore<NoteTag, NoteTag>
}

/**
 * The contract of every `ItemStore` whose items are identified by several fields together.
 *
 * @param open opens an empty store with the key `['note_id', 'tag_id']`.
 */
export const compositeKeyContract = (
  open: () => OpenedNoteTags | Promise<OpenedNoteTags>,
): ContractCase[] =>
  contract(
    async () => {
      const opened = await open()
      for (const tag of tags) await opened.store.create(tag)
      return opened
    },
    keys,
    changes,
    lists,
  )

/** Four notes with three tags each, with ties and nulls among the weights. */
const tags: readonly NoteTag[] = [1, 2, 3, 4].flatMap((note_id) =>
  [1, 2, 3].map((tag_id) => ({
    note_id,
    tag_id,
    weight: (note_id * tag_id) % 4 === 0 ? null : note_id + tag_id,
  })),
)

const keys: Chapter<OpenedNoteTags> = (it) => {
  it('a store with a composite key names its fields in their order', async ({ store }) => {
    expectSame(store.key, ['note_id', 'tag_id'], 'the key of the store')
  })

  it('an item with a composite key is found by all of its fields', async ({ store }) => {
    const expected = { note_id: 2, tag_id: 3, weight: 5 }
    expectSame(await store.find('2', '3'), expected, 'the item with the key 2, 3')
    for (const [note, tag] of unknown) {
      expectSame(await store.find(note, tag), null, `the item with the key ${note}, ${tag}`)
    }
  })

  it('a composite key occurs once, and each of its fields often', async ({ store }) => {
    const again = store.create({ note_id: 2, tag_id: 3, weight: 0 })
    await expectFailure(again, null, 'a second item with the same key')

    await store.create({ note_id: 2, tag_id: 9, weight: 0 })
    expectSame(await store.items.count(), tags.length + 1, 'the count')
  })
}

const unknown = [
  ['5', '2'],
  ['2', '4'],
  ['3', '9'],
  ['null', '3'],
  ['2', '3x'],
  ['02', '3'],
] as const

const changes: Chapter<OpenedNoteTags> = (it) => {
  it('items with a composite key are changed one at a time', async ({ store }) => {
    const item = { note_id: 2, tag_id: 3, weight: 5 }

    const changed = await store.update(item, { weight: 99 })

    expectSame(changed, { ...item, weight: 99 }, 'the changed item')
    const all = await store.items.slice(0, null)
    const withWeight = all.filter(({ weight }) => weight === 99)
    expectSame(withWeight, [changed], 'the items with the new weight')
  })

  it('items with a composite key are removed one at a time', async ({ store }) => {
    await store.destroy({ note_id: 1, tag_id: 3, weight: null })

    expectSame(await store.find('1', '3'), null, 'the removed item')
    expectSame(await store.items.count(), tags.length - 1, 'the count')
  })
}

const lists: Chapter<OpenedNoteTags> = (it) => {
  for (const terms of [[], ['weight'], ['-weight', 'tag_id'], ['note_id'], ['-tag_id']]) {
    it(`items with a composite key are each read once by position, by [${terms}]`, async ({
      store,
    }) => {
      const { keyset } = store.items
      if (keyset === undefined) return
      const ordering = keyset.complete(terms)

      const forward = await walk(keyset, ordering, false)
      const backward = await walk(keyset, ordering, true)

      const found = forward.map(({ note_id, tag_id }) => `${note_id}-${tag_id}`)
      expectSame(new Set(found).size, tags.length, 'the number of different items')
      expectSame(found.length, tags.length, 'the number of items')
      expectSame(backward.toReversed(), forward, 'the items backward, from the last to the first')
    })
  }
}
