import type { Name } from '../names.ts'

/** The file of a store over a source of the application's own. */
export const storeText = ({ camel }: Name): string => `\
import { arrayItems, type ItemSet, type ItemStore } from 'turnpike'

/** What is written of a new item: the source may give the id. */
export type NewItem<Item extends { id: number }> = Omit<Item, 'id'> & { id?: number }

/** Where the items are kept: a file, another service, a database of another kind. */
export interface Source<Item extends { id: number }> {
  /** All items, in the order of their ids. */
  all(): Promise<readonly Item[]>
  /** Adds an item. @throws when there is one with its id. */
  add(values: NewItem<Item>): Promise<Item>
  /** Changes the given fields; null when the item does not exist any more. */
  change(id: number, values: Partial<NewItem<Item>>): Promise<Item | null>
  /** Removes an item; it does not mind when there is none. */
  remove(id: number): Promise<void>
}

/** The items of a source, as views need them. */
export const ${camel}Store = <Item extends { id: number }>(
  source: Source<Item>,
): ItemStore<Item, NewItem<Item>> => ({
  items: itemsOf(async () => arrayItems(await source.all())),
  // The key is as it was written in the URL: 1 is found by '1', and not by '01'.
  find: async (key) => (await source.all()).find(({ id }) => String(id) === key) ?? null,
  create: (values) => source.add(values),
  update: ({ id }, values) => source.change(id, values),
  destroy: ({ id }) => source.remove(id),
})

/**
 * Reads everything, and sorts and cuts it here. Where the source can do that, let it: with a limit,
 * an offset and an order of its own. Filters and scopes need the method \`where\`, too.
 */
const itemsOf = <Item>(read: () => Promise<ItemSet<Item>>): ItemSet<Item> => ({
  count: async () => (await read()).count(),
  slice: async (offset, limit) => (await read()).slice(offset, limit),
  orderBy: (ordering) => itemsOf(async () => (await read()).orderBy(ordering)),
})
`

/** The contract of the store, as its test. */
export const storeTestText = ({ camel, kebab, words }: Name): string => `\
import { describe, it } from 'node:test'
import { type Book, itemSetContract, itemStoreContract } from '@turnpike/testing'
import { ${camel}Store, type Source } from '../src/${kebab}-store.ts'

/** Books in memory. Open your own source here, with these books in it. */
function openSource(books: readonly Book[]): Source<Book> {
  const byId = new Map(books.map((book) => [book.id, book]))
  return {
    all: async () => [...byId.values()].sort((one, other) => one.id - other.id),
    async add({ id = Math.max(0, ...byId.keys()) + 1, ...values }) {
      if (byId.has(id)) throw new Error(\`There is a book \${id} already.\`)
      const added = { id, ...values }
      byId.set(id, added)
      return added
    },
    async change(id, values) {
      const book = byId.get(id)
      if (book === undefined) return null
      const changed = { ...book, ...values }
      byId.set(id, changed)
      return changed
    },
    async remove(id) {
      byId.delete(id)
    },
  }
}

const open = (books: readonly Book[]) => ${camel}Store(openSource(books))

describe('the ${words} store', () => {
  for (const { name, run } of itemStoreContract(() => ({ store: open([]) }))) it(name, run)
  for (const { name, run } of itemSetContract((books) => ({ items: open(books).items }))) {
    it(name, run)
  }
})
`
