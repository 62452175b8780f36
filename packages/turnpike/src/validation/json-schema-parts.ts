import type { JsonSchema } from './json-schema.ts'
import { isObject } from './values.ts'

/** Resolves a reference; any other schema is returned unchanged. */
export type Resolve = (schema: JsonSchema) => JsonSchema

/**
 * Resolves references of the schema: one with an `id` in its metadata is under `$defs`, with a
 * reference in its place.
 */
export function resolverOf(root: JsonSchema): Resolve {
  const definitions = new Map(Object.entries(root.$defs ?? {}))
  const definitionAt = ($ref: string) =>
    $ref === '#' ? root : definitions.get($ref.slice(prefix.length))
  return (schema) => {
    let { $ref, ...resolved } = schema
    for (const seen = new Set<string>(); isLocal($ref) && !seen.has($ref); ) {
      seen.add($ref)
      const { $ref: next, ...definition } = definitionAt($ref) ?? {}
      resolved = { ...definition, ...resolved }
      $ref = next
    }
    return resolved as JsonSchema
  }
}

const prefix = '#/$defs/'
const isLocal = ($ref: string | undefined): $ref is string =>
  $ref === '#' || $ref?.startsWith(prefix) === true

/** Whether the value is a schema with keywords, and not `true` or `false`. */
export const isSchema = (value: unknown): value is JsonSchema => isObject(value)

/** The schema of the values that are not null. */
export function withoutNull({ anyOf, ...schema }: JsonSchema): JsonSchema {
  const options = anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (options.length > 1) return { anyOf: options, ...schema }
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  // Only one type is left: JSON Schema has lists of types, but zod's TypeScript type has none.
  return { ...schema, ...(types[0] && { type: types[0] }), ...options[0] } as JsonSchema
}

/** The values to choose from, without null; null when the schema is not a choice. */
export function choicesOf(schema: unknown): readonly unknown[] | null {
  if (!isSchema(schema)) return null
  const { enum: values, const: only } = schema
  const choices = values ?? (only === undefined ? null : [only])
  return choices?.filter((choice) => choice !== null) ?? null
}

/** `due_date` → `Due date` */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
