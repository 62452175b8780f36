import type { Types } from '@prisma/client/runtime/client'

/**
 * The used methods of a model of a client, such as `prisma.ticket`. Extended clients and those of
 * `$transaction` have them, too.
 */
export interface PrismaModel {
  /** The types of the model, which exist for the compiler only. */
  readonly [types: symbol]: { types: { payload: Types.Payload; operations: unknown } }
  // biome-ignore-start lint/suspicious/noExplicitAny: the types of the model say what it takes.
  findMany(args?: any): PromiseLike<any[]>
  create(args: any): PromiseLike<any>
  update(args: any): PromiseLike<any>
  delete(args: any): PromiseLike<any>
  // biome-ignore-end lint/suspicious/noExplicitAny: the types of the model say what it takes.
}

/** The arguments of an operation of the model. */
export type ArgsOf<Model, Operation extends Types.Public.Operation> = Types.Public.Args<
  Model,
  Operation
>

/** The names of the columns of a model, as Prisma has them. */
export type ScalarsOf<Model> = keyof PayloadOf<Model>['scalars'] & string

/** Prisma's type for the rows of a model. */
export type PayloadOf<Model> = Model extends {
  readonly [types: symbol]: { types: { payload: infer Payload extends Types.Payload } }
}
  ? Payload
  : never

/** The items that a selection gives, without one all columns. */
export type ItemOf<Model, Selection> = Types.Result.GetResult<
  PayloadOf<Model>,
  Selection,
  'findUniqueOrThrow'
>

/**
 * The values of a new item: its columns, as in Prisma's unchecked input, where references are
 * written as `ownerId: 7`.
 */
export type ValuesOf<Model> = ColumnsOf<Unchecked<DataOf<Model>, Model>, Model>

type DataOf<Model> = ArgsOf<Model, 'create'> extends { data: infer Data } ? Data : never

/** In the other input of Prisma, references are absent. */
type Unchecked<Data, Model> = Data extends unknown
  ? [AbsentIn<Data, Model>] extends [never]
    ? Data
    : never
  : never

type AbsentIn<Data, Model> = {
  [Field in keyof Data & ScalarsOf<Model>]: [Exclude<Data[Field], undefined>] extends [never]
    ? Field
    : never
}[keyof Data & ScalarsOf<Model>]

type ColumnsOf<Data, Model> = Data extends unknown
  ? { [Field in keyof Data as Field extends ScalarsOf<Model> ? Field : never]: Data[Field] }
  : never
