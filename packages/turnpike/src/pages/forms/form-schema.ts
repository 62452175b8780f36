import { memoizeByIdentity } from '../../caching/memoize.ts'
import type { Schema } from '../../http/schema.ts'
import { type JsonSchema, jsonSchemaOf } from '../../validation/index.ts'
import { isSchema, type Resolve, resolverOf } from '../../validation/json-schema-parts.ts'

/**
 * The fields that a form may send, by property name. Null when the schema is not an object schema
 * of zod. Computed once per schema, because pages need it for every request.
 */
export const formSchemaOf = memoizeByIdentity((schema: Schema) => describe(schema))

export interface FormSchema {
  readonly properties: ReadonlyMap<string, JsonSchema | boolean>
  readonly required: ReadonlySet<string>
}

function describe(schema: Schema): FormSchema | null {
  const made = jsonSchemaOf(schema, 'input')
  if (made === null) return null

  const resolve = resolverOf(made)
  const { type, properties, required = [] } = resolve(made)
  if (type !== 'object' || properties === undefined) return null
  return {
    properties: new Map(
      Object.entries(properties).map(([name, property]) => [name, withParts(property, resolve)]),
    ),
    required: new Set(required),
  }
}

/** The property with its choices and list items resolved. */
function withParts(property: JsonSchema | boolean, resolve: Resolve): JsonSchema | boolean {
  if (typeof property === 'boolean') return property
  const { anyOf, items, ...resolved } = resolve(property)
  return {
    ...resolved,
    ...(anyOf !== undefined && { anyOf: anyOf.map(resolve) }),
    ...(items !== undefined && { items: isSchema(items) ? resolve(items) : items }),
  } as JsonSchema
}
