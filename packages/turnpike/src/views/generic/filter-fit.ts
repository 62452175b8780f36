import type { CustomFilter } from '../../filtering/custom.ts'
import type { FieldFilter } from '../../filtering/filter.ts'
import type { FieldOf } from '../../items/ordering.ts'

/**
 * The filters of a list as far as they fit its items: each other one is replaced by a type whose
 * name says what is wrong with it, which the compiler then reports.
 */
export type FitForFilters<Item, Given, Request> = {
  filters?: { readonly [Name in keyof Given]: Fit<Item, Name, Given[Name], Request> } | null
}

/** What the parent of a view needs besides: that its `field` is one of the items. */
export type FitForParent<Item, Field extends string> = string extends Field
  ? unknown
  : [Field] extends [FieldOf<Item>]
    ? unknown
    : { parent?: { field: ItemsHaveNoField<Exclude<Field, FieldOf<Item>>> } }

/** Use a field of the items, or `customFilter()`. */
export interface ItemsHaveNoField<_Name> {
  readonly [wrong]: never
}

/** The filter is for fields of another type. */
export interface FieldHasAnotherType<_Name, _Value> {
  readonly [wrong]: never
}

/** The field has none of these values. */
export interface FieldHasOtherChoices<_Name, _Value> {
  readonly [wrong]: never
}

/** The filter needs another user or other credentials than the view's policies give. */
export interface FilterNeedsAnotherRequest<_Request> {
  readonly [wrong]: never
}

declare const wrong: unique symbol

type Fit<Item, Name, Given, Request> = string extends Name
  ? Given
  : Given extends readonly unknown[]
    ? { readonly [Index in keyof Given]: FitOne<Item, Name, Given[Index], Request> }
    : FitOne<Item, Name, Given, Request>

type FitOne<Item, Name, Given, Request> =
  Given extends CustomFilter<infer _Values, infer Needed>
    ? [Request] extends [Needed]
      ? Given
      : FilterNeedsAnotherRequest<Needed>
    : Given extends FieldFilter<infer Fits, infer Choice, string>
      ? FitOfField<Item, Name, Given, Fits, Choice>
      : Given

type FitOfField<Item, Name, Given, Fits, Choice> = unknown extends Item
  ? Given
  : Name extends NamesOf<Item>
    ? FitOfValue<Name, ValueOf<Item, Name>, Given, Fits, Choice>
    : ItemsHaveNoField<Name>

type FitOfValue<Name, Value, Given, Fits, Choice> = unknown extends Value
  ? Given
  : [NonNullable<Value>] extends [Fits]
    ? [Choice] extends [Value]
      ? Given
      : FieldHasOtherChoices<Name, Value>
    : FieldHasAnotherType<Name, Value>

/** For a union, the names of all members. */
type NamesOf<Item> = Item extends unknown ? keyof Item : never

type ValueOf<Item, Name> = Item extends unknown
  ? Name extends keyof Item
    ? Item[Name]
    : never
  : never
