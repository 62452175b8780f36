import { knownOptions } from '../../errors/known-options.ts'
import type { Schema } from '../../http/schema.ts'
import type { ItemStore } from '../../items/item-store.ts'
import type { FieldOf } from '../../items/ordering.ts'
import type { ConditionalOptions } from '../conditional/item-tag.ts'
import { type Policies, policyOptions, type View } from '../view.ts'
import type { PolicyTypes } from '../view-types.ts'
import type { ParentOptions, RequestUnder, StoreTypes } from './parent.ts'
import type { Serialize } from './serialize.ts'
import { schemaOption, type Validate, validateFunction } from './valid-data.ts'

/** Changes an item, for PUT (all fields) and PATCH (the fields sent). */
export type Update<Item, Data, Request> = (
  item: Item,
  data: Data | Partial<Data>,
  request: Request,
  view: View,
) => Promise<Item | null> | Item | null

/** The item of a view. Set `find` or `store`. */
export interface DetailViewOptions<
  Item,
  Data = never,
  P extends PolicyTypes = PolicyTypes,
  T extends StoreTypes = StoreTypes<Data>,
  Sent = unknown,
> extends Policies<P> {
  /**
   * The item for the URL, or null: 404. Default: found in the store, by the route's parameter `id`,
   * or by the parameters named like the fields of a composite key: `/notes/:note_id/tags/:tag_id/`.
   */
  find?: (request: RequestUnder<P, T['parent']>, view: View) => Promise<Item | null> | Item | null
  /**
   * The store of the items. With a schema, PUT and PATCH change it (unless `update` is set), and
   * DELETE removes from it.
   */
  store?: Pick<
    ItemStore<Item, T['values']>,
    'key' | 'find' | 'update' | 'destroy' | 'meets' | 'transaction'
  >
  /**
   * The parent that the path names: an item of another parent is a 404, and an item keeps its
   * parent. Default none.
   */
  parent?: ParentOptions<T['parent'], T['field']>
  /** Converts the item for sending; `answers` then selects its fields. Default: the item itself. */
  serialize?: Serialize<NoInfer<Item>, RequestUnder<P, T['parent']>, Sent>
  /** The schema of PUT and PATCH. Default none: the item cannot be changed. */
  schema?: Schema<Data>
  /**
   * Checks what the schema has accepted, knowing the stored item and the request; may return
   * changed data. It throws `ValidationError` to refuse. Default none.
   */
  validate?: Validate<
    NoInfer<Item>,
    NoInfer<Data> | Partial<NoInfer<Data>>,
    RequestUnder<P, T['parent']>
  >
  /**
   * The schema of PATCH. Default the schema with every field optional and without defaults; one
   * that checks the object as a whole needs its own.
   */
  partialSchema?: Schema<{ [Field in keyof NoInfer<Data>]?: NoInfer<Data>[Field] | undefined }>
  /**
   * The zod schema of what is sent: only its fields are sent, in forms that do not depend on the
   * database. Default everything.
   */
  answers?: Schema
  /** Changes the item; null when it no longer exists: 404. Default the store's `update`. */
  update?: Update<NoInfer<Item>, NoInfer<Data>, RequestUnder<P, T['parent']>>
  /** Removes the item. Default the store's `destroy` if there is a schema, otherwise none. */
  destroy?: (
    item: NoInfer<Item>,
    request: RequestUnder<P, T['parent']>,
    view: View,
  ) => Promise<void> | void
  /**
   * Whether the item has an `ETag`: `If-None-Match` then gets a 304, and `If-Match` a 412 when the
   * item has changed. Default the setting `CONDITIONAL_REQUESTS`. Options mean true.
   */
  conditional?: boolean | ConditionalOptions<NoInfer<FieldOf<Item>>>
}

export const detailViewOptions = knownOptions<DetailViewOptions<unknown, unknown>>('detailView()', {
  ...policyOptions,
  find: 'optional',
  store: 'optional',
  parent: 'optional',
  serialize: 'optional',
  schema: schemaOption,
  validate: validateFunction,
  partialSchema: schemaOption,
  answers: schemaOption,
  update: 'optional',
  destroy: 'optional',
  conditional: 'optional',
})
