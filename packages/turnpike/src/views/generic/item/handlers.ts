import { ErrorResponse } from '../../../errors/error-response.ts'
import { NotFound } from '../../../errors/exceptions.ts'
import type { ApiRequest } from '../../../http/request.ts'
import { ApiResponse } from '../../../http/response.ts'
import type { Schema, ValidateOptions } from '../../../http/schema.ts'
import { ItemResponse, type TagOptions } from '../../conditional/item-tag.ts'
import type { ItemWrites } from '../../conditional/item-writes.ts'
import { withNewVersion } from '../../conditional/new-version.ts'
import type { Handler, View } from '../../view.ts'
import { checkAccess } from '../item-access.ts'
import { changesUnder, checkParent } from '../nesting.ts'
import type { Nesting } from '../parent.ts'
import type { SentItems } from '../serialize.ts'
import { checkData, readData, type Validate } from '../valid-data.ts'
import { findingStore, type ItemSource } from './source.ts'

/** What the handlers of a detail view share. */
export interface DetailParts<Item, Data> {
  readonly source: ItemSource<Item, Data>
  /** Undefined: the items have no parent in the path. */
  readonly nesting: Nesting | undefined
  readonly tagging: TagOptions
  readonly writes: ItemWrites<Item>
  readonly serialize: SentItems<Item>['serialize']
  readonly check: Validate<Item, Data | Partial<Data>> | undefined
}

/** Loads an item for a request. */
export type Load<Item> = (request: ApiRequest, view: View) => Promise<Item>

/**
 * The item, if the request is allowed to access it.
 *
 * @throws NotFound, NotAuthenticated, PermissionDenied.
 */
export const loadOf =
  <Item, Data>(
    source: ItemSource<Item, Data>,
    nesting: DetailParts<Item, Data>['nesting'],
  ): Load<Item> =>
  async (request, view) => {
    // An item that is not from the store is compared as it was found.
    const deciding = findingStore(source)
    if (nesting) await nesting.enter(request, view)
    const item = await source.find(request, view)
    if (item === null) throw new NotFound()
    if (nesting) await checkParent(nesting, view, request, item, deciding)
    await checkAccess(view, request, item, deciding)
    return item
  }

export const getHandler =
  <Item, Data>(parts: DetailParts<Item, Data>, load: Load<Item>): Handler =>
  async (request, view) =>
    respond(parts, await load(request, view), request, view)

async function respond<Item, Data>(
  { serialize, tagging }: DetailParts<Item, Data>,
  item: Item,
  request: ApiRequest,
  { isConditional }: View,
): Promise<ApiResponse> {
  const data = serialize ? await serialize(item, request) : item
  if (isConditional) return new ItemResponse(data, item, tagging)
  return Object.assign(new ApiResponse<unknown>(data), { item })
}

/** The handler of PUT, or of PATCH with `partial`. */
export const changeHandler =
  <Item, Data>(
    parts: DetailParts<Item, Data>,
    load: Load<Item>,
    accepted: Schema<Partial<Data>>,
    options: ValidateOptions,
  ): Handler =>
  async (request, view) => {
    const { source, tagging, writes } = parts
    const item = await load(request, view)
    if (view.isConditional) await writes.check(item, request)
    const sent = await readData(accepted, options, item, request, view)
    if (sent instanceof ErrorResponse) return sent

    const change = (item: Item) => checkedChange(parts, item, sent.data, request, view)
    const find = () => source.find(request, view)
    const changed = await (view.isConditional
      ? writes.write(request, view, {
          item,
          load: () => load(request, view),
          write: (item) => withNewVersion(tagging, { item, find, change: () => change(item) }),
          isOfStore: source.isChangedByStore,
        })
      : change(item))
    if (changed === null) throw new NotFound()
    return respond(parts, changed, request, view)
  }

/** The check comes after the last reading of the item, in the same transaction as the write. */
async function checkedChange<Item, Data>(
  { source, nesting, check }: DetailParts<Item, Data>,
  item: Item,
  data: Partial<Data>,
  request: ApiRequest,
  view: View,
): Promise<Item | null> {
  const valid = check ? await checkData(check, { data, item, request }, view) : data
  const changes = nesting ? changesUnder(nesting, valid, request, view) : valid
  const change = source.change as NonNullable<typeof source.change>
  const changed = await change(item, changes, request, view)
  if (changed !== undefined) return changed
  throw new TypeError(
    `update() of the view ${view.name} returned undefined: return the changed item, or null if it is gone.`,
  )
}

export const removeHandler =
  <Item, Data>(
    { source, writes }: DetailParts<Item, Data>,
    load: Load<Item>,
    remove: NonNullable<ItemSource<Item, Data>['remove']>,
  ): Handler =>
  async (request, view) => {
    const item = await load(request, view)
    if (view.isConditional) {
      await writes.check(item, request)
      await writes.write(request, view, {
        item,
        load: () => load(request, view),
        write: (item) => remove(item, request, view),
        isOfStore: source.isRemovedByStore,
      })
    } else await remove(item, request, view)
    return new ApiResponse(undefined, 204)
  }
