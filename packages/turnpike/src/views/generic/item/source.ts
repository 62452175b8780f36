import { mark } from '../../../caching/mark.ts'
import { ConfigurationError } from '../../../errors/configuration-error.ts'
import type { ApiRequest } from '../../../http/request.ts'
import type { ItemStore } from '../../../items/item-store.ts'
import { type Handler, ofGetHandler, type View } from '../../view.ts'
import type { DetailViewOptions } from '../detail-options.ts'

/** What a detail view needs to find its item. */
export type FindingStore = Pick<ItemStore<unknown, never>, 'key' | 'find' | 'meets'>

/** Where the item of a detail view comes from, and how it is changed and removed. */
export interface ItemSource<Item, Data> {
  find(request: ApiRequest, view: View): Promise<Item | null>
  /** Undefined: the item cannot be changed. */
  readonly change: Change<Item, Data> | undefined
  /** Undefined: the item cannot be removed. */
  readonly remove: ((item: Item, request: ApiRequest, view: View) => unknown) | undefined
  /** Undefined: functions of the application find, change and remove. */
  readonly store: Store<Item, Data> | undefined
  /** The route's parameters by which the store finds the item; null if it does not. */
  readonly key: readonly string[] | null
  /** Whether `change` is that of the store. */
  readonly isChangedByStore: boolean
  /** Whether `remove` is that of the store. */
  readonly isRemovedByStore: boolean
}

type Options<Item, Data> = DetailViewOptions<Item, Data>
type Store<Item, Data> = NonNullable<Options<Item, Data>['store']>
type Change<Item, Data> = (
  item: Item,
  data: Partial<Data>,
  request: ApiRequest,
  view: View,
) => Promise<Item | null> | Item | null

/** @throws ConfigurationError when the options contradict each other. */
export function itemSource<Item, Data>(options: Options<Item, Data>): ItemSource<Item, Data> {
  const { find, store, schema, update, destroy } = options
  const inStore = store && (({ params }: ApiRequest) => store.find(...keyIn(params, store)))
  const finding = find ?? inStore
  if (finding === undefined)
    throw new ConfigurationError('detailView() needs find or a store: pass one of them.')
  const change =
    update ?? (store && ((item: Item, data: Partial<Data>) => store.update(item, data)))
  requireSchema(options, change !== undefined)
  return {
    // Functions of JavaScript, such as `find` of a list, have undefined for nothing.
    find: async (request, view) => (await finding(request, view)) ?? null,
    change,
    remove: destroy ?? (store && schema && ((item) => store.destroy(item))),
    store,
    key: find === undefined && store !== undefined ? parametersOf(store) : null,
    isChangedByStore: update === undefined,
    isRemovedByStore: destroy === undefined,
  }
}

function requireSchema<Item, Data>(
  { schema, update, validate }: Options<Item, Data>,
  canChange: boolean,
): void {
  if (schema !== undefined && !canChange) {
    throw new ConfigurationError(
      'detailView() has a schema but cannot change anything: pass update or a store.',
    )
  }
  if (update !== undefined && schema === undefined) {
    throw new ConfigurationError(
      'detailView() has update but no schema: add the schema of PUT and PATCH.',
    )
  }
  if (validate !== undefined && schema === undefined) {
    throw new ConfigurationError(
      'detailView() has validate but no schema: add the schema of PUT and PATCH.',
    )
  }
}

/** The store, if it finds the item: it then decides conditions, too. */
export const findingStore = <Item, Data>({ store, key }: ItemSource<Item, Data>) =>
  key === null ? undefined : store

/** The stores of detail views that find their item themselves, by GET handler. */
export const storesOfDetails = mark<Handler, FindingStore>()

/** The store of a detail view that finds its item by the route's parameters; null for any other. */
export const storeOf = ofGetHandler(storesOfDetails)

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
