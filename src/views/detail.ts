import { mark } from '../caching/mark.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { ErrorResponse } from '../errors/error-response.ts'
import { NotFound } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ApiRequest } from '../http/request.ts'
import { ApiResponse } from '../http/response.ts'
import type { Schema, ValidateOptions } from '../http/schema.ts'
import type { ItemStore } from '../items/item-store.ts'
import { checkObjectPermissions } from '../permissions/check.ts'
import { partialSchema } from '../validation/index.ts'
import { type Serialize, sentItems } from './serialize.ts'
import { type Handler, type Policies, policyOptions, type View, type ViewOptions } from './view.ts'
import type { PolicyTypes, RequestOf } from './view-types.ts'

/** A change of an item, for PUT (all fields) and PATCH (those that were sent). */
export type Update<Item, Data, Request> = (
  item: Item,
  data: Data | Partial<Data>,
  request: Request,
) => Promise<Item | null> | Item | null

/** The item that a view shows. Give `find`, or a `store`. */
export interface DetailViewOptions<
  Item,
  Data = never,
  P extends PolicyTypes = PolicyTypes,
  Values = Data,
> extends Policies<P> {
  /**
   * The item that the URL names, or null: 404. Default the store's, by the route's parameter `id`,
   * or by the parameters that bear the names of a key of several fields:
   * `/notes/:note_id/tags/:tag_id/`.
   */
  find?: (request: RequestOf<P>) => Promise<Item | null> | Item | null
  /**
   * Where the items are kept. With a schema, PUT and PATCH change it, unless there is an `update`,
   * and DELETE does.
   */
  store?: Pick<ItemStore<Item, Values>, 'key' | 'find' | 'update' | 'destroy'>
  /** Makes what is sent of the item, or what `answers` takes its fields from. Default the item. */
  serialize?: Serialize<NoInfer<Item>, RequestOf<P>>
  /** What PUT and PATCH accept. Default none: the item cannot be changed. */
  schema?: Schema<Data>
  /**
   * What PATCH accepts. Default the schema with every field optional and without defaults; a schema
   * that checks the object as a whole needs one of its own.
   */
  partialSchema?: Schema<{ [Field in keyof NoInfer<Data>]?: NoInfer<Data>[Field] | undefined }>
  /**
   * What is sent of the item: the fields that this zod schema names, in forms that do not depend on
   * the database. Default everything.
   */
  answers?: Schema
  /** Changes the item; null when it has vanished meanwhile: 404. Default the store's `update`. */
  update?: Update<NoInfer<Item>, NoInfer<Data>, RequestOf<P>>
  /** Removes the item. Default the store's `destroy` when there is a schema, else none. */
  destroy?: (item: NoInfer<Item>, request: RequestOf<P>) => Promise<void> | void
}

export const detailViewOptions = knownOptions<DetailViewOptions<unknown, unknown>>('detailView()', {
  ...policyOptions,
  find: 'optional',
  store: 'optional',
  serialize: 'optional',
  schema: 'optional',
  partialSchema: 'optional',
  answers: 'optional',
  update: 'optional',
  destroy: 'optional',
})

/** The view options of an item, with its handlers. */
export function detailHandlers<Item, Data>(options: DetailViewOptions<Item, Data>): ViewOptions {
  detailViewOptions.require(options)
  const { find: findItem, store, serialize: own, schema, update, destroy, ...rest } = options
  const { partialSchema: ownPartial, answers, ...policies } = rest
  const find =
    findItem ?? (store && (({ params }: ApiRequest) => store.find(...keyIn(params, store))))
  if (find === undefined)
    throw new ConfigurationError('detailView() needs find or a store: give it one of them.')
  const change =
    update ?? (store && ((item: Item, data: Partial<Data>) => store.update(item, data)))
  if (schema !== undefined && change === undefined) {
    throw new ConfigurationError(
      'detailView() has a schema and cannot change anything: give it update or a store.',
    )
  }
  if (update !== undefined && schema === undefined) {
    throw new ConfigurationError(
      'detailView() has update and no schema: say what PUT and PATCH accept.',
    )
  }
  // Made here, so that a schema without a partial form is told when the view is declared.
  const partial = ownPartial ?? (schema && partialSchema(schema))
  const remove = destroy ?? (store && schema && ((item: Item) => store.destroy(item)))

  /** The item, when the request may have it. */
  const load = async (request: ApiRequest, view: View): Promise<Item> => {
    const item = await find(request)
    if (item === null) throw new NotFound()
    await checkObjectPermissions(view, request, item)
    return item
  }
  const { serialize } = sentItems(policies.name ?? 'Detail', own, answers)
  const respond = async (item: Item, request: ApiRequest) =>
    Object.assign(new ApiResponse(serialize ? await serialize(item, request) : item), { item })

  const changeHandler =
    (accepted: Schema<Partial<Data>>, options: ValidateOptions): Handler =>
    async (request, view) => {
      const item = await load(request, view)
      const validated = await request.validate(accepted, options)
      // Returned, not raised: the exception handler has no say in it (spec, Errors, rule 6).
      if (!validated.valid) return Object.assign(new ErrorResponse(validated.error), { item })

      const changed = await (change as NonNullable<typeof change>)(item, validated.data, request)
      if (changed === null) throw new NotFound()
      return respond(changed, request)
    }
  const get: Handler = async (request, view) => respond(await load(request, view), request)
  const destroyHandler: Handler = async (request, view) => {
    await (remove as NonNullable<typeof remove>)(await load(request, view), request)
    return new ApiResponse(undefined, 204)
  }

  if (findItem === undefined && store !== undefined) storesOfDetails.set(get, store)
  const answer = answers && { answers }
  return {
    name: 'Detail',
    ...policies,
    get,
    ...(schema && { put: changeHandler(schema, {}) }),
    ...(partial && { patch: changeHandler(partial, { partial: true }) }),
    ...(remove && { delete: destroyHandler }),
    operations: {
      get: { ...answer },
      ...(schema && { put: { ...answer, accepts: schema } }),
      ...(partial && { patch: { ...answer, accepts: partial, isPartial: true } }),
      ...(remove && { delete: { status: 204 } }),
    },
  }
}

/** What a detail view asks for its item. */
export type FindingStore = Pick<ItemStore<unknown, never>, 'key' | 'find'>

const storesOfDetails = mark<Handler, FindingStore>()

/**
 * The store of a detail view that finds its item there by the route's parameters; null for any
 * other.
 */
export function storeOf({ handlers }: View): FindingStore | null {
  const get = handlers.get('GET')
  return (get && storesOfDetails.get(get)) ?? null
}

/** The parameters of the route that a store finds its items by. */
export const parametersOf = ({ key = ['id'] }: Pick<FindingStore, 'key'>): readonly string[] => key

/** @throws ConfigurationError when the route does not have the parameters of the key. */
function keyIn(params: ApiRequest['params'], store: Pick<FindingStore, 'key'>): string[] {
  const names = parametersOf(store)
  return names.map((name) => {
    const text = params[name]
    if (text !== undefined) return text
    throw new ConfigurationError(
      `detailView() finds its item by the parameter ${name}, which the route does not have: write ` +
        `the route with ${names.map((name) => `:${name}`).join(' and ')}, or give the view find.`,
    )
  })
}
