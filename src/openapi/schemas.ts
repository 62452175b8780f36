import { mark } from '../caching/mark.ts'
import type { Schema } from '../http/schema.ts'
import { type JsonSchema, jsonSchemaOf } from '../validation/json-schema.ts'
import { type Components, referenceTo } from './components.ts'
import type { Reference } from './types.ts'

/** The schemas of a document: each one is a component, however many views use it. */
export interface Schemas {
  /**
   * A reference to what the schema accepts or gives; null when it cannot be told. The component is
   * named by the `id` of the schema's metadata, else as given.
   */
  reference(schema: Schema, io: 'input' | 'output', name: string): Reference | null
  /**
   * What the schema accepts, with its definitions beside it at `$defs`; null when it cannot be
   * told.
   */
  accepted(schema: Schema): JsonSchema | null
}

export function createSchemas(components: Components): Schemas {
  const references = {
    input: mark<Schema, Reference>(),
    output: mark<Schema, Reference>(),
  }
  const nameByContent = new Map<string, string>()

  /**
   * The component of the definition that a pointer leads to. Those that it refers to are added,
   * too.
   */
  function add(pointer: string, name: string, definitions: Definitions): Reference {
    const content = contentOf(pointer, definitions)
    const known = nameByContent.get(content)
    if (known !== undefined) return referenceTo('schemas', known)

    // Known before it is made: a schema may contain itself.
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

/** Schemas by the pointer that refers to them: `#` is the whole. */
type Definitions = ReadonlyMap<string, JsonSchema>

function definitionsOf({ $defs = {}, ...whole }: JsonSchema): Definitions {
  const named = Object.entries($defs).map(
    ([key, definition]) => [`#/$defs/${key}`, definition] as const,
  )
  return new Map([['#', whole], ...named])
}

/** What makes two definitions the same: their own text and that of all that they lead to. */
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

/** The name in a pointer; those that zod has made up say nothing. */
function nameOf(pointer: string, otherwise: string): string {
  const name = pointer.split('/').at(-1) ?? ''
  return name === '#' || name.startsWith('__schema') ? `${otherwise}Part` : name
}

/** The schema with each of its references replaced. */
function mapReferences(
  value: JsonSchema,
  replace: (pointer: string) => Reference,
): Record<string, unknown> {
  return mapObjects(value, (object) =>
    typeof object.$ref === 'string' ? { ...object, ...replace(object.$ref) } : object,
  )
}

/** Answers are not cut to their schema: objects may hold more than it names, now or in time. */
const opened = (schema: JsonSchema): JsonSchema =>
  mapObjects(schema, ({ additionalProperties, ...rest }) =>
    additionalProperties === false || additionalProperties === undefined
      ? rest
      : { ...rest, additionalProperties },
  ) as JsonSchema

/**
 * How far JavaScript counts exactly is a limit of all JSON (RFC 8259 §6), and says nothing of a
 * field.
 */
const withoutSafeBounds = (schema: JsonSchema): JsonSchema =>
  mapObjects(schema, ({ minimum, maximum, ...rest }) => ({
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  })) as JsonSchema

type Json = Record<string, unknown>

/** The value with each object in it changed, the inner ones first. */
function mapObjects(value: object, change: (object: Json) => Json): Json {
  const map = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(map)
    if (typeof inner !== 'object' || inner === null) return inner
    return change(Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, map(item)])))
  }
  return map(value) as Json
}
