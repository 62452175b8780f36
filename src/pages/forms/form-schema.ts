import { memoizeByIdentity } from '../../caching/memoize.ts'
import type { Schema } from '../../http/schema.ts'
import { type JsonSchema, jsonSchemaOf } from '../../validation/index.ts'
import { isObject } from '../../validation/values.ts'

/**
 * What a form may send, by property name. Null when the schema is not an object schema of zod.
 * Computed once per schema, because pages need it for every request.
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

type Resolve = (schema: JsonSchema) => JsonSchema

/**
 * Resolves references: a schema with an `id` in its metadata is under `$defs`, with a reference in
 * its place.
 */
function resolverOf({ $defs = {} }: JsonSchema): Resolve {
  const definitions = new Map(Object.entries($defs))
  return (schema) => {
    let { $ref, ...resolved } = schema
    for (const seen = new Set<string>(); $ref?.startsWith(prefix) && !seen.has($ref); ) {
      seen.add($ref)
      const { $ref: next, ...definition } = definitions.get($ref.slice(prefix.length)) ?? {}
      resolved = { ...definition, ...resolved }
      $ref = next
    }
    return resolved as JsonSchema
  }
}

const prefix = '#/$defs/'

/** The property with its choices and list items resolved. */
function withParts(property: JsonSchema | boolean, resolve: Resolve): JsonSchema | boolean {
  if (typeof property === 'boolean') return property
  const { anyOf, items, ...resolved } = resolve(property)
  return {
    ...resolved,
    ...(anyOf !== undefined && { anyOf: anyOf.map(resolve) }),
    ...(items !== undefined && { items: isObject(items) ? resolve(items) : items }),
  } as JsonSchema
}
