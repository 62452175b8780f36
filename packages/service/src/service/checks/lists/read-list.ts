import type { ItemSet, View } from 'turnpike'
import { unknownConnection } from 'turnpike/internal/http/client'
import { pageOf } from 'turnpike/internal/views/generic/list-response'
import { requestOf } from 'turnpike/internal/views/view-request'
import { WebRequest } from 'turnpike/internal/web/web-request'
import type { ListOrder } from './list-orders.ts'

/** A list view whose items do not depend on the request. */
export interface List {
  readonly path: string
  readonly view: View
  readonly items: ItemSet<unknown>
}

/** Reads the first page in the ordering and, by its link, the second one, as a client would. */
export async function readTwoPages(list: List, { chosen }: ListOrder): Promise<unknown[]> {
  const url = new URL(list.path, 'http://localhost')
  if (chosen !== null) url.searchParams.set(list.view.settings.ORDERING_PARAM, chosen)

  const { ordered, page } = await readPage(list, url.href)
  if (page === null) return ordered.slice(0, most)
  const second = page.next === null ? null : await readPage(list, page.next)
  return [...page.items, ...(second?.page?.items ?? [])]
}

const readPage = ({ view, items }: List, url: string) =>
  pageOf(items, requestOf(view, new WebRequest(new Request(url)), unknownClient), view)

const unknownClient = { params: {}, connection: unknownConnection }

/** Maximum number of items to read of a list without pages. */
const most = 100
