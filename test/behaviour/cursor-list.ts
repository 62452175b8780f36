import type { TestClient } from '@turnpike/testing'
import {
  type CursorOptions,
  cursorPagination,
  type ItemSet,
  type OrderingFilter,
  type Settings,
} from 'turnpike'
import { clientOf, idsOf, type Numbered } from './client.ts'

export interface Event extends Numbered {
  readonly created: string
}

export const at = (id: number, minute: number): Event => ({
  id,
  created: new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString(),
})

/** A client of a service whose list stands at `/`. */
export const listing = (
  items: ItemSet<object>,
  options: CursorOptions = {},
  {
    orderingFilter = null,
    ...settings
  }: Settings & { orderingFilter?: OrderingFilter | null } = {},
): TestClient =>
  clientOf({ PAGE_SIZE: 3, ...settings }, (api) => ({
    '/': api.listView({ items, pagination: cursorPagination(options), orderingFilter }),
  }))

/** The ids of each page from `path` on, in the order in which they are met. */
export async function walk(
  { get }: TestClient,
  path: string,
  link: 'next' | 'previous' = 'next',
  between: () => unknown = () => {},
): Promise<number[][]> {
  const pages: number[][] = []
  let url: string | null = path
  while (url !== null) {
    const page = await (await get(url)).json()
    pages.push(idsOf(page))
    url = page[link]
    await between()
  }
  return pages
}
