import { mark } from '../caching/mark.ts'
import type { Schema } from '../http/schema.ts'
import { type JsonSchema, jsonSchemaOf } from '../validation/json-schema.ts'
import { type Components, referenceTo } from './components.ts'
import type { Reference } from './types.ts'

/** The schemas of a document. Each is one component, however many views use it. */
export interface Schemas {
  /**
   * A reference to what the schema accepts or returns; null when that is unknown. The component is
   * named by the `id` of the schema's metadata, or else as given.
   */
  reference(schema: Schema, io: 'input' | 'output', name: string): Reference | null
  /** The inputs that the schema accepts, with its definitions in `$defs`; null when unknown. */
  accepted(schema: Schema): JsonSchema | null
}

export function createSchemas(components: Components): Schemas {
  const references = {
    input: mark<Schema, Reference>(),
    output: mark<Schema, Reference>(),
  }
  const nameByContent = new Map<string, string>()

  /**
   * The component of the definition that a pointer refers to. Definitions that it uses are added,
   * too.
   */
  function add(pointer: string, name: string, definitions: Definitions): Reference {
    const content = contentOf(pointer, definitions)
    const known = nameByContent.get(content)
    if (known !== undefined) return referenceTo('schemas', known)

    // Reserved before it is built: a schema may contain itself.
    const free = components.reserve('schemas', name)
    nameByContent.set(content, free)
    const made = mapReferences(definitions.get(pointer) ?? {}, (target) =>
      add(target, nameOf(target, name), definitions),
    )
    return components.put('schemas', free, made)
  }

  return {
    reference(schema, io, name) {
      const known = references[io].get(schema)
      if (known !== undefined) return known
      const made = jsonSchemaOf(schema, io)
      if (made === null) return null

      const plain = withoutSafeBounds(made)
      const definitions = definitionsOf(io === 'output' ? opened(plain) : plain)
      const suffix = io === 'input' ? 'Input' : ''
      const start = made.$ref ?? '#'
      const base = made.$ref === undefined ? name : nameOf(made.$ref, name)
      const reference = add(start, base.endsWith(suffix) ? base : `${base}${suffix}`, definitions)
      references[io].set(schema, reference)
      return reference
    },

    accepted: (schema) => jsonSchemaOf(schema, 'input'),
  }
}

/** Schemas by pointer: `#` is the whole schema. */
type Definitions = ReadonlyMap<string, JsonSchema>

function definitionsOf({ $defs = {}, ...whole }: JsonSchema): Definitions {
  const named = Object.entries($defs).map(
    ([key, definition]) => [`#/$defs/${key}`, definition] as const,
  )
  return new Map([['#', whole], ...named])
}

/** Identifies a definition: its own text and that of all definitions it refers to. */
function contentOf(pointer: string, definitions: Definitions): string {
  const reached = new Map<string, JsonSchema>()
  const visit = (target: string) => {
    if (reached.has(target)) return
    const definition = definitions.get(target) ?? {}
    reached.set(target, definition)
    mapReferences(definition, (next) => {
      visit(next)
      return { $ref: next }
    })
  }
  visit(pointer)
  return JSON.stringify([...reached.values()])
}

/** The name in a pointer, unless zod generated it. */
function nameOf(pointer: string, otherwise: string): string {
  const name = pointer.split('/').at(-1) ?? ''
  return name === '#' || name.startsWith('__schema') ? `${otherwise}Part` : name
}

/** The schema with all references replaced. */
function mapReferences(
  value: JsonSchema,
  replace: (pointer: string) => Reference,
): Record<string, unknown> {
  return mapObjects(value, (object) =>
    typeof object.$ref === 'string' ? { ...object, ...replace(object.$ref) } : object,
  )
}

/** Responses may have more fields in a later version: clients must not reject them. */
const opened = (schema: JsonSchema): JsonSchema =>
  mapObjects(schema, ({ additionalProperties, ...rest }) =>
    additionalProperties === false || additionalProperties === undefined
      ? rest
      : { ...rest, additionalProperties },
  ) as JsonSchema

/**
 * JavaScript's safe integers limit all JSON (RFC 8259 §6), so as bounds they say nothing about a
 * field.
 */
const withoutSafeBounds = (schema: JsonSchema): JsonSchema =>
  mapObjects(schema, ({ minimum, maximum, ...rest }) => ({
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  })) as JsonSchema

type Json = Record<string, unknown>

/** The value with each object in it mapped, the inner ones first. */
function mapObjects(value: object, change: (object: Json) => Json): Json {
  const map = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(map)
    if (typeof inner !== 'object' || inner === null) return inner
    return change(Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, map(item)])))
  }
  return map(value) as Json
}
