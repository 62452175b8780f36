import { mark } from '../../caching/mark.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { ErrorResponse } from '../../errors/error-response.ts'
import { NotFound } from '../../errors/exceptions.ts'
import type { ApiRequest } from '../../http/request.ts'
import { ApiResponse } from '../../http/response.ts'
import type { Schema, ValidateOptions } from '../../http/schema.ts'
import type { ItemStore } from '../../items/item-store.ts'
import { partialSchema } from '../../validation/index.ts'
import { conditionalOptionsOf, ItemResponse } from '../conditional/item-tag.ts'
import { itemWrites } from '../conditional/item-writes.ts'
import { withNewVersion } from '../conditional/new-version.ts'
import type { Handler, View, ViewOptions } from '../view.ts'
import { type DetailViewOptions, detailViewOptions } from './detail-options.ts'
import { checkAccess } from './item-access.ts'
import { changesUnder, checkParent, nestingUnder } from './nesting.ts'
import { nestings } from './parent.ts'
import { sentItems } from './serialize.ts'
import { checkData, readData } from './valid-data.ts'

/** The view options of an item, with its handlers. */
export function detailHandlers<Item, Data>(options: DetailViewOptions<Item, Data>): ViewOptions {
  detailViewOptions.require(options)
  const { find: findItem, store, serialize: own, schema, update, destroy, ...rest } = options
  const { partialSchema: ownPartial, answers, validate: check, parent, ...other } = rest
  const { conditional, ...policies } = other
  const tagging = conditionalOptionsOf(conditional, policies.name ?? 'Detail')
  const find =
    findItem ?? (store && (({ params }: ApiRequest) => store.find(...keyIn(params, store))))
  if (find === undefined)
    throw new ConfigurationError('detailView() needs find or a store: pass one of them.')
  const change =
    update ?? (store && ((item: Item, data: Partial<Data>) => store.update(item, data)))
  if (schema !== undefined && change === undefined) {
    throw new ConfigurationError(
      'detailView() has a schema but cannot change anything: pass update or a store.',
    )
  }
  if (update !== undefined && schema === undefined) {
    throw new ConfigurationError(
      'detailView() has update but no schema: add the schema of PUT and PATCH.',
    )
  }
  if (check !== undefined && schema === undefined) {
    throw new ConfigurationError(
      'detailView() has validate but no schema: add the schema of PUT and PATCH.',
    )
  }
  const taken = findItem === undefined && store ? parametersOf(store) : []
  const nesting =
    parent && nestingUnder(parent, 'detailView()', new Map(taken.map((name) => [name, name])))
  // Created here, so that a schema without a partial form is reported when the view is declared.
  const partial = ownPartial ?? (schema && partialSchema(schema))
  const remove = destroy ?? (store && schema && ((item: Item) => store.destroy(item)))

  // An item that is not from the store is compared as it was found.
  const deciding = findItem === undefined ? store : undefined
  /** The item, if the request is allowed to access it. */
  const load = async (request: ApiRequest, view: View): Promise<Item> => {
    if (nesting) await nesting.enter(request, view)
    const item = await find(request, view)
    if (item === null) throw new NotFound()
    if (nesting) await checkParent(nesting, view, request, item, deciding)
    await checkAccess(view, request, item, deciding)
    return item
  }
  const { serialize } = sentItems(policies.name ?? 'Detail', own, answers)
  const key = findItem === undefined && store ? parametersOf(store) : undefined
  const inStore =
    findItem === undefined && store
      ? ({ params }: ApiRequest) => store.find(...keyIn(params, store))
      : undefined
  const writes = itemWrites({ options: tagging, store, find: inStore, key, serialize })
  const respond = async (item: Item, request: ApiRequest, { isConditional }: View) => {
    const data = serialize ? await serialize(item, request) : item
    if (isConditional) return new ItemResponse(data, item, tagging)
    return Object.assign(new ApiResponse<unknown>(data), { item })
  }

  /** The check comes after the last reading of the item, in the same transaction as the write. */
  const checkedChange = async (
    item: Item,
    data: Partial<Data>,
    request: ApiRequest,
    view: View,
  ): Promise<Item | null> => {
    const valid = check ? await checkData(check, { data, item, request }, view) : data
    const changes = nesting ? changesUnder(nesting, valid, request, view) : valid
    return (change as NonNullable<typeof change>)(item, changes, request, view)
  }

  const changeHandler =
    (accepted: Schema<Partial<Data>>, options: ValidateOptions): Handler =>
    async (request, view) => {
      const item = await load(request, view)
      if (view.isConditional) await writes.check(item, request)
      const sent = await readData(accepted, options, item, request, view)
      if (sent instanceof ErrorResponse) return sent

      const write = (item: Item) => checkedChange(item, sent.data, request, view)
      const changed = await (view.isConditional
        ? writes.write(request, view, {
            item,
            load: () => load(request, view),
            write: (item) =>
              withNewVersion(tagging, {
                item,
                find: () => find(request, view),
                change: () => write(item),
              }),
            isOfStore: update === undefined,
          })
        : write(item))
      if (changed === null) throw new NotFound()
      return respond(changed, request, view)
    }
  const get: Handler = async (request, view) => respond(await load(request, view), request, view)
  const destroyHandler: Handler = async (request, view) => {
    const item = await load(request, view)
    const write = (item: Item) => (remove as NonNullable<typeof remove>)(item, request, view)
    if (view.isConditional) {
      await writes.check(item, request)
      await writes.write(request, view, {
        item,
        load: () => load(request, view),
        write,
        isOfStore: destroy === undefined,
      })
    } else await write(item)
    return new ApiResponse(undefined, 204)
  }

  if (findItem === undefined && store !== undefined) storesOfDetails.set(get, store)
  findersOfDetails.set(get, load)
  if (nesting) nestings.set(get, nesting)
  const item = {
    needsIfMatch: tagging.required === true,
    hasLastModified: tagging.lastModified !== undefined,
  }
  const answer = { item, ...(answers && { answers }) }
  return {
    name: 'Detail',
    ...policies,
    ...(conditional !== undefined && { conditional: conditional !== false }),
    get,
    ...(schema && { put: changeHandler(schema, {}) }),
    ...(partial && { patch: changeHandler(partial, { partial: true }) }),
    ...(remove && { delete: destroyHandler }),
    operations: {
      get: { ...answer },
      ...(schema && { put: { ...answer, accepts: schema } }),
      ...(partial && { patch: { ...answer, accepts: partial, isPartial: true } }),
      ...(remove && { delete: { item, status: 204 } }),
    },
  }
}

