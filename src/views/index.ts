/** Views: the policies and handlers of one URL, custom or for items. @module */
export type { DetailViewOptions } from './detail.ts'
export { type ListViewOptions, listResponse } from './list.ts'
export type { Handler, View, ViewOptions } from './view.ts'
export type { PolicyTypes, RequestOf } from './view-types.ts'
