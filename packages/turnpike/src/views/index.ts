/** Views: the policies and handlers of one URL, custom or for items. @module */
export type { Deprecation, DeprecationOptions } from './answers/deprecation.ts'
export type { DetailViewOptions } from './generic/detail-options.ts'
export type { ListViewOptions } from './generic/list.ts'
export { listResponse } from './generic/list-response.ts'
export type { Idempotency, IdempotencyOptions } from './idempotency/idempotency.ts'
export type { Relation, Relations } from './relations.ts'
export type { Handler, View, ViewOptions } from './view.ts'
export type { PolicyTypes, RequestOf } from './view-types.ts'