/** What a detail view needs to find its item. */
export type FindingStore = Pick<ItemStore<unknown, never>, 'key' | 'find' | 'meets'>

const storesOfDetails = mark<Handler, FindingStore>()

/** The store of a detail view that finds its item by the route's parameters; null for any other. */
export function storeOf({ handlers }: View): FindingStore | null {
  const get = handlers.get('GET')
  return (get && storesOfDetails.get(get)) ?? null
}

const findersOfDetails = mark<Handler, (request: ApiRequest, view: View) => Promise<unknown>>()

/**
 * The item of a detail view for a request that may access it; it throws `NotFound` and what
 * permissions throw. Null for any other view.
 */
export function finderOf({ handlers }: View) {
  const get = handlers.get('GET')
  return (get && findersOfDetails.get(get)) ?? null
}

/** The route's parameters by which a store finds its items. */
export const parametersOf = ({ key = ['id'] }: Pick<FindingStore, 'key'>): readonly string[] => key

/** @throws ConfigurationError when the route lacks the parameters of the key. */
function keyIn(params: ApiRequest['params'], store: Pick<FindingStore, 'key'>): string[] {
  const names = parametersOf(store)
  return names.map((name) => {
    const text = params[name]
    if (text !== undefined) return text
    throw new ConfigurationError(
      `detailView() finds its item by the parameter ${name}, which the route does not have: write ` +
        `the route with ${names.map((name) => `:${name}`).join(' and ')}, or pass find to the view.`,
    )
  })
}
