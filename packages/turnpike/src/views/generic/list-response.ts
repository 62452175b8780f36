import type { ApiRequest } from '../../http/request.ts'
import { ApiResponse } from '../../http/response.ts'
import type { ItemSet } from '../../items/item-set.ts'
import { chosenOrdering } from '../../items/ordering-filter.ts'
import { listFrom } from '../../items/read-results.ts'
import type { Page } from '../../pagination/pagination.ts'
import type { View } from '../view.ts'
import { isNarrowed, narrowed, requireItemSet } from './narrow.ts'
import { type Serialize, serializeAll } from './serialize.ts'
import { requireKnownParameters } from './strict-query.ts'
import { queryError } from './unreadable-query.ts'

/**
 * Responds with the requested page of the items, or with all of them when the view has no
 * pagination: those that its filters leave, in the order chosen by its ordering filter. Generic
 * list views do this by themselves; a custom handler calls it.
 *
 * @throws NotFound when the page does not exist.
 * @throws ValidationError when a parameter of the query is invalid.
 */
export async function listResponse<Item>(
  items: ItemSet<Item>,
  request: ApiRequest,
  view: View,
  serialize?: Serialize<Item>,
): Promise<ApiResponse> {
  requireItemSet(items, view.name)
  let page: Page<Item> | null
  let shown: Item[]
  try {
    const requested = await requestedPage(items, request, view)
    page = requested.page
    shown = page?.items ?? listFrom('slice', await requested.ordered.slice(0, null))
  } catch (error) {
    throw queryError(error, request, view)
  }
  const results = serialize ? await serializeAll(shown, serialize, request) : shown
  const response = page === null ? new ApiResponse<unknown>(results) : page.respond(results)
  response.items = shown
  if (page === null) return response

  if (response.controls === null) response.controls = page.controls ?? null
  if (view.pagination?.vary !== undefined) addVary(response, view.pagination.vary, view)
  return response
}

/** List views have these fields in all answers. Other views only in those with a page. */
function addVary({ headers }: ApiResponse, read: readonly string[], { vary }: View): void {
  const known = vary.split(', ')
  for (const name of read) if (!known.includes(name)) headers.append('Vary', name)
}

/** The requested items in the requested order, and the requested page of them. */
export interface RequestedPage<Item> {
  readonly ordered: ItemSet<Item>
  /** The page, or null when the list is not paginated. */
  readonly page: Page<Item> | null
}

/** @throws NotFound when the page does not exist. */
export async function requestedPage<Item>(
  items: ItemSet<Item>,
  request: ApiRequest,
  view: View,
): Promise<RequestedPage<Item>> {
  const { knownParameters } = view
  if (knownParameters !== null) await requireKnownParameters(request, view, knownParameters)
  return pageOf(isNarrowed(view) ? await narrowed(items, request, view) : items, request, view)
}

/**
 * The requested page of all of the items, whatever the request may see.
 *
 * @throws NotFound when the page does not exist.
 */
export async function pageOf<Item>(
  items: ItemSet<Item>,
  request: ApiRequest,
  view: View,
): Promise<RequestedPage<Item>> {
  const ordering = chosenOrdering(request, view)
  const ordered = ordering === null ? items : items.orderBy(ordering)
  return { ordered, page: (await view.pagination?.paginate(ordered, request, view)) ?? null }
}
