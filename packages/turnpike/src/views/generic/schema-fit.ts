import type { StandardSchemaV1 } from '@standard-schema/spec'

/**
 * What a list needs besides its schema and its store: nothing when the schema provides what the
 * store accepts, otherwise a `create`. The compiler then reports that `create` is missing, in a
 * type whose name lists the fields that do not fit.
 */
export type FitForCreate<Data, Values> =
  IsNotKnown<Data, Values> extends true
    ? unknown
    : [Lacking<Data, Values>] extends [never]
      ? Fit<Data, Values, 'create'>
      : SchemaLacks<Lacking<Data, Values>>

/** The same for changes, which may leave fields as they are. */
export type FitForUpdate<Data, Values> =
  IsNotKnown<Data, Values> extends true ? unknown : Fit<Data, Values, 'update'>

/** The store needs these fields: add them to the schema, or add a `create`. */
export type SchemaLacks<_Fields> = Record<'create', unknown>

/**
 * The store does not have these fields: remove them from the schema, or add a `create` or `update`.
 */
export type SchemaHasTooMuch<_Fields, Handler extends string> = Record<Handler, unknown>

/** The store has other types for these fields: change the schema, or add a `create` or `update`. */
export type SchemaDiffers<_Fields, Handler extends string> = Record<Handler, unknown>

type Fit<Data, Values, Handler extends string> = [Surplus<Data, Values>] extends [never]
  ? [Differing<Data, Values>] extends [never]
    ? unknown
    : SchemaDiffers<Differing<Data, Values>, Handler>
  : SchemaHasTooMuch<Surplus<Data, Values>, Handler>

/** There is nothing to compare without a schema or a store, or when one of the types is unknown. */
type IsNotKnown<Data, Values> = [Data] extends [never]
  ? true
  : [Values] extends [never]
    ? true
    : unknown extends Data | Values
      ? true
      : false

/**
 * Fields that the store requires and that the data lack, always or sometimes. For a union, in any
 * of its members.
 */
type Lacking<Data, Values> = Data extends unknown
  ? {
      [Field in keyof Values]-?: IsOptional<Values, Field> extends true
        ? never
        : LackingIn<Data, Field>
    }[keyof Values]
  : never

type LackingIn<Data, Field> = Field extends keyof Data
  ? undefined extends Data[Field]
    ? Field
    : never
  : Field

/** Fields of the data that the store does not have. */
type Surplus<Data, Values> = Data extends unknown ? Exclude<keyof Data, keyof Values> : never

/** Fields whose values the store does not accept. Undefined values are not written. */
type Differing<Data, Values> = Data extends unknown
  ? {
      [Field in keyof Data & keyof Values]-?: Exclude<Data[Field], undefined> extends Values[Field]
        ? never
        : Field
    }[keyof Data & keyof Values]
  : never

type IsOptional<Values, Field extends keyof Values> =
  Record<never, never> extends Pick<Values, Field> ? true : false

/**
 * What a view needs besides its items and its `answers`: nothing when the items have the fields of
 * `answers`, otherwise a `serialize`. The compiler then reports that `serialize` is missing, in a
 * type whose name lists the fields that do not fit.
 */
export type FitForAnswers<Item, Answers> = [Answers] extends [never]
  ? unknown
  : Answers extends StandardSchemaV1<infer Shown, unknown>
    ? IsNotCompared<Item, Shown> extends true
      ? unknown
      : FitForSent<Item, Named<Shown>>
    : unknown

type FitForSent<Item, Shown> = [Unsent<Item, Shown>] extends [never]
  ? [Nulls<Item, Shown>] extends [never]
    ? unknown
    : ItemsMayBeNull<Nulls<Item, Shown>>
  : ItemsLack<Unsent<Item, Shown>>

/** The explicitly named fields: `z.looseObject()` allows any others. */
type Named<Fields> = {
  [Field in keyof Fields as string extends Field
    ? never
    : number extends Field
      ? never
      : Field]: Fields[Field]
}

/** Items may lack these fields: take them out of `answers`, or add `serialize`. */
export type ItemsLack<_Fields> = Record<'serialize', unknown>

/** These fields may be null: write `.nullable()` in `answers`, or add `serialize`. */
export type ItemsMayBeNull<_Fields> = Record<'serialize', unknown>

/** True when one of the types is unknown or not an object. */
type IsNotCompared<Item, Shown> = unknown extends Item | Shown
  ? true
  : [Item, Shown] extends [object, object]
    ? false
    : true

/** Fields that are sent but that items do not have. For a union, in any of its members. */
type Unsent<Item, Shown> = Item extends unknown
  ? {
      [Field in keyof Shown]-?: IsOptional<Shown, Field> extends true
        ? never
        : Field extends keyof Item
          ? IsOptional<Item, Field> extends true
            ? Field
            : never
          : Field
    }[keyof Shown]
  : never

/** Fields that may be null in items but not in answers. */
type Nulls<Item, Shown> = Item extends unknown
  ? {
      [Field in keyof Shown & keyof Item]-?: unknown extends Item[Field]
        ? never
        : null extends Item[Field]
          ? null extends Shown[Field]
            ? never
            : Field
          : never
    }[keyof Shown & keyof Item]
  : never
