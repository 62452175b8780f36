import { arrayItems, type ItemSet } from 'turnpike'
import type { Row, World } from '../replay/scenario.ts'

/** A row as it is kept: what is sorted has an order of its own. */
export interface Item {
  id: number
  title: string
  body: string
  priority: number
  rating: number
  /** Always with six digits of fraction, so that the texts sort as the moments do. */
  created: string
}

/** A set that the views read and change. */
export interface RowSet {
  readonly items: ItemSet<Item>
  add(item: Item): unknown
  remove(ids: readonly number[]): unknown
}

export type Sets = Readonly<Record<string, RowSet>>

/** Where the rows of the world are kept. */
export type OpenSets = (world: World) => Sets | Promise<Sets>

/** In arrays. */
export const arraySets: OpenSets = ({ sets }) =>
  Object.fromEntries(Object.entries(sets).map(([name, rows]) => [name, arraySet(rows.map(asItem))]))

const arraySet = (items: Item[]): RowSet => ({
  items: arrayItems(items),
  add: (item) => items.push(item),
  remove: (ids) => {
    const kept = items.filter(({ id }) => !ids.includes(id))
    items.splice(0, items.length, ...kept)
  },
})

/** `4.00` becomes 4, `…:51Z` becomes `…:51.000000Z`. */
export const asItem = ({ rating, created, ...row }: Row): Item => ({
  ...row,
  rating: Number(rating),
  created: created.includes('.') ? created : created.replace('Z', '.000000Z'),
})

/** The item as it stands in JSON. */
export const asRow = ({ rating, created, ...item }: Item): Row => ({
  ...item,
  rating: rating.toFixed(2),
  created: created.replace('.000000Z', 'Z'),
})
