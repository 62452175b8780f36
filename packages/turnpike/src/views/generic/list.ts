import { cacheableLists } from '../../caching/cacheable.ts'
import { mark } from '../../caching/mark.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { ErrorResponse } from '../../errors/error-response.ts'
import { knownOptions } from '../../errors/known-options.ts'
import type { Search } from '../../filtering/search/search.ts'
import type { ApiRequest } from '../../http/request.ts'
import { ApiResponse } from '../../http/response.ts'
import type { Schema } from '../../http/schema.ts'
import type { ItemSet } from '../../items/item-set.ts'
import type { ItemStore } from '../../items/item-store.ts'
import type { FieldOf } from '../../items/ordering.ts'
import type { OrderingFilter } from '../../items/ordering-filter.ts'
import type { PaginationBy } from '../../pagination/pagination.ts'
import { arePure, boundFilters } from '../filters.ts'
import {
  type Handler,
  ofGetHandler,
  type Policies,
  policyOptions,
  type View,
  type ViewOptions,
} from '../view.ts'
import type { PolicyTypes } from '../view-types.ts'
import { listResponse } from './list-response.ts'
import { itemsMeeting, requireItemSet } from './narrow.ts'
import { addUnder, nestingUnder } from './nesting.ts'
import {
  type DataUnder,
  nestings,
  type ParentOptions,
  type RequestUnder,
  type StoreTypes,
} from './parent.ts'
import { type Serialize, sentItems } from './serialize.ts'
import { checkData, readData, schemaOption, type Validate, validateFunction } from './valid-data.ts'

/** The list of a view. Set `items` or `store`. */
export interface ListViewOptions<
  Item,
  Data = never,
  P extends PolicyTypes = PolicyTypes,
  T extends StoreTypes = StoreTypes<Data>,
  Sent = unknown,
> extends Policies<P> {
  /** The items, or a function that returns those for a request. Default the items of the store. */
  items?:
    | ItemSet<Item>
    | ((
        request: RequestUnder<P, T['parent']>,
        view: View,
      ) => ItemSet<Item> | Promise<ItemSet<Item>>)
  /** The store of the items. With a schema, POST adds to it, unless `create` is set. */
  store?: ItemStore<Item, T['values']>
  /**
   * The parent that the path names: only its items are listed, and POST adds to it. Default none.
   */
  parent?: ParentOptions<T['parent'], T['field']>
  /** Converts an item for sending; `answers` then selects its fields. Default: the item itself. */
  serialize?: Serialize<NoInfer<Item>, RequestUnder<P, T['parent']>, Sent>
  /** The schema of POST. Default none: nothing can be added. */
  schema?: Schema<Data>
  /**
   * Checks what the schema has accepted, knowing the request; may return changed data. It throws
   * `ValidationError` to refuse. Default none.
   */
  validate?: Validate<null, NoInfer<Data>, RequestUnder<P, T['parent']>>
  /**
   * The zod schema of what is sent of an item: only its fields are sent, in forms that do not
   * depend on the database. Default everything.
   */
  answers?: Schema
  /** Adds an item from valid data. Default the store's `create`. */
  create?: (
    data: NoInfer<DataUnder<Data, Item, T['field']>>,
    request: RequestUnder<P, T['parent']>,
    view: View,
  ) => Promise<NoInfer<Item>> | NoInfer<Item>
  /** Pagination of the list by fields of the items, or null for all items at once. */
  pagination?: PaginationBy<NoInfer<FieldOf<Item>>> | null
  /** Lets the client choose the order by fields of the items. Default null: it cannot. */
  orderingFilter?: OrderingFilter<NoInfer<FieldOf<Item>>> | null
  /** Lets the client search fields of the items. Default null: it cannot. */
  search?: Search<NoInfer<FieldOf<Item>>> | null
  /**
   * Whether the list has an `ETag`, and `If-None-Match` gets a 304. Default the setting
   * `CONDITIONAL_REQUESTS`.
   */
  conditional?: boolean
  /**
   * The path of an item: for the `Location` of the response to POST, and for the links of pages.
   * Default none.
   */
  location?: (item: NoInfer<Item>, request: RequestUnder<P, T['parent']>) => string
}

