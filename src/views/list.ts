import { cacheableLists } from '../caching/cacheable.ts'
import { mark } from '../caching/mark.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { ErrorResponse } from '../errors/error-response.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import type { Schema } from '../http/schema.ts'
import type { ItemSet } from '../items/item-set.ts'
import type { ItemStore } from '../items/item-store.ts'
import type { FieldOf } from '../items/ordering.ts'
import { chosenOrdering, type OrderingFilter } from '../items/ordering-filter.ts'
import type { Page, PaginationBy } from '../pagination/pagination.ts'
import { type Serialize, sentItems, serializeAll } from './serialize.ts'
import { type Handler, type Policies, policyOptions, type View, type ViewOptions } from './view.ts'
import type { PolicyTypes, RequestOf } from './view-types.ts'

/** The list that a view shows. Give `items`, or a `store`. */
export interface ListViewOptions<
  Item,
  Data = never,
  P extends PolicyTypes = PolicyTypes,
  Values = Data,
> extends Policies<P> {
  /** The items, or those that a request may see. Default the items of the store. */
  items?: ItemSet<Item> | ((request: RequestOf<P>) => ItemSet<Item> | Promise<ItemSet<Item>>)
  /** Where the items are kept. With a schema, POST adds to it, unless there is a `create`. */
  store?: ItemStore<Item, Values>
  /** Makes what is sent of an item, or what `answers` takes its fields from. Default the item. */
  serialize?: Serialize<NoInfer<Item>, RequestOf<P>>
  /** What POST accepts. Default none: the list cannot be added to. */
  schema?: Schema<Data>
  /**
   * What is sent of an item: the fields that this zod schema names, in forms that do not depend on
   * the database. Default everything.
   */
  answers?: Schema
  /** Adds an item of valid data. Default the store's `create`. */
  create?: (data: NoInfer<Data>, request: RequestOf<P>) => Promise<NoInfer<Item>> | NoInfer<Item>
  /** Pagination of the list. Null: none. The order that it brings along has fields of the items. */
  pagination?: PaginationBy<NoInfer<FieldOf<Item>>> | null
  /** Lets the client choose the order by fields of the items. Default null: it cannot. */
  orderingFilter?: OrderingFilter<NoInfer<FieldOf<Item>>> | null
  /** The path of a new item, for the `Location` of the answer. Default none. */
  location?: (item: NoInfer<Item>, request: RequestOf<P>) => string
}

export const listViewOptions = knownOptions<ListViewOptions<unknown, unknown>>('listView()', {
  ...policyOptions,
  items: 'optional',
  store: 'optional',
  serialize: 'optional',
  schema: 'optional',
  answers: 'optional',
  create: 'optional',
  location: 'optional',
})

/** The view options of a list, with its handlers. */
export function listHandlers<Item, Data>(options: ListViewOptions<Item, Data>): ViewOptions {
  listViewOptions.require(options)
  const { items, store, serialize: own, schema, answers, create, location, ...policies } = options
  const list = items ?? store?.items
  if (list === undefined)
    throw new ConfigurationError('listView() needs items or a store: give it one of them.')
  const add = create ?? (store && ((data: Data) => store.create(data)))
  if (schema !== undefined && add === undefined) {
    throw new ConfigurationError(
      'listView() has a schema and nowhere to add to: give it create or a store.',
    )
  }
  if (create !== undefined && schema === undefined) {
    throw new ConfigurationError('listView() has create and no schema: say what POST accepts.')
  }

  const { serialize, isPure } = sentItems(policies.name ?? 'List', own, answers)
  const get: Handler = async (request, view) =>
    listResponse(typeof list === 'function' ? await list(request) : list, request, view, serialize)
  const post: Handler = async (request) => {
    const validated = await request.validate(schema as Schema<Data>)
    // Returned, not raised: the exception handler has no say in it (spec, Errors, rule 6).
    if (!validated.valid) return new ErrorResponse(validated.error)

    const item = await (add as NonNullable<typeof add>)(validated.data, request)
    const body = serialize ? await serialize(item, request) : item
    const headers = location && { Location: headerUrl(location(item, request)) }
    return Object.assign(new ApiResponse(body, 201, headers), { item })
  }
  if (typeof list !== 'function') {
    itemsOfLists.set(get, list)
    if (isPure) cacheableLists.set(get, list)
  }
  const answer = answers && { answers }
  return {
    name: 'List',
    ...policies,
    get,
    ...(schema && { post }),
    operations: {
      get: { ...answer, isList: true },
      ...(schema && {
        post: { ...answer, accepts: schema, status: 201, hasLocation: location !== undefined },
      }),
    },
  }
}

const itemsOfLists = mark<Handler, ItemSet<unknown>>()

/** The items of a list view; null when it is no list, or they depend on the request. */
export function itemsOf({ handlers }: View): ItemSet<unknown> | null {
  const get = handlers.get('GET')
  return (get && itemsOfLists.get(get)) ?? null
}

/** A URL with what a header field cannot carry escaped, and nothing else: it may hold escapes. */
const headerUrl = (url: string): string => url.toWellFormed().replace(/[^!-~]+/g, encodeURI)

/**
 * Answers with the requested page of the items, or with all of them when the view has no
 * pagination, in the order that the view's ordering filter chooses. Generic list views do this by
 * themselves; a handler of your own calls it.
 *
 * @throws NotFound when there is no such page.
 */
export async function listResponse<Item>(
  items: ItemSet<Item>,
  request: ApiRequest,
  view: View,
  serialize?: Serialize<Item>,
): Promise<ApiResponse> {
  const { ordered, page } = await requestedPage(items, request, view)
  const shown = page?.items ?? (await ordered.slice(0, null))
  const results = serialize ? await serializeAll(shown, serialize, request) : shown
  if (page === null) return new ApiResponse(results)

  const response = page.respond(results)
  if (response.controls === null) response.controls = () => page.controls ?? null
  return response
}

/** A list in the requested order, and the requested page of it. */
export interface RequestedPage<Item> {
  readonly ordered: ItemSet<Item>
  /** Null: the list is not paginated. */
  readonly page: Page<Item> | null
}

/** @throws NotFound when there is no such page. */
export async function requestedPage<Item>(
  items: ItemSet<Item>,
  request: ApiRequest,
  view: View,
): Promise<RequestedPage<Item>> {
  const ordering = chosenOrdering(request, view)
  const ordered = ordering === null ? items : items.orderBy(ordering)
  return { ordered, page: (await view.pagination?.paginate(ordered, request, view)) ?? null }
}
