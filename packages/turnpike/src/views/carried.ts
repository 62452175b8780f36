import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { CustomFilter } from '../filtering/custom.ts'
import type { FieldFilter } from '../filtering/filter.ts'
import type { Operations } from '../http/operation.ts'
import type { Schema } from '../http/schema.ts'

/**
 * What the methods of a view take and give, for the compiler alone: it has no value at run time.
 * `@turnpike/client` reads it.
 *
 * @typeParam Methods an object by method: `{ get: { output: Note } }`.
 */
export interface Carries<Methods> {
  readonly carried?: Methods
}

/*
 * Each is a condition that is always true: declarations of applications then have the result in
 * place of its name, which is not public.
 */

/** The methods of a list. `output` is one of its items. */
export type ListMethods<Item, Sent, Answers, Taken, Given> = [Item] extends [unknown]
  ? {
      get: { isList: true; output: SentOf<Item, Sent, Answers>; query: QueryOf<Given, Item> }
      post: [Taken] extends [never]
        ? never
        : { input: InputOf<Taken>; output: SentOf<Item, Sent, Answers> }
    }
  : never

/** The methods of one item. */
export type DetailMethods<Item, Sent, Answers, Taken> = [Item] extends [unknown]
  ? {
      get: { output: SentOf<Item, Sent, Answers> }
      put: Changed<Taken, InputOf<Taken>, SentOf<Item, Sent, Answers>>
      patch: Changed<Taken, Partial<InputOf<Taken>>, SentOf<Item, Sent, Answers>>
      delete: Changed<Taken, undefined, undefined>
    }
  : never

type Changed<Taken, Input, Output> = [Taken] extends [never]
  ? never
  : { input: Input; output: Output }

/** The methods that a view documents. */
export type OperationMethods<Given extends Operations> = [Given] extends [unknown]
  ? {
      [Method in keyof Given]: {
        isList: Given[Method]['isList']
        input: Given[Method] extends { accepts: infer Taken } ? InputOf<Taken> : unknown
        output: Given[Method] extends { answers: infer Answers } ? OutputOf<Answers> : unknown
      }
    }
  : never

/** What is sent of an item, before it is JSON. */
type SentOf<Item, Sent, Answers> = [Answers] extends [never]
  ? [Sent] extends [never]
    ? Item
    : Awaited<Sent>
  : OutputOf<Answers>

type OutputOf<Given> = Given extends Schema ? StandardSchemaV1.InferOutput<Given> : unknown

/** What a client may send; what the schema makes of it, if it does not say. */
type InputOf<Given> =
  Given extends StandardSchemaV1<infer Input, infer Output>
    ? unknown extends Input
      ? Output
      : Input
    : unknown

/** The query parameters of the filters. */
type QueryOf<Given, Item> = [Given] extends [unknown]
  ? {
      [Name in keyof Given as ParametersOf<Name, OneOf<Given[Name]>>]?: Name extends keyof Item
        ? ValueOf<OneOf<Given[Name]>, Item[Name]>
        : unknown
    }
  : never

/** A field may have several filters. */
type OneOf<Given> = Given extends readonly unknown[] ? Given[number] : Given

type ParametersOf<Name, Given> =
  Given extends CustomFilter<infer Values, never>
    ? keyof Values
    : Given extends FieldFilter<unknown, unknown, infer Suffix>
      ? string extends Suffix
        ? string
        : `${Name & string}${Suffix}`
      : string

/** A choice, if only some values are allowed. */
type ValueOf<Given, Value> =
  Given extends FieldFilter<unknown, infer Choice, string>
    ? [Choice] extends [never]
      ? Value
      : Choice
    : unknown
