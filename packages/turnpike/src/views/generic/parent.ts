import { mark } from '../../caching/mark.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { knownOptions } from '../../errors/known-options.ts'
import type { ApiRequest } from '../../http/request.ts'
import { fieldOf } from '../../items/compare.ts'
import type { Condition, ConditionValue } from '../../items/conditions/condition.ts'
import type { ItemStore } from '../../items/item-store.ts'
import type { FieldOf } from '../../items/ordering.ts'
import type { Permission } from '../../permissions/permission.ts'
import { policies } from '../../rules/policy.ts'
import type { Rule } from '../../rules/rule.ts'
import { type Handler, ofGetHandler, type View } from '../view.ts'
import type { PolicyTypes, RequestOf } from '../view-types.ts'

/** A field or parameter, or those of a composite key in the order of the store's key. */
export type OneOrMore<Name extends string = string> = Name | readonly Name[]

/** The parent of a view's items: in `/tickets/:ticket/comments/` the ticket of the comments. */
export interface ParentOptions<Parent = unknown, Field extends string = string> {
  /** The store of the parents. */
  store: Pick<ItemStore<Parent, never>, 'key' | 'find' | 'meets'>
  /** The route's parameter with the key of the parent: `ticket`. */
  parameter: OneOrMore
  /** The field of the items that refers to the parent. Clients cannot set it. */
  field: OneOrMore<Field>
  /** The field of the parent to which `field` refers. Default the key of the store, or `id`. */
  key?: OneOrMore<NoInfer<FieldOf<Parent>>>
  /**
   * The permissions of the parent's own view. They are asked as for a GET of the parent, and what
   * they do not show is a 404. Default `DEFAULT_PERMISSION_CLASSES`.
   */
  permissions?: readonly Permission[]
  /** The parent of the parent, in `/projects/:project/tickets/:ticket/comments/`. Default none. */
  parent?: ParentOptions
}

/** The types of the stores of a view: of its items, and of their parents. */
export interface StoreTypes<Values = unknown> {
  /** What the store of the items takes. */
  readonly values: Values
  /** The parent item. Default unknown: no parent. */
  readonly parent: unknown
  /** The names of the fields that refer to the parent. */
  readonly field: string
}

/** The request of a view with a parent: `request.parent` is the parent item. */
export type RequestUnder<P extends PolicyTypes, Parent> = unknown extends Parent
  ? RequestOf<P>
  : RequestOf<P> & { readonly parent: Parent }

/** Data of a view with a parent, which sets the field itself. */
export type DataUnder<Data, Values, Field extends string> =
  IsNotSet<Data, Field> extends true
    ? Data
    : Data extends unknown
      ? Omit<Data, Field> & { [Name in Field]: Name extends keyof Values ? Values[Name] : unknown }
      : never

/** There is nothing to set without data or a parent, or when one of the types is unknown. */
type IsNotSet<Data, Field extends string> = [Data] extends [never]
  ? true
  : [Field] extends [never]
    ? true
    : string extends Field
      ? true
      : unknown extends Data
        ? true
        : false

const names: Rule<OneOrMore> = {
  expected: "a name such as 'ticket', or a list of names for a composite key",
  accepts: (value): value is OneOrMore =>
    Array.isArray(value) ? value.length > 0 && value.every(isName) : isName(value),
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

const parentOptions = knownOptions<ParentOptions>('parent', {
  store: 'required',
  parameter: { required: names },
  field: { required: names },
  key: names,
  permissions: policies('permissions'),
  parent: 'optional',
})

/** The options with every default but that of the settings, and with lists of names. */
export interface ParentDeclaration {
  readonly store: Pick<ItemStore<unknown, never>, 'key' | 'find' | 'meets'>
  readonly parameters: readonly string[]
  readonly fields: readonly string[]
  readonly key: readonly string[]
  readonly permissions: readonly Permission[] | null
  readonly parent: ParentDeclaration | null
}

/**
 * @param what whose parent it is: `listView()`.
 * @param taken the parameters of the route by which the item itself is found, and their fields.
 * @throws ConfigurationError when the options contradict the store or each other.
 */
export function parentDeclaration(
  options: ParentOptions,
  what: string,
  taken: ReadonlyMap<string, string>,
): ParentDeclaration {
  parentOptions.require(options, `the parent of ${what}`)
  const { store, permissions = null } = options
  const parameters = [options.parameter].flat()
  const fields = [options.field].flat()
  const key = [options.key ?? store.key ?? 'id'].flat()
  const size = store.key?.length ?? 1
  for (const [name, given] of Object.entries({ parameter: parameters, field: fields, key })) {
    if (given.length === size) continue
    throw new ConfigurationError(
      `${name} of the parent of ${what} has ${given.length} names, but the key of its store has ${size}: ` +
        'name as many, in the same order.',
    )
  }
  // A field of the item's own key may refer to the parent: both are then the same parameter.
  const twice = parameters.find(
    (name, index) =>
      parameters.indexOf(name) < index || (taken.has(name) && taken.get(name) !== fields[index]),
  )
  if (twice !== undefined) {
    throw new ConfigurationError(
      `The parameter ${twice} of the parent of ${what} is also that of another key: give it a name of its own.`,
    )
  }
  const own = parameters.map((name, index) => [name, key[index] as string] as const)
  const parent = options.parent
    ? parentDeclaration(options.parent, what, new Map([...taken, ...own]))
    : null
  return { store, parameters, fields, key, permissions, parent }
}

/**
 * The fields by which an item refers to the parent.
 *
 * @throws ConfigurationError when the parent lacks a value.
 */
export function referenceOf(
  { fields, key }: ParentDeclaration,
  parent: unknown,
  { name }: View,
): Record<string, ConditionValue> {
  const values = fields.map((field, index) => {
    const value = fieldOf(parent as object, key[index] as string)
    if (value !== null) return [field, value as ConditionValue]
    throw new ConfigurationError(
      `The parent of the view ${name} has no ${key[index]}: set key of the parent to the field that ${field} refers to.`,
    )
  })
  return Object.fromEntries(values)
}

/** The condition of the parent's items. */
export function conditionOf(
  declaration: ParentDeclaration,
  parent: unknown,
  view: View,
): Condition {
  const conditions = Object.entries(referenceOf(declaration, parent, view)).map(
    ([field, value]) => ({ field, operator: '=', value }) as const,
  )
  return { all: conditions }
}

/** How the items of a view belong to their parent. */
export interface Nesting {
  readonly declaration: ParentDeclaration
  /**
   * Finds the parent of the request, as `request.parent`.
   *
   * @throws NotFound when there is none that the request may see.
   * @throws NotAuthenticated, PermissionDenied when it may see no parents at all.
   */
  enter(request: ApiRequest, view: View): Promise<void>
  /** The condition of the parent's items. */
  condition(request: ApiRequest, view: View): Condition
  /** The fields by which an item refers to the parent. */
  reference(request: ApiRequest, view: View): Readonly<Record<string, ConditionValue>>
}

/** How lists and items belong to their parents, by GET handler. */
export const nestings = mark<Handler, Nesting>()

/** How the items of a view belong to their parent, or null when they have none. */
export const nestingOf = ofGetHandler(nestings)
