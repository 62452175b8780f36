/** Generic views: lists and items over an item set or a store. @module */
export type { DetailViewOptions, Update } from './detail.ts'
export { type ListViewOptions, listResponse, type Serialize } from './list.ts'
export type {
  FitForCreate,
  FitForUpdate,
  SchemaDiffers,
  SchemaHasTooMuch,
  SchemaLacks,
} from './schema-fit.ts'