export const listViewOptions = knownOptions<ListViewOptions<unknown, unknown>>('listView()', {
  ...policyOptions,
  items: 'optional',
  store: 'optional',
  parent: 'optional',
  serialize: 'optional',
  schema: schemaOption,
  validate: validateFunction,
  answers: schemaOption,
  create: 'optional',
  conditional: 'optional',
  location: 'optional',
})

/** The view options of a list, with its handlers. */
export function listHandlers<Item, Data>(options: ListViewOptions<Item, Data>): ViewOptions {
  listViewOptions.require(options)
  const { items, store, serialize: own, schema, validate: check, ...rest } = options
  const { answers, create, location, parent, ...given } = rest
  const name = given.name ?? 'List'
  const filters = boundFilters(given.filters, name, [own ? undefined : answers, schema])
  const policies = { ...given, filters }
  const list = items ?? store?.items
  if (list === undefined) {
    throw new ConfigurationError(
      store === undefined
        ? 'listView() needs items or a store: pass one of them.'
        : 'The store of listView() has no items: pass a store, such as arrayStore([…]).',
    )
  }
  requireItemSet(list, name)
  const nesting = parent && nestingUnder(parent, 'listView()')
  const add = create ?? (store && ((data: Data) => store.create(data)))
  if (schema !== undefined && add === undefined) {
    throw new ConfigurationError(
      'listView() has a schema but cannot add anything: pass create or a store.',
    )
  }
  if (create !== undefined && schema === undefined) {
    throw new ConfigurationError('listView() has create but no schema: add the schema of POST.')
  }
  if (check !== undefined && schema === undefined) {
    throw new ConfigurationError('listView() has validate but no schema: add the schema of POST.')
  }

  const { serialize, isPure, byAnswers } = sentItems(name, own, answers)
  const get: Handler = async (request, view) => {
    if (nesting) await nesting.enter(request, view)
    const all = typeof list === 'function' ? await list(request, view) : list
    const own = nesting ? itemsMeeting(all, nesting.condition(request, view), view) : all
    return listResponse(own, request, view, serialize)
  }
  const post: Handler = async (request, view) => {
    if (nesting) await nesting.enter(request, view)
    const sent = await readData(schema as Schema<Data>, {}, null, request, view)
    if (sent instanceof ErrorResponse) return sent
    const data = check
      ? await checkData(check, { data: sent.data, item: null, request }, view)
      : sent.data

    const adding = add as NonNullable<typeof add>
    const item = nesting
      ? await addUnder(nesting, adding, data, request, view)
      : await adding(data, request, view)
    if (item === undefined) {
      throw new TypeError(
        `create() of the view ${view.name} returned undefined: return the new item.`,
      )
    }
    const body = serialize ? await serialize(item, request) : item
    const headers = location && { Location: headerUrl(location(item, request)) }
    return Object.assign(new ApiResponse(body, 201, headers), { item })
  }
  if (nesting) nestings.set(get, nesting)
  if (typeof list !== 'function') {
    itemsOfLists.set(get, list)
    // Whether the request may see the parent is checked for each one.
    if (isPure && arePure(filters) && !nesting) cacheableLists.set(get, list)
    if (byAnswers !== null) serializersOfLists.set(get, byAnswers)
  }
  if (location !== undefined) locationsOfLists.set(get, location as Location)
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

type Location = (item: unknown, request: ApiRequest) => string

const locationsOfLists = mark<Handler, Location>()

/** The path of an item of a list view. Null for other views, or when there is no `location`. */
export const locationOf = ofGetHandler(locationsOfLists)

const itemsOfLists = mark<Handler, ItemSet<unknown>>()

/** The items of a list view; null for other views, or when they depend on the request. */
export const itemsOf = ofGetHandler(itemsOfLists)

const serializersOfLists = mark<Handler, (item: unknown) => unknown>()

/** Converts the items of a list view for sending; null unless only `answers` decides that. */
export const serializerOf = ofGetHandler(serializersOfLists)

/** Escapes only what a header field cannot carry: the URL may already contain escapes. */
const headerUrl = (url: string): string => url.toWellFormed().replace(/[^!-~]+/g, encodeURI)
