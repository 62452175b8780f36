/** Items: lists that are split into pages, and the stores of their items. @module */
export { type ArrayItemsOptions, arrayItems } from './array.ts'
export { type ArrayStoreOptions, arrayStore } from './array-store.ts'
export type { ItemSet } from './item-set.ts'
export type { ItemStore } from './item-store.ts'
export type { ItemKey } from './key.ts'
export type { Keyset, KeysetWindow, PlacedItem, Position } from './keyset.ts'
export { type Ordering, type OrderingTerm, orderingTerm } from './ordering.ts'
export type { OrderingFilter } from './ordering-filter.ts'
