import type { DrizzleQuery } from './queries/select-query.ts'

/**
 * The items of the list of a query: the rows that Drizzle returns. Those of joins also name the
 * fields of their objects by path, `ticket.createdAt`, for orderings and filters; no item has
 * these.
 */
export type ItemOf<Query extends DrizzleQuery> = [PathsOf<Query>] extends [never]
  ? RowOf<Query>
  : RowOf<Query> & { readonly [Path in PathsOf<Query>]?: ValueAt<RowOf<Query>, Path> }

type RowOf<Query extends DrizzleQuery> = Query['_']['result'][number]

/** `ticket.createdAt`; never if a row has no objects of its query. */
type PathsOf<Query extends DrizzleQuery> = {
  [Name in ObjectsOf<Query>]: `${Name}.${keyof NonNullable<RowOf<Query>[Name]> & string}`
}[ObjectsOf<Query>]

/** The names of the objects that the query makes, not of those in columns of JSON. */
type ObjectsOf<Query extends DrizzleQuery> = Query['_'] extends {
  readonly selectMode: infer Mode
  readonly selection: infer Selection
}
  ? Mode extends 'single'
    ? never
    : Mode extends 'multiple'
      ? keyof RowOf<Query> & string
      : NestedIn<Selection> & keyof RowOf<Query> & string
  : never

type NestedIn<Selection> = {
  [Name in keyof Selection]: Selection[Name] extends Selectable ? never : Name
}[keyof Selection]

/** A column, an expression, a subquery with one column. */
interface Selectable {
  readonly _: { readonly brand: 'Column' | 'SQL' | 'SQL.Aliased' | 'Subquery' }
}

type ValueAt<Row, Path> = Path extends `${infer Name}.${infer Field}`
  ? Name extends keyof Row
    ? FieldOf<NonNullable<Row[Name]>, Field> | Extract<Row[Name], null>
    : never
  : never

type FieldOf<Value, Field> = Field extends keyof Value ? Value[Field] : never
