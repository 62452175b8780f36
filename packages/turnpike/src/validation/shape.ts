import type * as core from 'zod/v4/core'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { isObject } from './values.ts'
import { isOf } from './zod/is-of.ts'
import { unwrap } from './zod/unwrap.ts'

/** The expected shape at one place in the data. */
export interface Shape {
  /** Whether it is a list of objects, whose faults Django REST framework reports in another way. */
  readonly isListOfObjects: boolean
  /** The expected shape inside it, at a field name or an index. */
  at(key: PropertyKey): Shape
}

/** The shape described by a zod schema. A value may match any option of a union. */
export const shapeOfSchema = memoizeByIdentity(
  (schema: core.$ZodType): Shape => new SchemaShape(alternatives(schema)),
)

/** The shape of a value that may match any of these schemas. */
class SchemaShape implements Shape {
  readonly isListOfObjects: boolean
  readonly #schemas: readonly core.$ZodType[]

  constructor(schemas: readonly core.$ZodType[]) {
    this.isListOfObjects = schemas.some(isListOfObjects)
    this.#schemas = schemas
  }

  at(key: PropertyKey): Shape {
    const inside = this.#schemas.flatMap((schema) => insideAt(schema, key))
    const [only] = inside
    return only !== undefined && inside.length === 1
      ? shapeOfSchema(only)
      : new SchemaShape(inside.flatMap(alternatives))
  }
}

/** The shape of data that have no zod schema. */
export const shapeOfData = (data: unknown): Shape => ({
  isListOfObjects: Array.isArray(data) && data.some(isObject),
  at: (key) => shapeOfData(Object(data)[key]),
})

/** Whether the schema describes a list of objects. */
export const isListOfObjects = (schema: core.$ZodType): boolean =>
  isOf(schema, '$ZodArray') &&
  alternatives(schema._zod.def.element).some((item) => isOf(item, '$ZodObject'))

/** Whether the schema describes an object, with given fields or with any names. */
export const isObjectSchema = (schema: core.$ZodType): boolean =>
  alternatives(schema).every(
    (option) => isOf(option, '$ZodObject') || isOf(option, '$ZodRecord') || isOf(option, '$ZodMap'),
  )

/** The schemas a value may match: the options of unions, the sides of intersections. */
function alternatives(schema: core.$ZodType): core.$ZodType[] {
  const { inner } = unwrap(schema)
  if (isOf(inner, '$ZodUnion')) return inner._zod.def.options.flatMap(alternatives)
  if (isOf(inner, '$ZodIntersection')) {
    return [inner._zod.def.left, inner._zod.def.right].flatMap(alternatives)
  }
  return [inner]
}

/** The schemas of the value at the key; empty when the schema does not describe it. */
function insideAt(schema: core.$ZodType, key: PropertyKey): core.$ZodType[] {
  if (isOf(schema, '$ZodObject')) {
    const { shape, catchall } = schema._zod.def
    const field = Object.hasOwn(shape, key) ? shape[key as string] : catchall
    return field === undefined ? [] : [field]
  }
  if (isOf(schema, '$ZodArray')) return [schema._zod.def.element]
  if (isOf(schema, '$ZodTuple')) {
    const { items, rest } = schema._zod.def
    const item = items[Number(key)] ?? rest
    return item === null ? [] : [item]
  }
  if (isOf(schema, '$ZodRecord')) return [schema._zod.def.valueType]
  return []
}
