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

/** The rows of the world, by set. The arrays are those that the views read and change. */
export type Sets = Readonly<Record<string, Item[]>>

export const worldSets = ({ sets }: World): Sets =>
  Object.fromEntries(Object.entries(sets).map(([name, rows]) => [name, rows.map(asItem)]))

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
