import { mark } from '../../caching/mark.ts'
import type { ApiRequest } from '../../http/request.ts'
import { partialSchema } from '../../validation/index.ts'
import { conditionalOptionsOf } from '../conditional/item-tag.ts'
import { ItemWrites } from '../conditional/item-writes.ts'
import { type Handler, ofGetHandler, type View, type ViewOptions } from '../view.ts'
import { type DetailViewOptions, detailViewOptions } from './detail-options.ts'
import {
  changeHandler,
  type DetailParts,
  getHandler,
  loadOf,
  removeHandler,
} from './item/handlers.ts'
import { findingStore, itemSource, storesOfDetails } from './item/source.ts'
import { nestingUnder } from './nesting.ts'
import { nestings } from './parent.ts'
import { sentItems } from './serialize.ts'

/**
 * The view options of an item, with its handlers.
 *
 * @throws ConfigurationError when the options contradict each other.
 */
export function detailHandlers<Item, Data>(options: DetailViewOptions<Item, Data>): ViewOptions {
  detailViewOptions.require(options)
  const { find, store, update, destroy, serialize: own, parent, conditional, ...rest } = options
  const { schema, partialSchema: ownPartial, answers, validate: check, ...policies } = rest
  const name = policies.name ?? 'Detail'
  const source = itemSource(options)
  const keys = new Map((source.key ?? []).map((parameter) => [parameter, parameter]))
  const nesting = parent && nestingUnder(parent, 'detailView()', keys)
  const tagging = conditionalOptionsOf(conditional, name)
  // Created here, so that a schema without a partial form is reported when the view is declared.
  const partial = ownPartial ?? (schema && partialSchema(schema))
  const { serialize } = sentItems(name, own, answers)
  const writes = new ItemWrites<Item>({ options: tagging, source, serialize })
  const parts: DetailParts<Item, Data> = { source, nesting, tagging, writes, serialize, check }
  const load = loadOf(source, nesting)
  const get = getHandler(parts, load)

  const finding = findingStore(source)
  if (finding !== undefined) storesOfDetails.set(get, finding)
  findersOfDetails.set(get, load)
  if (nesting) nestings.set(get, nesting)
  const item = {
    needsIfMatch: tagging.required === true,
    hasLastModified: tagging.lastModified !== undefined,
  }
  const answer = { item, ...(answers && { answers }) }
  const { remove } = source
  return {
    name,
    ...policies,
    ...(conditional !== undefined && { conditional: conditional !== false }),
    get,
    ...(schema && { put: changeHandler(parts, load, schema, {}) }),
    ...(partial && { patch: changeHandler(parts, load, partial, { partial: true }) }),
    ...(remove && { delete: removeHandler(parts, load, remove) }),
    operations: {
      get: { ...answer },
      ...(schema && { put: { ...answer, accepts: schema } }),
      ...(partial && { patch: { ...answer, accepts: partial, isPartial: true } }),
      ...(remove && { delete: { item, status: 204 } }),
    },
  }
}

const findersOfDetails = mark<Handler, (request: ApiRequest, view: View) => Promise<unknown>>()

/**
 * The item of a detail view for a request that may access it; it throws `NotFound` and what
 * permissions throw. Null for any other view.
 */
export const finderOf = ofGetHandler(findersOfDetails)
