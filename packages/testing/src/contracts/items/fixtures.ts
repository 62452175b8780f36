import type { ItemSet, ItemStore } from 'turnpike'
import type { Opened } from '../contract.ts'

/** An item in the lists of the cases. Its key is `id`. */
export interface Book {
  id: number
  title: string
  /** Null if not rated. */
  rating: number | null
}

/** An item set under test. */
export interface OpenedItemSet extends Opened {
  items: ItemSet<Book>
}

/** An item store under test. It gives keys by itself. */
export interface OpenedItemStore extends Opened {
  store: ItemStore<Book, { id?: number; title: string; rating: number | null }>
}

export const library: readonly Book[] = [
  { id: 1, title: 'Persuasion', rating: 5 },
  { id: 2, title: 'Hard Times', rating: null },
  { id: 3, title: 'Emma', rating: 3 },
  { id: 4, title: 'Ulysses', rating: 5 },
  { id: 5, title: 'Northanger Abbey', rating: null },
  { id: 6, title: 'Frankenstein', rating: 5 },
]

/** Books with many ties and nulls. */
export const ties: readonly Book[] = Array.from({ length: 50 }, (_, index) => ({
  id: index + 1,
  title: 'The same',
  rating: index % 3 || null,
}))

export const idsOf = (books: readonly Book[]): number[] => books.map(({ id }) => id)
